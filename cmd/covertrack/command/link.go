package command

import (
	"net/url"

	"github.com/urfave/cli/v3"

	"github.com/covertrack/covertrack/storage/postgres"
)

// Remark is what an operator should know about an installation.
type Remark struct {
	Found string
	ToDo  string // "" if nothing is to be done
}

// AboutLink says what is to be known of the way to the database.
func AboutLink(cmd *cli.Command, link postgres.Link) (remarks []Remark) {
	if !link.IsEncrypted && !IsLocal(link.Host) {
		remarks = append(remarks, Remark{"the connection to the database at " + link.Host + " is not encrypted",
			"add sslmode=verify-full to --database-url, and sslrootcert=FILE if its certificate is of your own authority"})
	}
	switch {
	case link.IsShared:
		remarks = append(remarks, Remark{"the database is behind a PgBouncer in transaction mode", ofPgBouncer(cmd)})
	case link.IsPooled:
		remarks = append(remarks, Remark{Found: "the database is behind a PgBouncer in session mode, or a pooler like it"})
	}
	return remarks
}

// ofPgBouncer says which settings for a PgBouncer in transaction mode are missing.
func ofPgBouncer(cmd *cli.Command) string {
	u, err := url.Parse(cmd.String("database-url"))
	options := err == nil && u.Query().Get(postgres.TimeoutsParam) == "off" && u.Query().Get("default_query_exec_mode") == "exec"
	if options && cmd.String("direct-url") != "" {
		return ""
	}
	return "name Postgres itself with --direct-url, and add session_timeouts=off&default_query_exec_mode=exec to --database-url"
}
