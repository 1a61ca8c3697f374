package e2e

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/covertrack/covertrack/graph/exporting"
	"github.com/covertrack/covertrack/model/columns"
	"github.com/covertrack/covertrack/restcompat"
	"github.com/covertrack/covertrack/restcompat/resttest"
)

func init() {
	wanted := object{"format": "parquet", "every": "weekly", "weekday": "sunday", "hour": 3, "keep": 5}
	addMore = append(addMore, func(t testing.TB, f *fixture) {
		// A test may add many fixtures to one portfolio, in which 20 exports wait and which has 20 schedules.
		for _, table := range []string{"exports", "export_schedules"} {
			f.server.Exec(t, `DELETE FROM `+table+` WHERE portfolio_id = $1
				AND (SELECT count(*) FROM `+table+` WHERE portfolio_id = $1) > 15
				AND id NOT IN (SELECT id FROM `+table+` WHERE portfolio_id = $1 ORDER BY id LIMIT 5)`, f.tenant.Portfolio.ID())
		}
		f.ids["export"] = f.client().Post(t, exports, object{"format": "csv", "nouns": []any{"cases"}}, http.StatusCreated)["id"].(string)
		for _, noun := range []string{"exportSchedule", "exportScheduleToDelete"} {
			f.ids[noun] = f.client().Post(t, schedules, wanted, http.StatusCreated)["id"].(string)
		}
	})
	examples["ListExports"] = example{asks: at(""), refused: "?state=lost"}
	examples["GetExport"] = example{asks: at("export"), refused: "?verbose=1"}
	examples["CreateExport"] = example{
		asks: func(*fixture) []ask {
			return []ask{{body: object{"format": "ndjson", "nouns": []any{"cases", "policies"}}}}
		},
		refused: object{"format": "csv", "nouns": []any{"cases", "cases"}, "on": "2999-01-01"},
	}
	examples["ListExportSchedules"] = example{asks: at(""), refused: "?hour=3"}
	examples["GetExportSchedule"] = example{asks: at("exportSchedule"), refused: "?verbose=1"}
	examples["CreateExportSchedule"] = example{
		asks:    func(*fixture) []ask { return []ask{{body: wanted}} },
		refused: object{"format": "csv", "every": "daily", "weekday": "sunday", "hour": 24, "keep": 61},
	}
	examples["DeleteExportSchedule"] = example{asks: at("exportScheduleToDelete"), refused: object{"comment": "no"}}
}

const (
	exports   = "/rest/exports"
	schedules = "/rest/export-schedules"
)

// exportBench is a server, and what writes its exports.
type exportBench struct {
	*resttest.Server
	c      *resttest.Client
	runner *exporting.Runner
}

func newExportBench(t *testing.T) *exportBench {
	t.Helper()
	return exportBenchOn(t, resttest.New(t))
}

func exportBenchOn(t *testing.T, s *resttest.Server) *exportBench {
	t.Helper()
	lists, err := restcompat.NewLists(s.Engine)
	require.NoError(t, err)
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	return &exportBench{s, s.As(s.Harbor.Token), &exporting.Runner{Store: s.Store, Blobs: s.Blobs, Lists: lists, Now: time.Now,
		Logger: log}}
}

// made makes an export and returns it when it is done.
func (b *exportBench) made(t *testing.T, input object) object {
	t.Helper()
	id := b.c.Post(t, exports, input, http.StatusCreated)["id"].(string)
	require.NoError(t, b.runner.Run(t.Context()))
	return b.c.Get(t, exports+"/"+id)
}

// file loads a file of an export.
func (b *exportBench) file(t *testing.T, export object, name string) []byte {
	t.Helper()
	for _, f := range export["files"].([]any) {
		if f.(object)["name"] == name {
			answer, err := http.Get(f.(object)["url"].(string))
			require.NoError(t, err)
			defer func() { _ = answer.Body.Close() }()
			content, err := io.ReadAll(answer.Body)
			require.NoError(t, err)
			require.Equal(t, http.StatusOK, answer.StatusCode)
			require.EqualValues(t, f.(object)["size"], len(content))
			return content
		}
	}
	require.Fail(t, "the export has no such file", name)
	return nil
}

