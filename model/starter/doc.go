// Package starter has risk profiles to begin with, as data: what usual loans ask, each member with its source and edition.
// Lenders draft them and make them their own. A further profile costs its lines in profiles.json.
package starter
