// Package placing moves placements as their days pass: whenever the rules say something new of one (model.Placement.NextAt), it is
// looked at while its case is locked, and saved with its audit event.
//
// A node that ends on the way leaves the rest to the next sweep, here or elsewhere: a look changes all of a placement, with its next
// time, or nothing.
//
// It may import graph/rates, model and storage.
package placing
