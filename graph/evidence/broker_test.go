package evidence

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestDocument is that a broker's document is one that the page takes, also with letters that its font lacks.
func TestDocument(t *testing.T) {
	t.Parallel()
	at := time.Date(2027, time.May, 1, 0, 0, 0, 0, time.UTC)
	document, err := pdfOf([]string{"POLICY DECLARATIONS", "", "Carrier: Żółć & Söhne 保険"}, at)
	require.NoError(t, err)
	k, err := judge(bytes.NewReader(document), int64(len(document)))
	require.NoError(t, err)
	require.Equal(t, "application/pdf", k.mediaType)
	again, err := pdfOf([]string{"POLICY DECLARATIONS", "", "Carrier: Żółć & Söhne 保険"}, at)
	require.NoError(t, err)
	require.Equal(t, document, again)
}
