// Package page has what all lists share: the order, the bounds of a page, the cursors of lists and of the feed, and the
// connection that an answer has.
//
// It lies below the nouns of model: of this module it imports only fault and scalar. To add an order, add its constant
// to sort.go and the same value to the enum Sort of the schema; the noun's table in storage says which it has.
package page
