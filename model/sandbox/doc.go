// Package sandbox has the rules of sandboxes: who has which, and how their clocks move.
//
// It may import model, model/fault, model/page and model/scalar.
package sandbox
