package evidence_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/storagetest/soak"
)

// TestSubmit hands in two files and all values, and finds them as the lender sees them.
func TestSubmit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	page := b.open(t)
	next := b.end.AddDate(1, 0, 0).Format(time.DateOnly)
	contentType, body := formOf(t, page.once(t),
		file("Evidence of Property.pdf", aPDF("the evidence")), file(`C:\photos\roof.html`, aJPEG(t)), part{name: "files", file: "", content: ""},
		field("category", "evidenceOfProperty"), field("startDate", b.end.Format(time.DateOnly)), field("endDate", next),
		field("policyNumber", " EX-124 "), field("limit1", "$2,000,000"), field("limit2", ""), field("note", "As asked.\r\nRegards <b>Ana</b>"))
	got := b.post(t, contentType, body)
	require.Equal(t, http.StatusOK, got.StatusCode, got.body)
	require.Regexp(t, `/evidence/form/`+b.link+`/received/[0-9a-f-]{36}$`, got.Request.URL.String())
	requireProtected(t, got.Header)
	for _, text := range []string{"Thank you", "Evidence of Property.pdf", "roof.html.jpg", "EX-124", "Building per occurrence: $2,000,000",
		b.end.Format("January 2, 2006"), "Regards &lt;b&gt;Ana&lt;/b&gt;", "What happens next"} {
		require.Contains(t, got.body, text)
	}
	all := b.evidence(t)
	require.Len(t, all, 1)
	one := b.c.Get(t, "/rest/evidence/"+all[0].(object)["id"].(string))
	proposed := one["proposed"].(object)
	require.Equal(t, []any{"proposed", "EX-124", next, "As asked.\nRegards <b>Ana</b>"},
		[]any{one["state"], proposed["policyNumber"], proposed["endDate"].(string)[:10], proposed["note"]})
	limits := proposed["limits"].([]any)
	require.Len(t, limits, 1)
	require.Equal(t, object{"amount": "2000000.00", "currency": "USD"}, limits[0].(object)["amount"])
	files := one["files"].([]any)
	require.Len(t, files, 2)
	require.Equal(t, []any{"Evidence of Property.pdf", "application/pdf", "roof.html.jpg", "image/jpeg"},
		[]any{files[0].(object)["fileName"], files[0].(object)["fileType"], files[1].(object)["fileName"], files[1].(object)["fileType"]})
	download := b.As("").Do(t, http.MethodGet, files[0].(object)["url"].(string), nil)
	require.Equal(t, aPDF("the evidence"), download.Body)
	require.Contains(t, download.Header.Get("Content-Disposition"), "attachment")

	t.Run("sent again, it counts once", func(t *testing.T) {
		again := b.post(t, contentType, body)
		require.Equal(t, got.Request.URL.String(), again.Request.URL.String())
		require.Len(t, b.evidence(t), 1)
	})
	t.Run("the form lists it", func(t *testing.T) {
		require.Regexp(t, `(?s)What you have sent.*Being looked at.*Evidence of Property.pdf`, b.get(t, b.form()).body)
		b.c.Post(t, "/rest/evidence/"+all[0].(object)["id"].(string)+"/reject", object{"reason": "The clause is <wrong>."}, http.StatusOK)
		require.Regexp(t, `(?s)Not accepted.*The clause is &lt;wrong&gt;\.`, b.get(t, b.form()).body)
	})
	t.Run("another submission is not there", func(t *testing.T) {
		require.Equal(t, b.form(), b.get(t, b.form()+"/received/"+b.link).Request.URL.String())
	})
}