// TestExport is the life of an export on both doors, in all formats: each says what GET says.
func TestExport(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	program := b.Program(t, b.Harbor)
	made := b.c.Post(t, "/rest/cases", object{
		"program": program, "loanNumber": "=1+1", "displayName": "Lange Straße, \"7\"",
		"loanAmount": object{"amount": "1250000.00", "currency": "USD"}, "maturityDate": "2031-05-01", "metadata": object{"crm": "-5"},
		"federallyRelated": false,
	}, http.StatusCreated)
	const odd = "<A> & \"B\" _x0041_x0042_" // Excel takes _x0041_ for a character
	b.c.Post(t, "/rest/cases", object{"program": program, "loanNumber": "L-2", "displayName": odd}, http.StatusCreated)
	noun := columns.Find("cases")
	place := map[string]int{}
	for i, name := range noun.Names() {
		place[name] = i
	}

	t.Run("csv", func(t *testing.T) {
		waiting := b.c.Post(t, exports, object{"format": "csv", "nouns": []any{"cases"}}, http.StatusCreated)
		require.Equal(t, "queued", waiting["state"])
		require.Empty(t, waiting["files"])
		require.Nil(t, waiting["cursor"])
		require.NoError(t, b.runner.Run(t.Context()))
		done := b.c.Get(t, exports+"/"+waiting["id"].(string))
		require.Equal(t, "done", done["state"], done)
		require.EqualValues(t, 2, done["records"])
		table, err := csv.NewReader(bytes.NewReader(b.file(t, done, "cases.csv"))).ReadAll()
		require.NoError(t, err)
		require.Len(t, table, 3)
		require.Equal(t, noun.Names(), table[0])
		row := table[1]
		for name, want := range map[string]string{
			"id": made["id"].(string), "loanNumber": "'=1+1",
			"displayName": made["displayName"].(string), "loanAmount.amount": "1250000.00",
			"loanAmount.currency": "USD", "maturityDate": made["maturityDate"].(string), "createdAt": made["createdAt"].(string),
			"federallyRelated": "false", "onHoldAt": "", "insureds": "[]",
		} {
			require.Equal(t, want, row[place[name]], name)
		}
		require.JSONEq(t, `{"crm": "-5"}`, row[place["metadata"]])
		require.Equal(t, "=1+1", columns.Unguard(row[place["loanNumber"]]))
		require.Contains(t, string(b.file(t, done, "columns.csv")), "cases,Case,loanAmount.amount,money")
		var about object
		require.NoError(t, json.Unmarshal(b.file(t, done, "export.json"), &about))
		require.Equal(t, done["cursor"], about["cursor"])

		b.As(b.Prairie.Token).Do(t, http.MethodGet, exports+"/"+waiting["id"].(string), nil).Problem(t, http.StatusNotFound, "not_found")
		answer := b.c.Query(t,
			`query ($id: ID!) { export(id: $id) { state records files { name records } cursor } exports { totalCount } }`,
			object{"id": waiting["id"]})
		require.Equal(t, done["cursor"], answer["export"].(object)["cursor"])
		events := b.c.Get(t, "/rest/audit-events?subject="+waiting["id"].(string))["data"].([]any)
		require.Len(t, events, 2)
		require.Equal(t, "export.created", events[0].(object)["action"])
		require.Equal(t, "serviceAccount", events[0].(object)["actorKind"], "who took data out")
	})
	t.Run("ndjson", func(t *testing.T) {
		done := b.made(t, object{"format": "ndjson", "nouns": []any{"cases"}})
		line, _, _ := strings.Cut(string(b.file(t, done, "cases.ndjson")), "\n")
		var record object
		require.NoError(t, json.Unmarshal([]byte(line), &record))
		require.Equal(t, b.c.Get(t, "/rest/cases/"+made["id"].(string)), record)
	})
	t.Run("parquet", func(t *testing.T) {
		content := b.file(t, b.made(t, object{"format": "parquet", "nouns": []any{"cases"}}), "cases.parquet")
		file, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
		require.NoError(t, err)
		rows := make([]parquet.Row, 3)
		n, _ := file.RowGroups()[0].Rows().ReadRows(rows)
		require.Equal(t, 2, n)
		at := func(row int, name string) parquet.Value {
			return rows[row][slices.IndexFunc(file.Schema().Columns(), func(path []string) bool { return path[0] == name })]
		}
		require.Equal(t, "=1+1", at(0, "loanNumber").String(), "nothing runs a cell of Parquet")
		require.Equal(t, "1250000.00", at(0, "loanAmount.amount").String())
		require.Equal(t, "2031-05-01", time.Unix(int64(at(0, "maturityDate").Int32())*24*60*60, 0).UTC().Format(time.DateOnly))
		require.Equal(t, made["createdAt"], time.UnixMilli(at(0, "createdAt").Int64()).UTC().Format("2006-01-02T15:04:05.000Z"))
		require.True(t, at(1, "loanAmount.amount").IsNull())
	})
	t.Run("xlsx", func(t *testing.T) {
		book, err := excelize.OpenReader(bytes.NewReader(b.file(t, b.made(t, object{"format": "xlsx", "nouns": []any{"cases"}}),
			"cases.xlsx")))
		require.NoError(t, err)
		table, err := book.GetRows("cases")
		require.NoError(t, err)
		require.Equal(t, noun.Names(), table[0])
		require.Equal(t, "'=1+1", table[1][place["loanNumber"]])
		require.Equal(t, "1250000.00", table[1][place["loanAmount.amount"]])
		require.Equal(t, odd, table[2][place["displayName"]])
	})
	t.Run("plan", func(t *testing.T) {
		basic := b.As(b.Basic.Token)
		basic.Do(t, http.MethodPost, exports, object{"format": "csv", "nouns": []any{"riskProfiles"}}).
			Problem(t, http.StatusForbidden, "risk_profiles_not_enabled")
		require.NotContains(t, basic.Post(t, exports, object{"format": "csv"}, http.StatusCreated)["nouns"], "riskProfiles")
		require.Contains(t, b.c.Post(t, exports, object{"format": "csv"}, http.StatusCreated)["nouns"], "riskProfiles")
		require.NoError(t, b.runner.Run(t.Context()), "every noun can be read")
	})
	t.Run("begun by a node that was killed", func(t *testing.T) {
		id := b.c.Post(t, exports, object{"format": "csv", "nouns": []any{"cases"}}, http.StatusCreated)["id"].(string)
		b.Exec(t, `UPDATE exports SET state = 'running', attempt = 1, leased_until = now() + interval '1 minute' WHERE id = $1`, id)
		require.NoError(t, b.runner.Run(t.Context()))
		require.Equal(t, "running", b.c.Get(t, exports+"/"+id)["state"], "another node has it")
		b.Exec(t, `UPDATE exports SET leased_until = now() - interval '1 second' WHERE id = $1`, id)
		require.NoError(t, b.runner.Run(t.Context()))
		done := b.c.Get(t, exports+"/"+id)
		require.Equal(t, "done", done["state"])
		require.NotEmpty(t, b.file(t, done, "cases.csv"))
	})
}

