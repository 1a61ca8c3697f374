package importing

import (
	"errors"

	"github.com/covertrack/covertrack/model/importing"
)

// ReadTable reads a file to its end, for tests: its rows, or why it is refused.
func ReadTable(content []byte, file *importing.File) (rows [][]string, formulas []int, err error) {
	t, err := openTable(content, file)
	if err != nil {
		return nil, nil, err
	}
	defer t.close()
	for {
		cells, m, err := t.next()
		if isEnd(err) {
			return rows, formulas, nil
		}
		if err != nil {
			return rows, formulas, err
		}
		if rows = append(rows, cells); m.formula != none {
			formulas = append(formulas, len(rows))
		}
	}
}

// IsRefused reports whether an error is a reason for people why a file is not read.
func IsRefused(err error) bool {
	_, ok := errors.AsType[*refusedFile](err)
	return ok
}
