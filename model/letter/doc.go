// Package letter has the wordings that lenders write for letters: templates over the members of evidence.Request, checked
// so that every wording that is saved can be written for every request.
//
// It lies above the nouns: it imports model, evidence and the rooms below, and model never imports it. A new member of
// evidence.Request is known to wordings by its field.
package letter
