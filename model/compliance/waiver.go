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
		return ^(noCoverCodes | applicabilityUnknown)
	}
	named := codesOf(w.Codes...) &^ applicabilityUnknown
	if named.has(codesOf(model.FindingCodeNoPolicy)) {
		return named | noCoverCodes
	}
	return named &^ noCoverCodes
}

// waivers are those that hold on a day at a target, the lowest id first.
type waivers []*model.Waiver

// codes returns what is waived whatever the peril or item.
func (ws waivers) codes() (set codeSet) {
	for _, w := range ws {
		if len(w.Details) == 0 {
			set |= codesWaived(w)
		}
	}
	return set
}

// forgiven returns the codes of checks 2 to 7d of which everything that a policy does not pass is waived.
func (ws waivers) forgiven(m *member) codeSet {
	if len(ws) == 0 {
		return 0
	}
	reached, left := codeSet(0), codeSet(0)
	for _, code := range deductibleCodes {
		switch told := m.seven.of(code) & m.seven.told; {
		case told == 0:
		case told&^m.sevenWaived.of(code) == 0:
			reached |= code
		default:
			left |= code
		}
	}
	for _, l := range m.details {
		switch code := codesOf(l.code); {
		case l.item == "":
		case ws.reach(&ruled{code: l.code, item: l.item}):
			reached |= code
		default:
			left |= code
		}
	}
	return ws.codes() | reached&^left
}

// perils returns the perils of which a code is waived.
func (ws waivers) perils(code codeSet) (set perilSet) {
	for _, w := range ws {
		if !codesWaived(w).has(code) {
			continue
		}
		if len(w.Details) == 0 {
			return ^perilSet(0)
		}
		for _, detail := range w.Details {
			if id, err := uuid.Parse(detail); err == nil {
				set |= perilsOf([]uuid.UUID{id})
			}
		}
	}
	return set
}

// allOrNone reports whether a code is waived of all of some perils, or of none.
func (ws waivers) allOrNone(code codeSet, perils perilSet) bool {
	waived := ws.perils(code) & perils
	return waived == 0 || waived == perils
}

// reach reports whether a finding is waived.
func (ws waivers) reach(f *ruled) bool {
	if f.perils != 0 { // of several alike
		return f.perils&^ws.perils(codesOf(f.code)) == 0
	}
	return slices.ContainsFunc(ws, func(w *model.Waiver) bool { return reaches(w, f) })
}

// reaches reports whether a waiver reaches a finding: with details only one that bears the peril or the item.
func reaches(w *model.Waiver, f *ruled) bool {
	return codesWaived(w).has(codesOf(f.code)) && (len(w.Details) == 0 || f.item != "" && slices.Contains(w.Details, f.item) ||
		f.peril != nil && slices.Contains(w.Details, f.peril.ID.String()))
}

// of returns the id of the waiver of a finding; else of that of no cover, which waives the whole target.
func (ws waivers) of(f *ruled) *uuid.UUID {
	for _, is := range []func(*model.Waiver) bool{
		func(w *model.Waiver) bool {
			return reaches(w, f) || f.perils&-f.perils&waivers{w}.perils(codesOf(f.code)) != 0
		},
		func(w *model.Waiver) bool { return len(w.Details) == 0 && codesWaived(w).has(noCoverCodes) },
	} {
		if i := slices.IndexFunc(ws, is); i >= 0 {
			return new(ws[i].ID)
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
	return &t.Asset.ID
}