// TestExportTwoNodes has two nodes write exports: each is begun once.
func TestExportTwoNodes(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	for range 12 {
		b.c.Post(t, exports, object{"format": "csv", "nouns": []any{"cases", "users"}}, http.StatusCreated)
	}
	other := &exporting.Runner{Store: b.Store, Blobs: b.Blobs, Lists: b.runner.Lists, Now: time.Now, Logger: b.runner.Logger}
	failed := make(chan error, 1)
	go func() { failed <- other.Run(t.Context()) }()
	require.NoError(t, b.runner.Run(t.Context()))
	require.NoError(t, <-failed)
	var done, begun int
	require.NoError(t, b.Store.Pool().Pgx().QueryRow(t.Context(),
		"SELECT count(*) FILTER (WHERE state = 'done'), max(attempt) FROM exports").Scan(&done, &begun))
	require.Equal(t, []int{12, 1}, []int{done, begun})
}

// TestExportOn is the book as it was known on a past day, as far as versions tell.
func TestExportOn(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	then, now := time.Now().AddDate(0, 0, -9), time.Now()
	of := b.Case(t, b.Harbor)
	id, later := b.Policy(t, b.Harbor, of, nil).ID.String(), b.Policy(t, b.Harbor, of, nil).ID.String()
	b.c.Patch(t, "/rest/policies/"+id, object{"policyNumber": "NEW-1"})
	b.Exec(t, `UPDATE policies SET created_at = $2 WHERE id = $1`, id, then)
	b.Exec(t, `ALTER TABLE policy_versions DISABLE TRIGGER USER`)
	b.Exec(t, `UPDATE policy_versions SET created_at = $2, policy_number = 'OLD-1' WHERE policy_id = $1 AND version_number = 1`, id, then)
	done := b.made(t, object{"format": "ndjson", "nouns": []any{"policies", "cases"}, "on": now.AddDate(0, 0, -2).Format(time.DateOnly)})
	require.Equal(t, "done", done["state"], done)
	text := string(b.file(t, done, "policies.ndjson"))
	require.Contains(t, text, `"policyNumber":"OLD-1"`)
	require.NotContains(t, text, "NEW-1")
	require.NotContains(t, text, later)
	for _, f := range done["files"].([]any) {
		if f.(object)["noun"] == "cases" {
			require.Contains(t, f.(object)["history"], "have no history")
		}
	}
}