// TestCorrect: every mistake is said at its field, and what was typed is kept. Of the files nothing is: the browser has them.
func TestCorrect(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(t)
	a := b.send(t, file("good.pdf", aPDF("")), file("letter.docx", aZIP(t)), field("endDate", "12/31/2027"),
		field("limit1", `lots"><script>`), field("policyNumber", "EX-9"), field("note", "<script>alert(1)</script>"),
		field("category", "nonsense"))
	require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode)
	requireProtected(t, a.Header)
	require.Contains(t, a.body, "“letter.docx” is an archive or an Office document.")
	require.Regexp(t, `id="endDate"[^>]* value="12/31/2027" aria-invalid="true" aria-describedby="endDate-error"`, a.body)
	require.Contains(t, a.body, `<p class="error" id="endDate-error">Write a date such as 2027-01-31.</p>`)
	require.Contains(t, a.body, `<p class="error" id="limit1-error">Write an amount such as 1,000,000.</p>`)
	require.Contains(t, a.body, `value="EX-9"`)
	require.Contains(t, a.body, `&lt;script&gt;alert(1)&lt;/script&gt;</textarea>`)
	require.NotContains(t, a.body, "<script>")
	require.NotContains(t, a.body, "good.pdf")
	require.Empty(t, b.evidence(t))

	a = b.send(t, file("good.pdf", aPDF("")), field("startDate", "2027-02-01"), field("endDate", "2027-01-31"),
		field("policyNumber", strings.Repeat("x", 300)))
	require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode)
	require.Contains(t, a.body, "This must be after “Starts on”: a term ends after it starts.")
	require.Contains(t, a.body, "This is too long. Shorten it.")
	require.Contains(t, b.send(t).body, "Choose at least one file.")
	require.Zero(t, b.uploads(t), "nothing is kept of a form that is refused")
	require.Equal(t, http.StatusOK, b.send(t, file("good.pdf", aPDF("")), file("more.pdf", aPDF("more"))).StatusCode)
	require.Len(t, b.evidence(t), 1)
}

// TestSoakR26 sends good files again and again in forms in which something else is wrong, by several links. Neither the lender's
// uploads nor other links feel it, and the room of a link that is revoked is free at once.
func TestSoakR26(t *testing.T) {
	soak.Parallel(t)
	tally := soak.NewTally(t, "R26", "large files in forms that are refused, and files of revoked links: they take no room")
	b := newBench(t)
	used := func() model.Usage {
		u, err := b.Store.Usage(t.Context(), b.Harbor.Portfolio.ID())
		require.NoError(t, err)
		return u.Used
	}
	large := file("large.pdf", append(aPDF(strings.Repeat("x", soak.Count(1<<20, 40<<20))), "%%EOF"...))
	for i := range soak.Count(2, 8) {
		v := b.newVisitor(t, b.newPolicy(t, fmt.Sprintf("EX-%d", i)))
		v.open(t)
		for _, wrong := range []part{field("endDate", "soon"), field("limit1", "much"), file("letter.docx", aZIP(t)), field("note", "a\x00b")} {
			a := v.send(t, large, wrong)
			require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, a.body)
			tally.Tried(1)
		}
		require.Equal(t, model.Usage{}, model.Usage{Claimed: used().Claimed, Unclaimed: used().Unclaimed, Evidence: used().Evidence})
	}
	require.Zero(t, b.uploads(t))
	require.Equal(t, http.StatusOK, b.open(t).StatusCode)
	require.Equal(t, http.StatusOK, b.send(t, large).StatusCode)
}

