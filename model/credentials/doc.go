// Package credentials has the texts of API tokens, and the cipher for what one node writes and another must read. Who may
// use a token for what is in package model.
//
// It lies below the nouns of model: of this module it imports only fault.
package credentials
