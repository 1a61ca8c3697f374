// Package reader knows who takes an answer: how much of it the other end of the connection has taken, and when that is too
// slow. Both doors write through it.
//
// It may import nothing of the module.
package reader
