// Package fault has the one error type of the domain: a code of the contract's table, a message for the caller and a
// cause for operators. A body that is wrong has violations, each with a pointer to its member.
//
// It lies below the nouns of model: it imports the standard library only. To add a code, add its constant to error.go;
// restcompat/status.go gives it a status.
package fault
