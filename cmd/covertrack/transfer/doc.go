// Package transfer has the commands that take a book in and out, and dossier verify, which checks the file of a loan.
package transfer
