package compress

import (
	"strconv"
	"strings"
)

// negotiate returns the encoding to send (RFC 9110, 12.5.3), nil for none. required reports that the client refuses a
// response without one. Of two that are liked equally gzip is sent: some clients name zstd and cannot read it. A client
// that accepts nothing we have gets a plain response, as the RFC allows.
func negotiate(lines []string) (best *coding, required bool) {
	if len(lines) == 0 {
		return nil, false
	}
	highest := 0.0
	for _, c := range codings {
		if weight := weightOf(lines, c.name); weight > highest {
			best, highest = c, weight
		}
	}
	identity, given := find(lines, "identity")
	if given && identity > highest {
		return nil, false
	}
	if !given {
		identity, given = find(lines, "*")
	}
	return best, best != nil && given && identity == 0
}

func weightOf(lines []string, name string) float64 {
	weight, named := find(lines, name)
	if !named {
		weight, _ = find(lines, "*")
	}
	return weight
}

// find returns the weight of a name in the lines of Accept-Encoding. What is malformed is ignored. It parses the lines
// each time, so that negotiating allocates nothing.
func find(lines []string, name string) (weight float64, ok bool) {
	for _, line := range lines {
		for item := range strings.SplitSeq(line, ",") {
			said, parameter, weighted := strings.Cut(item, ";")
			said = strings.TrimSpace(said)
			isOldName := name == "gzip" && strings.EqualFold(said, "x-gzip")
			if !isOldName && !strings.EqualFold(said, name) {
				continue
			}
			if !weighted {
				return 1, true
			}
			key, value, _ := strings.Cut(parameter, "=")
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err == nil && q >= 0 && q <= 1 && strings.EqualFold(strings.TrimSpace(key), "q") {
				return q, true
			}
		}
	}
	return 0, false
}
