package model

import (
	"slices"

	"github.com/google/uuid"
)

// approvedWaivers returns the waivers that count, the lowest id first.
func approvedWaivers(waivers []*Waiver) []*Waiver {
	approved := slices.DeleteFunc(slices.Clone(waivers), func(w *Waiver) bool { return w.State != WaiverStateApproved })
	slices.SortFunc(approved, func(a, b *Waiver) int { return compareIDs(a.ID, b.ID) })
	return approved
}

// codes returns the codes that a waiver waives: those it names, else all but those of no cover.
// One of `no_policy` waives them all.
func (w *Waiver) codes() codeSet {
	if len(w.Codes) == 0 {
		return ^noCoverCodes
	}
	named := codesOf(w.Codes...)
	if named.has(codesOf(FindingCodeNoPolicy)) {
		return named | noCoverCodes
	}
	return named &^ noCoverCodes
}

// waivers are those that hold on a day at a target, the lowest id first.
type waivers []*Waiver

// codes returns what is waived.
func (ws waivers) codes() (set codeSet) {
	for _, w := range ws {
		set |= w.codes()
	}
	return set
}

// of returns the id of the waiver of a code; else of that of no cover, which waives the whole target.
func (ws waivers) of(code FindingCode) *uuid.UUID {
	for _, wanted := range []codeSet{codesOf(code), noCoverCodes} {
		for _, w := range ws {
			if w.codes().has(wanted) {
				return new(w.ID)
			}
		}
	}
	return nil
}

// waiversAt returns the waivers that hold at a target.
func (l *lineup) waiversAt(t *target) (held waivers) {
	for _, w := range l.waived {
		if w.AssetID == nil || t.asset != nil && t.asset.ID == *w.AssetID {
			held = append(held, w)
		}
	}
	return held
}

// assetID returns the id of the target's asset; nil for the case.
func (t *target) assetID() *uuid.UUID {
	if t.asset == nil {
		return nil
	}
	return new(t.asset.ID)
}
