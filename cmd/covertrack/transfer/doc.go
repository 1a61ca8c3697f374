// Package transfer has the commands that take a book in and out.
package transfer
