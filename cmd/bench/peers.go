package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"text/tabwriter"

	"github.com/covertrack/covertrack/cmd/bench/fire"
)

const beginPeers, endPeers = "<!-- peers: written by `make bench ARGS=\"--only peers --publish docs/dev/performance.md\"` -->\n",
	"<!-- /peers -->"

// peerConnections is how many connections each peer has, as the product has on a small machine.
const peerConnections = 8

// peer is a server that is measured.
type peer struct {
	name      string
	server    *process
	list, get []fire.Result // by round
}

// peerScripts are the servers of the folder peers.
var peerScripts = []struct{ name, script string }{
	{"Fastify with SQL by hand", "fastify.js"}, {"Mercurius, fixed operations, its jit on", "mercurius.js"},
	{"PostGraphile 5, fixed operations", "postgraphile.js"},
}

// measurePeers compares servers that others write for the same tables: each with LIMIT, as the product is. Where node is
// not installed it measures nothing, says so, and is no failure.
func measurePeers(ctx context.Context, s settings) (err error) {
	t := newTable(s)
	dir, err := installPeers(ctx, s.folder)
	if errors.Is(err, errNoNode) {
		fmt.Println("SKIPPED: there is no node with npm on this machine, which run the peers.")
		return nil
	} else if err != nil {
		return err
	}
	r := &rig{settings: s}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.start(ctx); err != nil {
		return err
	}
	if t.postgres, err = r.version(ctx, database); err != nil {
		return err
	}
	for _, name := range []string{"NODE_ENV", "GRAPHILE_ENV"} {
		if err := os.Setenv(name, "production"); err != nil {
			return err
		}
	}
	peers := []*peer{{name: "LIMIT", server: r.byHand}, {name: "covertrack", server: r.product}}
	for _, p := range peerScripts {
		server, failed := startProcess(ctx, "node", filepath.Join(dir, p.script), "--database-url", r.server.DSN(database),
			"--base-url", baseURL, "--signing-key", signingKey, "--connections", strconv.Itoa(peerConnections))
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, server.stop()) }()
		peers = append(peers, &peer{name: p.name, server: server})
	}
	if err := r.comparePeers(ctx, peers); err != nil {
		return err
	}
	circumstances := t.circumstances() + " 16 clients."
	fmt.Printf("\n%s\n\n", circumstances)
	printPeers(os.Stdout, peers)
	if s.publish == "" {
		return nil
	}
	return publishBetween(s.publish, beginPeers, endPeers, circumstances+"\n\n"+peersText(peers))
}

// comparePeers checks the answers of all peers, and measures them.
func (r *rig) comparePeers(ctx context.Context, peers []*peer) error {
	var page struct{ Data []struct{ ID string } }
	path := "/rest/documents?limit=200&offset=" + strconv.Itoa(r.documents/3)
	if _, err := r.ask(ctx, http.MethodGet, path, r.data.Big, "", &page); err != nil {
		return err
	}
	var paths []string
	for _, d := range page.Data {
		paths = append(paths, "/rest/documents/"+d.ID)
	}
	for _, path := range []string{listPath, paths[0]} {
		if err := r.sameAnswers(ctx, peers, path); err != nil {
			return err
		}
	}
	lists, gets := make([]fire.Job, len(peers)), make([]fire.Job, len(peers))
	for i, p := range peers {
		lists[i], gets[i] = r.get(p.server, r.data.Big, listPath), r.get(p.server, r.data.Big, paths...)
		lists[i].Conns, gets[i].Conns = writers, writers
	}
	listed, err := r.fire(ctx, "list of 50, peers", lists...)
	if err != nil {
		return err
	}
	got, err := r.fire(ctx, "get by id, peers", gets...)
	for i := range got {
		peers[i].list, peers[i].get = listed[i], got[i]
	}
	return err
}

// sameAnswers fails unless all peers answer what the first does, whatever the order of the members.
func (r *rig) sameAnswers(ctx context.Context, peers []*peer, path string) error {
	var want any
	for i, p := range peers {
		var answer any
		at := &rig{product: p.server}
		if _, err := at.ask(ctx, http.MethodGet, path, r.data.Big, "", &answer); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if i == 0 {
			want = answer
		}
		if !reflect.DeepEqual(want, answer) {
			return fmt.Errorf("%s answers %s otherwise than %s: %.1500v, not %.1500v", p.name, path, peers[0].name, answer, want)
		}
	}
	return nil
}

// cells are a line of the table of the peers.
func (p *peer) cells(limit *peer) []any {
	return []any{p.name, of(p.list, rate), ratio(p.list, limit.list, rate), of(p.get, rate), ratio(p.get, limit.get, rate)}
}

func printPeers(w io.Writer, peers []*peer) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(out, "server\tlist of 50 a second\t÷ LIMIT\tget by id a second\t÷ LIMIT")
	for _, p := range peers {
		_, _ = fmt.Fprintf(out, "%s\t%.0f\t%.2f\t%.0f\t%.2f\n", p.cells(peers[0])...)
	}
	_ = out.Flush()
}

// peersText is the table of the peers as the document has it.
func peersText(peers []*peer) string {
	text := "| server | list of 50 a second | ÷ LIMIT | get by id a second | ÷ LIMIT |\n|---|---|---|---|---|\n"
	for _, p := range peers {
		text += fmt.Sprintf("| %s | %.0f | %.2f | %.0f | %.2f |\n", p.cells(peers[0])...)
	}
	return text
}
