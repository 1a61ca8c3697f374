package embedded

import "strconv"

// settings returns the arguments of the server. Settings are given here and not in postgresql.conf so that a new
// release of covertrack changes those of existing clusters too, and the file is left to the operator.
func (c *cluster) settings() []string {
	list := []string{
		"listen_addresses=",
		"port=" + strconv.Itoa(port),
		"unix_socket_directories=" + c.socketDir,
		"unix_socket_permissions=0700",
		"max_logical_replication_workers=0",
		"timezone=UTC",
		"log_timezone=UTC",
		"lc_messages=C",        // launch.go reads the messages.
		"random_page_cost=1.1", // Pages in memory or on an SSD cost about the same in any order: 4 is for disks that turn.
		// Statements contain personal data. Their errors go to the client; the log is about the server itself.
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
	list = append(list, c.Settings...)
	args := []string{"-D", c.data}
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
