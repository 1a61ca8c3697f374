package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// usage is CPU time in milliseconds, by who used it.
type usage struct{ node, coordinator, workers float64 }

func (u usage) plus(o usage) usage {
	return usage{u.node + o.node, u.coordinator + o.coordinator, u.workers + o.workers}
}

func (u usage) minus(o usage) usage {
	return usage{u.node - o.node, u.coordinator - o.coordinator, u.workers - o.workers}
}

func (u usage) each(n int) usage {
	by := float64(max(n, 1))
	return usage{u.node / by, u.coordinator / by, u.workers / by}
}

// usage returns what the node of a placement and all servers have used since they started.
func (r *scaleRig) usage(p *placement) (u usage, err error) {
	if u.node, err = cpuOf(p.product.Process.Pid); err != nil {
		return u, err
	}
	if u.coordinator, err = cpuOf(r.server.Pid()); err != nil {
		return u, err
	}
	for _, w := range r.workers {
		used, err := cpuOf(w.Pid())
		if err != nil {
			return u, err
		}
		u.workers += used
	}
	return u, nil
}

// cpuOf returns the CPU time that a process and its children have used, those that have ended too, in milliseconds.
func cpuOf(pid int) (total float64, err error) {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(files) == 0 {
		return 0, fmt.Errorf("CPU time cannot be read on this system: there is no /proc (%w)", os.ErrNotExist)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended meanwhile
		}
		of, parent, ticks := parseStat(string(text))
		if of == pid || parent == pid {
			total += ticks
		}
	}
	return total * 10, nil // a tick is a hundredth of a second on Linux
}

// parseStat reads process, parent and ticks of /proc/<pid>/stat: its own, and those of children that have ended.
func parseStat(text string) (pid, parent int, ticks float64) {
	number, rest, _ := strings.Cut(text, " (")
	pid, _ = strconv.Atoi(number)
	fields := strings.Fields(rest[strings.LastIndexByte(rest, ')')+1:]) // a name may have spaces
	const parentField, first, last = 1, 11, 14                          // utime, stime, cutime, cstime
	if len(fields) <= last {
		return pid, 0, 0
	}
	parent, _ = strconv.Atoi(fields[parentField])
	for _, field := range fields[first : last+1] {
		n, _ := strconv.ParseFloat(field, 64)
		ticks += n
	}
	return pid, parent, ticks
}
