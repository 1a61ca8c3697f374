// Package receiver has the rules for receivers of webhooks: which URLs are safe to call, the secrets that sign deliveries,
// and how secrets are kept.
//
// It lies below the nouns of model: of this module it imports only fault and credentials.
package receiver
