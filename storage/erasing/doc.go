// Package erasing removes personal data for good, and repeats that in a backup that was restored.
//
// An erasure is one transaction of the owner of the tables: it removes or empties records, and takes what they said out of the
// trail, of letters and of stored answers. The list of erasures has ids alone. It is in the database and, written before that, in
// the object store: what is there and not in the database was erased after the backup, or was cut off. Files go by the clean-up of
// uploads, which knows of them from the same transaction. What has been kept for its time goes in the same way (keep.go), a case at
// a time and without the list: the rule finds it again.
package erasing