// TestHostileForms: none is a failure of ours, and none leaves anything behind.
func TestHostileForms(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(t)
	before := b.Contents(t)
	once := field("once", strings.Repeat("A", 22))
	_, whole := formOf(t, once, file("a.pdf", aPDF("")))
	many := []part{once}
	for range 150 {
		many = append(many, part{name: "files"})
	}
	eleven := []part{once}
	for range 11 {
		eleven = append(eleven, file("page.pdf", []byte("<html>")))
	}
	const head = "--x\r\nContent-Disposition: form-data; name=\"note\"\r\n"
	for what, test := range map[string]struct {
		contentType string
		body        []byte
		parts       []part
		status      int
	}{
		"no type":             {"", whole, nil, 400},
		"JSON":                {"application/json", []byte(`{}`), nil, 400},
		"another form":        {"application/x-www-form-urlencoded", []byte("note=x"), nil, 400},
		"no boundary":         {"multipart/form-data", whole, nil, 400},
		"another boundary":    {"multipart/form-data; boundary=other", whole, nil, 400},
		"empty":               {"multipart/form-data; boundary=x", nil, nil, 400},
		"cut off":             {"multipart/form-data; boundary=x", []byte(head + "\r\nhello"), nil, 400},
		"no name":             {"multipart/form-data; boundary=x", []byte("--x\r\n\r\nhello\r\n--x--\r\n"), nil, 400},
		"a field twice":       {"", nil, []part{once, field("note", "a"), field("note", "b")}, 400},
		"once twice":          {"", nil, []part{once, once}, 400},
		"no once":             {"", nil, []part{field("note", "a")}, 400},
		"an unknown field":    {"", nil, []part{once, field("state", "accepted")}, 400},
		"a limit that is not": {"", nil, []part{once, field("limit9", "1")}, 400},
		"no UTF-8":            {"", nil, []part{once, field("note", "\xff")}, 400},
		"a file as a field":   {"", nil, []part{once, {"note", "note.txt", "hello"}}, 400},
		"an endless field":    {"", nil, []part{once, field("note", strings.Repeat("x", 1<<20))}, 413},
		"an endless header":   {"multipart/form-data; boundary=x", []byte("--x\r\nX: " + strings.Repeat("x", 1<<20)), nil, 413},
		"endless headers":     {"multipart/form-data; boundary=x", []byte("--x\r\n" + strings.Repeat("X: x\r\n", 1<<17)), nil, 400},
		"too many parts":      {"", nil, many, 413},
		"NUL":                 {"", nil, []part{once, field("note", "a\x00b")}, 422},
		"pages as files":      {"", nil, eleven, 422},
		"a date of nonsense":  {"", nil, []part{once, field("endDate", strings.Repeat("9", 5000))}, 422},
	} {
		t.Run(what, func(t *testing.T) {
			contentType, body := test.contentType, test.body
			if test.parts != nil {
				contentType, body = formOf(t, test.parts...)
			}
			a := b.post(t, contentType, body)
			require.Equal(t, test.status, a.StatusCode, a.body)
			require.Contains(t, a.Header.Get("Content-Type"), "text/html")
			requireProtected(t, a.Header)
			b.clock = b.clock.Add(5 * time.Second)
		})
	}
	for _, site := range []string{"cross-site", "same-site"} {
		a := b.without(t, http.MethodPost, b.form(), "Sec-Fetch-Site", site, "Cookie", b.cookies(t)[0].String())
		require.Equal(t, http.StatusForbidden, a.StatusCode)
		require.Contains(t, a.body, "Another page tried to send this form")
	}
	require.Equal(t, before, b.Contents(t), "nothing was written")
}

// TestPolyglots: files that are two things, or another than they say, are refused with a sentence, and are never stored.
func TestPolyglots(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(t)
	const page = "<html><script>alert(1)</script></html>"
	for name, content := range map[string]string{
		"page.pdf": page, "drawing.png": `<svg xmlns="http://www.w3.org/2000/svg"/>`, "run.pdf": "#!/bin/sh\nreboot\n", "app.pdf": "MZ\x90",
		"zip.pdf": string(aPDF("")) + string(aZIP(t)), "gif.gif": "GIF89a/*aaaa*/=1;alert(1)//", "png.png": string(aPNG(t)) + page,
		"jpg.jpg": string(aJPEG(t)) + string(aZIP(t)), "beginning.pdf": "%PDF-1.7\n" + page + "\n%%EOF", "empty.pdf": "",
	} {
		a := b.send(t, file(name, []byte(content)))
		require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, name)
		require.Contains(t, a.body, "“"+name+"” ", name)
	}
	require.Empty(t, b.evidence(t))
}

