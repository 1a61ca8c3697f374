// Package admin has the commands that administer an installation from the command line: organizations, tokens, quotas,
// portfolios, the feed of events and migrations, a file each. They print and hold no rules. To add a command, write its file
// and add it to newRoot in the program's main.go.
package admin
