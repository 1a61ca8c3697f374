package model

import (
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model/fault"
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
	[]EventKind{
		{Name: "riskProfile.published", Action: "riskProfile.published"},
		{Name: "riskProfile.superseded", Action: "riskProfile.superseded"},
		{Name: "upload.signed", Action: "upload.signed"},
		{Name: "upload.announced", Action: "upload.announced"},
		{Name: "case.closed", Action: "case.updated", Member: "status", To: string(CaseStatusClosed)},
		{Name: "case.reopened", Action: "case.updated", Member: "status", From: string(CaseStatusClosed)},
		{Name: "case.held", Action: "case.updated", Member: "status", To: string(CaseStatusOnHold)},
		{Name: "case.released", Action: "case.updated", Member: "status", From: string(CaseStatusOnHold)},
		{Name: "policy.termStarted", Action: "policy.updated", Member: "termNumber"},
		{Name: "policy.held", Action: "policy.updated", Member: "status", To: string(PolicyStatusOnHold)},
		{Name: "policy.deactivated", Action: "policy.updated", Member: "status", To: string(PolicyStatusDeactivated)},
		{Name: "policy.reactivated", Action: "policy.updated", Member: "status", From: string(PolicyStatusDeactivated)},
		{Name: "policy.released", Action: "policy.updated", Member: "status", From: string(PolicyStatusOnHold)},
		{Name: "cancellation.reinstated", Action: "cancellation.updated", Member: "reinstatedOn"},
		{Name: "task.cancelled", Action: "task.cancelled"},
		{Name: "task.cancelled", Action: "task.updated", Member: "state", To: string(TaskStateCancelled)},
		{Name: "task.completed", Action: "task.updated", Member: "state", To: string(TaskStateCompleted)},
		{Name: "waiver.requested", Action: "waiver.created"},
		{Name: "waiver.approved", Action: "waiver.updated", Member: "state", To: string(WaiverStateApproved)},
		{Name: "waiver.rejected", Action: "waiver.updated", Member: "state", To: string(WaiverStateRejected)},
		{Name: "waiver.revoked", Action: "waiver.updated", Member: "state", To: string(WaiverStateRevoked)},
		{Name: "placement.created", Action: "placement.created"},
		{Name: "placement.updated", Action: "placement.updated"},
		{Name: "compliance.changed", Action: "case.verdictChanged"},
		{Name: "case.findingsChanged", Action: "case.findingsChanged"},
		{Name: "evidenceLink.revoked", Action: "evidenceLink.updated", Member: "revokedAt"},
		{Name: "evidence.submitted", Action: "evidence.created"},
		{Name: "evidence.accepted", Action: "evidence.updated", Member: "state", To: string(EvidenceStateAccepted)},
		{Name: "evidence.partlyAccepted", Action: "evidence.updated", Member: "state", To: string(EvidenceStatePartlyAccepted)},
		{Name: "evidence.rejected", Action: "evidence.updated", Member: "state", To: string(EvidenceStateRejected)},
		{Name: "printFile.confirmed", Action: "printFile.updated", Member: "state", To: string(PrintFileStateConfirmed)},
		{Name: "noticeWording.retired", Action: "noticeWording.updated", Member: "isCurrent", To: "false"},
		{Name: "letterTemplate.retired", Action: "letterTemplate.updated", Member: "isCurrent", To: "false"},
		{Name: "portfolio.loaded", Action: "portfolio.loaded"},
		{Name: "portfolio.demoLoaded", Action: "portfolio.demo_loaded"},
		{Name: "webhookEndpoint.disabled", Action: "webhookEndpoint.disabled"},
		{Name: "webhookEndpoint.secretRotated", Action: "webhookEndpoint.secretRotated"},
		{Name: "webhookEndpoint.tested", Action: "webhookEndpoint.tested"},
		{Name: "webhookEndpoint.replayed", Action: "webhookEndpoint.replayed"},
		{Name: "webhookDelivery.resent", Action: "webhookDelivery.resent"},
		{Name: "exportSchedule.deleted", Action: "exportSchedule.deleted"},
	},
	letterKinds("notice", "renewalNotice"),
	letterKinds("evidenceReply", "evidenceReply"),
	letterKinds("placementLetter", "placementLetter"),
	[]EventKind{{Name: "notice.resent", Action: "renewalNotice.resent"}},
	plainKinds(),
)

// plainKinds are the creations, the updates and the removals of nouns that the enum EventType has: case.created for caseCreated.
func plainKinds() (kinds []EventKind) {
	for _, t := range AllEventType {
		for _, done := range []string{"created", "updated", "deleted"} {
			noun, ok := strings.CutSuffix(string(t), upperFirst(done))
			if ok {
				kinds = append(kinds, EventKind{Name: noun + "." + done, Action: noun + "." + done})
			}
		}
	}
	return kinds
}

// letterKinds are the ways in which letters of a noun are settled.
func letterKinds(name, noun string) (kinds []EventKind) {
	for _, state := range AllRenewalNoticeState {
		if state != RenewalNoticeStatePlanned {
			kinds = append(kinds, EventKind{Name: name + "." + string(state), Action: noun + "." + string(state)})
		}
	}
	return kinds
}

// EventTypeOf returns what GraphQL calls a kind: caseHeld for case.held.
func EventTypeOf(name string) EventType {
	noun, done, _ := strings.Cut(name, ".")
	if done == "" {
		return EventType(noun)
	}
	return EventType(noun + upperFirst(done))
}

func upperFirst(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// EventTypeNames returns the names of all kinds, each once, in the order of the enum EventType.
func EventTypeNames() []string { return eventTypeNames }

var eventTypeNames = namesOfTypes(AllEventType)

// nameOfType has the name of each kind by its type.
var nameOfType = func() map[EventType]string {
	names := map[EventType]string{}
	for _, k := range EventKinds {
		names[EventTypeOf(k.Name)] = k.Name
	}
	return names
}()

// namesOfTypes returns the names of kinds, in the order of the types; never nil.
func namesOfTypes(types []EventType) []string {
	names := make([]string, 0, len(types))
	for _, t := range types {
		if name, ok := nameOfType[t]; ok {
			names = append(names, name)
		}
	}
	return names
}

// EventNames returns the names of the kinds that a filter asks for, by the types of GraphQL and by names; nil for all. A
// filter whose types and names have nothing in common finds nothing. `invalid_value` for a name that is of no kind.
func EventNames(types []EventType, names []string) ([]string, fault.Violations) {
	var vs fault.Violations
	for _, name := range names {
		if !slices.Contains(eventTypeNames, name) {
			vs.Say("type", fault.CodeInvalidValue, "must be a type of event such as case.held; %s is none", fault.Quote(name))
		}
	}
	if types == nil {
		return names, vs
	}
	asked := []string{}
	for _, name := range eventTypeNames {
		if slices.Contains(types, EventTypeOf(name)) && (names == nil || slices.Contains(names, name)) {
			asked = append(asked, name)
		}
	}
	return asked, vs
}