// zeros is an endless file.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// TestTooLarge: a file that is too large is named, and so is a form whose files are too large together; one beyond that is not read.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(t)
	_, small := formOf(t, field("once", strings.Repeat("A", 22)), file("small.pdf", aPDF("")))
	boundary := strings.TrimPrefix(strings.SplitN(string(small), "\r\n", 2)[0], "--")
	head := bytes.TrimSuffix(small, []byte("--"+boundary+"--\r\n"))
	large := fmt.Sprintf("--%s\r\nContent-Disposition: form-data; name=\"files\"; filename=\"large.pdf\"\r\n\r\n%%PDF-1.7\n", boundary)
	send := func(n int64, end string) answer {
		body := io.MultiReader(bytes.NewReader(head), strings.NewReader(large), io.LimitReader(zeros{}, n), strings.NewReader(end))
		r, err := b.Post(b.form(), "multipart/form-data; boundary="+boundary, body)
		return read(t, r, err)
	}
	a := send(51<<20, "\r\n--"+boundary+"--\r\n")
	require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode)
	require.Contains(t, a.body, "“large.pdf” is larger than 50 MiB.")
	require.Zero(t, b.uploads(t))
	var parts []part
	for i := range 3 {
		parts = append(parts, file(fmt.Sprintf("%d.pdf", i), append(aPDF(strings.Repeat("x", 40<<20)), "%%EOF"...)))
	}
	a = b.send(t, parts...)
	require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode)
	require.Contains(t, a.body, "Together, files may have 100 MiB.")

	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.form(), http.NoBody)
	require.NoError(t, err)
	r.ContentLength = 600 << 20
	r.Body = io.NopCloser(io.LimitReader(zeros{}, r.ContentLength))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	r.Header.Set("Expect", "100-continue")
	response, err := b.Do(r)
	require.Equal(t, http.StatusRequestEntityTooLarge, read(t, response, err).StatusCode)
	require.Empty(t, b.evidence(t))
}

// TestElevenFiles: ten are taken at once.
func TestElevenFiles(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(t)
	var parts []part
	for i := range 11 {
		parts = append(parts, file(fmt.Sprintf("%d.pdf", i), aPDF(fmt.Sprint(i))))
	}
	a := b.send(t, parts...)
	require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode)
	require.Contains(t, a.body, "At most 10 files can be sent at once.")
	require.Equal(t, http.StatusOK, b.send(t, parts[1:]...).StatusCode)
	require.Len(t, b.evidence(t)[0].(object)["files"], 10)
}

// TestManyUploads: of 10,000 uploads no more than the bounds are kept. Five submissions wait for the lender, each link
// may ask 60 times a minute, and of what is refused nothing is kept.
func TestManyUploads(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(t)
	statuses := map[int]int{}
	contentType, body := formOf(t, field("once", strings.Repeat("A", 22)), file("a.pdf", aPDF("")), field("endDate", "nonsense"))
	for i := range 10_000 {
		if i%500 == 0 {
			b.clock = b.clock.Add(time.Minute)
		}
		if i < 10 {
			statuses[b.send(t, file("a.pdf", aPDF(fmt.Sprint(i)))).StatusCode]++
			continue
		}
		statuses[b.post(t, contentType, body).StatusCode]++
	}
	require.Len(t, b.evidence(t), 5)
	require.Len(t, statuses, 3, "%v", statuses)
	require.Equal(t, 5, statuses[http.StatusOK], "%v", statuses)
	require.Less(t, statuses[http.StatusUnprocessableEntity], 21*60, "%v", statuses)
	require.Contains(t, b.get(t, b.form()).body, "A moment, please")
	require.Equal(t, 5, b.uploads(t))
	b.clock = b.clock.Add(time.Minute)
	require.Contains(t, b.send(t, file("a.pdf", aPDF(""))).body, "what was sent before has to be looked at first")
}

// uploads is how many files the database has a place for.
func (b *bench) uploads(t *testing.T) (n int) {
	t.Helper()
	require.NoError(t, b.Store.Pool().Pgx().QueryRow(t.Context(), "SELECT count(*) FROM uploads").Scan(&n))
	return n
}

// TestSlowBody: a body that pauses is given up.
func TestSlowBody(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open(t)
	body, sender := io.Pipe()
	go func() {
		_, _ = io.WriteString(sender, "--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhel")
	}()
	begun := time.Now()
	r, err := b.Post(b.form(), "multipart/form-data; boundary=x", body)
	if err == nil {
		require.Equal(t, http.StatusRequestTimeout, read(t, r, err).StatusCode)
	}
	require.Less(t, time.Since(begun), 30*time.Second)
	require.Equal(t, http.StatusOK, b.send(t, file("a.pdf", aPDF(""))).StatusCode, "its place is free again")
}
