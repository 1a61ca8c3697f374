package renewal

import "io"

// WriteLetter writes a letter as it is sent from the address.
func WriteLetter(w io.Writer, from string, l Letter) error {
	_, err := (&Mail{from: from}).compose(l).WriteTo(w)
	return err
}
