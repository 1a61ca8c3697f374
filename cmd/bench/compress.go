package main

import "context"

// compressRows are what pages cost in gzip and zstd, compared with the plain ones: bytes, and CPU of the server.
func compressRows(ctx context.Context, r *rig, t *table) error {
	encodings := []string{"", "gzip", "zstd"}
	bytes, cpu := map[string][]float64{}, map[string][]float64{}
	for _, noun := range []string{"documents", "policies"} {
		costs := make([][]cost, len(encodings))
		contenders := make([]contender, len(encodings))
		for i, encoding := range encodings {
			job := r.get(r.product, r.data.Big, "/rest/"+noun+"?limit=50")
			job.Accept, job.Conns = encoding, writers
			contenders[i] = r.costed(&costs[i], []*process{r.product}, job)
		}
		if _, err := r.alternate(ctx, "pages of 50 "+noun+", plain, in gzip, in zstd", contenders...); err != nil {
			return err
		}
		for i, encoding := range encodings[1:] {
			bytes[encoding] = append(bytes[encoding], share(costs[i+1], costs[0], ofBytes))
			cpu[encoding] = append(cpu[encoding], share(costs[i+1], costs[0], ofServers))
		}
		progress("  %.0f, %.0f, %.0f bytes; %.3f, %.3f, %.3f ms of CPU", typical(costs[0], ofBytes), typical(costs[1], ofBytes),
			typical(costs[2], ofBytes), typical(costs[0], ofServers), typical(costs[1], ofServers), typical(costs[2], ofServers))
	}
	for _, encoding := range encodings[1:] {
		t.atMost("page of 50 documents / policies in "+encoding+", bytes ÷ plain", 0.10, bytes[encoding]...)
		t.atMost("the same, CPU of the server ÷ plain", 1.6, cpu[encoding]...)
	}
	return nil
}
