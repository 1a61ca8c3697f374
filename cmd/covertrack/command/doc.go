// Package command has what the commands of the program share: flags and their environment variables, errors of usage and
// exit codes, the database and the object store that the flags name, the mail server, the log, and the transaction of an
// administrative command with its audit events (InTx). It may import everything except the commands.
package command
