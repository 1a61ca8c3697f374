// Command available prints "available" if nodes can be opened on this machine, else why not. It ends with 1 if it could
// not find that out.
package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"github.com/covertrack/covertrack/storage/storagetest/nodes"
)

func main() {
	answer, err := ask()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(answer)
}

func ask() (answer string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	missing, err := nodes.Missing(ctx)
	return cmp.Or(missing, "available"), err
}
