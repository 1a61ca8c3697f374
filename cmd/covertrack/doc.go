// Command covertrack is the whole program: the server of the API and its administration.
//
// This package only parses the command line (newRoot) and prints the exit's reason. Each command is in a package below it:
// serve, the server; admin, doctor, renewals, copies and sample, what people run beside it; command, what they share.
// openapi.go has the commands that describe the API, compress the encodings of responses, licenses the licences of what
// the program contains. They connect the parts and print; they have no rules and no SQL, and may import everything. To add
// a command, write its file and add it to newRoot.
package main
