// Package patch stores members of an input in a record: a member that is left out changes nothing, null clears the value
// or is refused. Each function reports its violations, if it can have any.
//
// It lies below the nouns of model: of this module it imports only fault and scalar. A kind of member that two nouns
// have gets a function here; that of one noun stays beside it.
package patch
