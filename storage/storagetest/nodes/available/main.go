// Command available prints "available" if nodes can be opened on this machine, else why not. It ends with 1 if it could
// not find that out.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	missing, err := nodes.Missing(ctx)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	case missing != "":
		fmt.Println(missing)
	default:
		fmt.Println("available")
	}
}