// TestExportSchedule makes exports by a schedule, and keeps so many.
func TestExportSchedule(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	made := b.c.Post(t, schedules, object{"format": "csv", "nouns": []any{"cases"}, "every": "daily", "hour": 3, "keep": 2},
		http.StatusCreated)
	id := made["id"].(string)
	b.As(b.Prairie.Token).Do(t, http.MethodDelete, schedules+"/"+id, nil).Problem(t, http.StatusNotFound, "not_found")
	for range 4 {
		b.Exec(t, `UPDATE export_schedules SET next_at = now() - interval '1 second' WHERE id = $1`, id)
		require.NoError(t, b.runner.Run(t.Context()))
	}
	list := b.c.Get(t, exports+"?scheduleId="+id)["data"].([]any)
	require.Len(t, list, 4)
	removed, err := b.runner.Clean(t.Context(), time.Now())
	require.NoError(t, err)
	require.Equal(t, 2, removed)
	kept := b.c.Get(t, exports+"?scheduleId="+id)["data"].([]any)
	require.Equal(t, list[2:], kept, "the newest ones")
	require.NotEmpty(t, b.file(t, kept[0].(object), "cases.csv"))
	require.Equal(t, http.StatusNoContent, b.c.Do(t, http.MethodDelete, schedules+"/"+id, nil).Status)
	require.Empty(t, b.c.Get(t, schedules)["data"])
	require.NoError(t, b.runner.Run(t.Context()))
	removed, err = b.runner.Clean(t.Context(), time.Now().AddDate(0, 0, 8))
	require.NoError(t, err)
	require.Equal(t, 2, removed)
}

// TestExportCursor reads the feed on from the cursor of exports that are made while others write: it has each change that the
// export lacks, and none that it has.
func TestExportCursor(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	b.Place(t)
	program := b.Program(t, b.Harbor)
	var ids []string
	for i := range 6 {
		made := b.c.Post(t, "/rest/cases", object{"program": program, "loanNumber": fmt.Sprintf("%d/0", i)}, http.StatusCreated)
		ids = append(ids, made["id"].(string))
	}
	const updates = 40
	written := make(chan error, len(ids))
	for i, id := range ids {
		go func() {
			for n := range updates {
				answer := b.c.Do(t, http.MethodPatch, "/rest/cases/"+id, object{"loanNumber": fmt.Sprintf("%d/%d", i, n+1)})
				if answer.Status != http.StatusOK {
					written <- fmt.Errorf("%d: %s", answer.Status, answer.Body)
					return
				}
			}
			written <- nil
		}()
	}
	var taken []object
	for range 5 {
		taken = append(taken, b.made(t, object{"format": "ndjson", "nouns": []any{"cases"}}))
	}
	for range ids {
		require.NoError(t, <-written)
	}
	b.PlaceEvents(t)
	for _, export := range taken {
		loans := map[any]any{}
		for line := range strings.Lines(string(b.file(t, export, "cases.ndjson"))) {
			var record object
			require.NoError(t, json.Unmarshal([]byte(line), &record))
			loans[record["id"]] = record["loanNumber"]
		}
		cursor := export["cursor"].(string)
		for more := true; more; {
			var events []object
			events, cursor, more = eventsOf(b.c.Get(t, "/rest/events?type=case.updated&after="+cursor))
			for _, e := range events {
				id, change := e["subject"].(object)["id"], e["changes"].(object)["loanNumber"].(object)
				require.Equal(t, loans[id], change["before"], "the first change behind the export is of what the export has")
				loans[id] = change["after"]
			}
		}
		for i, id := range ids {
			require.Equal(t, fmt.Sprintf("%d/%d", i, updates), loans[id], "nothing is missing")
		}
	}
}

