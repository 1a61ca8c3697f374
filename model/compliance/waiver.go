package compliance

import (
	"slices"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
)

// approvedWaivers returns the waivers that count, the lowest id first.
func approvedWaivers(waivers []*model.Waiver) []*model.Waiver {
	approved := slices.DeleteFunc(slices.Clone(waivers), func(w *model.Waiver) bool { return w.State != model.WaiverStateApproved })
	slices.SortFunc(approved, func(a, b *model.Waiver) int { return CompareIDs(a.ID, b.ID) })
	return approved
}

// codesWaived returns the codes that a waiver waives: those it names, else all but those of no cover.
// One of `no_policy` waives them all.
func codesWaived(w *model.Waiver) codeSet {
	if len(w.Codes) == 0 {
		return ^noCoverCodes
	}
	named := codesOf(w.Codes...)
	if named.has(codesOf(model.FindingCodeNoPolicy)) {
		return named | noCoverCodes
	}
	return named &^ noCoverCodes
}

// waivers are those that hold on a day at a target, the lowest id first.
type waivers []*model.Waiver

// codes returns what is waived.
func (ws waivers) codes() (set codeSet) {
	for _, w := range ws {
		set |= codesWaived(w)
	}
	return set
}

// Of returns the id Of the waiver Of a code; else Of that Of no cover, which waives the whole target.
func (ws waivers) of(code model.FindingCode) *uuid.UUID {
	for _, wanted := range []codeSet{codesOf(code), noCoverCodes} {
		for _, w := range ws {
			if codesWaived(w).has(wanted) {
				return new(w.ID)
			}
		}
	}
	return nil
}

// waiversAt returns the waivers that hold at a target.
func (l *lineup) waiversAt(t *Target) (held waivers) {
	for _, w := range l.waived {
		if w.AssetID == nil || t.Asset != nil && t.Asset.ID == *w.AssetID {
			held = append(held, w)
		}
	}
	return held
}

// assetID returns the id of the target's asset; nil for the case.
func (t *Target) assetID() *uuid.UUID {
	if t.Asset == nil {
		return nil
	}
	return new(t.Asset.ID)
}
