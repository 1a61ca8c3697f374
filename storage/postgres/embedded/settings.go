package embedded

import "strconv"

// settings are the server's, given on the command line so that a new release of covertrack brings them to existing
// clusters. postgresql.conf in the data folder remains for what an operator tunes.
func (c *cluster) settings() []string {
	list := []string{
		"listen_addresses=",
		"port=" + strconv.Itoa(port),
		"unix_socket_directories=" + c.socketDir,
		"unix_socket_permissions=0700",
		"max_logical_replication_workers=0",
		"timezone=UTC",
		"log_timezone=UTC",
		"lc_messages=C", // launch reads them.
		"jit=off",       // Our statements are short: compiling them costs more than it saves.
		// Statements carry personal data. Errors of statements are the client's to report; the log is for the server itself.
		"logging_collector=off",
		"log_destination=stderr",
		"log_line_prefix=%m [%p] ",
		"log_statement=none",
		"log_min_duration_statement=-1",
		"log_min_error_statement=panic",
		"log_min_messages=log",
		"log_error_verbosity=terse",
	}
	if c.Ephemeral {
		list = append(list, ephemeralSettings...)
	}
	args := make([]string, 0, 2*len(list)+2)
	args = append(args, "-D", c.data)
	for _, setting := range list {
		args = append(args, "-c", setting)
	}
	return args
}

// ephemeralSettings trade durability for speed, and expect many small databases with a pool each, in memory.
var ephemeralSettings = []string{
	"fsync=off",
	"synchronous_commit=off",
	"full_page_writes=off",
	"wal_level=minimal",
	"max_wal_senders=0",
	"max_wal_size=256MB",
	"checkpoint_timeout=1h",
	"autovacuum=off",
	"max_connections=400",
}