// TestTableCSV are lists as text/csv.
func TestTableCSV(t *testing.T) {
	t.Parallel()
	b := newExportBench(t)
	program := b.Program(t, b.Harbor)
	for i := range 3 {
		b.c.Post(t, "/rest/cases", object{"program": program, "loanNumber": fmt.Sprintf("+%d", i)}, http.StatusCreated)
	}
	asCSV := b.c.With("Accept", "text/csv")
	read := func(t *testing.T, answer *resttest.Response) [][]string {
		require.Equal(t, http.StatusOK, answer.Status, string(answer.Body))
		require.Contains(t, answer.Header.Get("Content-Type"), "text/csv")
		require.Equal(t, `attachment; filename="cases.csv"`, answer.Header.Get("Content-Disposition"))
		table, err := csv.NewReader(bytes.NewReader(answer.Body)).ReadAll()
		require.NoError(t, err)
		return table
	}
	table := read(t, asCSV.Do(t, http.MethodGet, "/rest/cases?sort=-createdAt", nil))
	require.Equal(t, columns.Find("cases").Names(), table[0])
	require.Len(t, table, 4)
	require.Contains(t, table[1], "'+2", "in the order of the list, and no formula")
	require.Len(t, read(t, asCSV.Do(t, http.MethodGet, "/rest/cases?loanNumber=%2B1", nil)), 2, "the same filters")
	page := asCSV.Do(t, http.MethodGet, "/rest/cases?limit=2", nil)
	require.Len(t, read(t, page), 3)
	require.Contains(t, page.Header.Get("Link"), `rel="next"`)
	require.Len(t, read(t, b.As(b.Prairie.Token).With("Accept", "text/csv").Do(t, http.MethodGet, "/rest/cases", nil)), 1)

	asCSV.Do(t, http.MethodGet, "/rest/cases?status=nonsense", nil).Problem(t, http.StatusUnprocessableEntity, "invalid_value")
	b.As(b.None.Token).With("Accept", "text/csv").Do(t, http.MethodGet, "/rest/cases", nil).
		Problem(t, http.StatusForbidden, "api_access_not_enabled")
	b.As(b.Basic.Token).With("Accept", "text/csv").Do(t, http.MethodGet, "/rest/risk-profiles", nil).
		Problem(t, http.StatusForbidden, "risk_profiles_not_enabled")
	for accept, isCSV := range map[string]bool{
		"*/*": false, "application/json, text/csv;q=0.5": false, "text/csv, application/json;q=0.5": true, "text/csv;q=0, */*": false,
		"text/csv, */*": true, "text/csv;q=0.5, */*": false, "text/csv;q=0.5, */*;q=0.1": true, "text/*": true, "text/csv, text/*;q=0": true,
		"application/json;q=0, text/csv;q=0.1, */*": true, ";;": false, "application/hal+json": false,
	} {
		answer := b.c.With("Accept", accept).Do(t, http.MethodGet, "/rest/cases", nil)
		require.Equal(t, isCSV, strings.HasPrefix(answer.Header.Get("Content-Type"), "text/csv"), accept)
		require.Contains(t, answer.Header.Values("Vary"), "Accept")
	}
	for accept, path := range map[string]string{
		"text/csv": "/rest/audit-events", "text/*": "/rest/cases/" + unknownID, "text/csv;q=0": "/rest/cases", "application/xml": "/rest/cases",
	} {
		answer := b.c.With("Accept", accept).Do(t, http.MethodGet, path, nil)
		require.Contains(t, answer.Problem(t, http.StatusNotAcceptable, "not_acceptable")["detail"], "application/json")
	}
	require.Equal(t, http.StatusOK, b.c.With("Accept", "text/csv, */*;q=0.1").Do(t, http.MethodGet, "/rest/perils", nil).Status)
	keys := asCSV.Do(t, http.MethodGet, "/rest/assets?keys=true", nil)
	require.Equal(t, http.StatusOK, keys.Status)
}
