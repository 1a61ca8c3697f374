package model

import (
	"slices"
	"strings"
)

// EventKind is a kind of event in the feed: how it is called, and which audit events are of it.
type EventKind struct {
	Name   string // in REST and webhooks: case.held
	Action string // of the audit event
	Member string // that must have changed, for a kind of its own among the updates; "" for any
	From   string // the member's value before; "" for any
	To     string // the member's value after; "" for any
}

// EventKinds are all kinds, in the order in which they are tried: the first that fits is the one. An action that is not
// here, as of a node of a later release, is its own name.
var EventKinds = slices.Concat(
	kindsOf("user brokerage broker insuredGroup insured certificateHolder mortgageeClause program riskProfile document asset"),
	[]EventKind{
		{Name: "riskProfile.published", Action: "riskProfile.published"},
		{Name: "riskProfile.superseded", Action: "riskProfile.superseded"},
		{Name: "upload.signed", Action: "upload.signed"},
		{Name: "case.held", Action: "case.updated", Member: "status", To: string(CaseStatusOnHold)},
		{Name: "case.released", Action: "case.updated", Member: "status", From: string(CaseStatusOnHold)},
		{Name: "policy.termStarted", Action: "policy.updated", Member: "termNumber"},
		{Name: "policy.held", Action: "policy.updated", Member: "status", To: string(PolicyStatusOnHold)},
		{Name: "policy.deactivated", Action: "policy.updated", Member: "status", To: string(PolicyStatusDeactivated)},
		{Name: "policy.reactivated", Action: "policy.updated", Member: "status", From: string(PolicyStatusDeactivated)},
		{Name: "policy.released", Action: "policy.updated", Member: "status", From: string(PolicyStatusOnHold)},
		{Name: "cancellation.created", Action: "cancellation.created"},
		{Name: "cancellation.reinstated", Action: "cancellation.updated", Member: "reinstatedOn"},
		{Name: "task.cancelled", Action: "task.cancelled"},
		{Name: "task.cancelled", Action: "task.updated", Member: "state", To: string(TaskStateCancelled)},
		{Name: "task.completed", Action: "task.updated", Member: "state", To: string(TaskStateCompleted)},
		{Name: "waiver.requested", Action: "waiver.created"},
		{Name: "waiver.approved", Action: "waiver.updated", Member: "state", To: string(WaiverStateApproved)},
		{Name: "waiver.rejected", Action: "waiver.updated", Member: "state", To: string(WaiverStateRejected)},
		{Name: "waiver.revoked", Action: "waiver.updated", Member: "state", To: string(WaiverStateRevoked)},
		{Name: "compliance.changed", Action: "case.verdictChanged"},
	},
	kindsOf("case policy task"),
	noticeKinds(),
)

// kindsOf are the creations and the updates of nouns.
func kindsOf(nouns string) (kinds []EventKind) {
	for noun := range strings.FieldsSeq(nouns) {
		for _, done := range []string{".created", ".updated"} {
			kinds = append(kinds, EventKind{Name: noun + done, Action: noun + done})
		}
	}
	return kinds
}

// noticeKinds are the results of renewal notices.
func noticeKinds() (kinds []EventKind) {
	for _, state := range AllRenewalNoticeState {
		if state != RenewalNoticeStatePlanned {
			kinds = append(kinds, EventKind{Name: "notice." + string(state), Action: "renewalNotice." + string(state)})
		}
	}
	return append(kinds, EventKind{Name: "notice.resent", Action: "renewalNotice.resent"})
}

// eventTypeOf returns what GraphQL calls a kind: caseHeld for case.held.
func eventTypeOf(name string) EventType {
	noun, done, _ := strings.Cut(name, ".")
	if done == "" {
		return EventType(noun)
	}
	return EventType(noun + strings.ToUpper(done[:1]) + done[1:])
}

// EventTypeOf returns what GraphQL calls the kind of a name, and reports whether there is one.
func EventTypeOf(name string) (EventType, bool) {
	isKnown := slices.ContainsFunc(EventKinds, func(k EventKind) bool { return k.Name == name })
	return eventTypeOf(name), isKnown
}

// namesOfTypes returns the names of kinds, in the order of the types; never nil.
func namesOfTypes(types []EventType) []string {
	names := make([]string, 0, len(types))
	for _, t := range types {
		i := slices.IndexFunc(EventKinds, func(k EventKind) bool { return eventTypeOf(k.Name) == t })
		if i >= 0 {
			names = append(names, EventKinds[i].Name)
		}
	}
	return names
}

// EventNames returns the names of the kinds that a filter asks for; nil for all. `invalid_value` for a name that is of
// no kind. A filter whose types and names have nothing in common finds nothing.
func EventNames(types []EventType, names []string) ([]string, Violations) {
	var vs Violations
	known := map[string]bool{}
	for _, k := range EventKinds {
		known[k.Name] = true
	}
	for _, name := range names {
		if !known[name] {
			vs.Say("type", CodeInvalidValue, "is a type of event such as case.held; %q is none", name)
		}
	}
	if types == nil {
		return names, vs
	}
	asked := []string{}
	for name := range known {
		if slices.Contains(types, eventTypeOf(name)) && (names == nil || slices.Contains(names, name)) {
			asked = append(asked, name)
		}
	}
	slices.Sort(asked)
	return asked, vs
}
