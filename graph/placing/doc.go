// Package placing moves placements as their days pass (sweep.go): whenever the rules say something new of one
// (model.Placement.NextAt), it is looked at while its case is locked, and saved with its audit event. What follows from a placement
// that was changed, by a person or by time, is in follow.go: tasks, and the end of its policy.
//
// A node that ends on the way leaves the rest to the next sweep, here or elsewhere: a look changes all of a placement, with its next
// time, or nothing.
//
// Letters to borrowers are written in the same look (letter.go); package renewal sends those that go by e-mail.
//
// It may import graph/jobs, graph/letter, graph/rates, graph/renewal, model and storage.
package placing
