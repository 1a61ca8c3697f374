package playground

// pickers are the queries that find ids for variables of the library: where a variable is "@cases", the page offers what
// the picker "cases" finds, each as `id` and `label`. A REST operation's ids have the pickers of its path.
var pickers = map[string]string{
	"actors":              `{ auditEvents(sort: createdAtDesc, limit: 200) { nodes { id: actorId label: actorName } } }`,
	"audit-events":        `{ auditEvents(sort: createdAtDesc, limit: 50) { nodes { id label: action } } }`,
	"assets":              `{ assets(sort: updatedAtDesc, limit: 50) { nodes { id label: displayName } } }`,
	"brokerages":          `{ brokerages(sort: updatedAtDesc, limit: 50) { nodes { id label: name } } }`,
	"brokers":             `{ brokers(sort: updatedAtDesc, limit: 50) { nodes { id label: email } } }`,
	"cases":               `{ cases(sort: updatedAtDesc, limit: 50) { nodes { id label: displayName } } }`,
	"certificate-holders": `{ certificateHolders(sort: updatedAtDesc, limit: 50) { nodes { id label: name } } }`,
	"deliveries":          `{ webhookDeliveries(sort: createdAtDesc, limit: 50) { nodes { id label: type } } }`,
	"documents":           `{ documents(sort: updatedAtDesc, limit: 50) { nodes { id label: name } } }`,
	"evidence":            `{ evidence(sort: updatedAtDesc, limit: 50) { nodes { id label: state } } }`,
	"evidence-links":      `{ evidenceLinks(sort: updatedAtDesc, limit: 50) { nodes { id label: createdAt } } }`,
	"export-schedules":    `{ exportSchedules(sort: updatedAtDesc, limit: 50) { nodes { id label: format } } }`,
	"exports":             `{ exports(sort: updatedAtDesc, limit: 50) { nodes { id label: createdAt } } }`,
	"imports":             `{ imports(sort: updatedAtDesc, limit: 50) { nodes { id label: createdAt } } }`,
	"insured-groups":      `{ insuredGroups(sort: updatedAtDesc, limit: 50) { nodes { id label: name } } }`,
	"insureds":            `{ insureds(sort: updatedAtDesc, limit: 50) { nodes { id label: displayName } } }`,
	"mortgagee-clauses":   `{ mortgageeClauses(sort: updatedAtDesc, limit: 50) { nodes { id label: wording } } }`,
	"policies":            `{ policies(sort: updatedAtDesc, limit: 50) { nodes { id label: displayName } } }`,
	"policy-versions":     `{ policyVersions(sort: updatedAtDesc, limit: 50) { nodes { id label: displayName } } }`,
	"programs":            `{ programs(sort: updatedAtDesc, limit: 50) { nodes { id label: name } } }`,
	"records": `{
  cases(sort: updatedAtDesc, limit: 25) { nodes { id label: displayName } }
  policies(sort: updatedAtDesc, limit: 25) { nodes { id label: displayName } }
}`,
	"renewal-notices":   `{ renewalNotices(sort: updatedAtDesc, limit: 50) { nodes { id label: step } } }`,
	"letter-templates":  `{ letterTemplates(sort: updatedAtDesc, limit: 50) { nodes { id label: subject } } }`,
	"placement-letters": `{ placementLetters(sort: updatedAtDesc, limit: 50) { nodes { id label: step } } }`,
	"print-files":       `{ printFiles(sort: updatedAtDesc, limit: 50) { nodes { id label: state } } }`,
	"notice-wordings":   `{ noticeWordings(sort: updatedAtDesc, limit: 50) { nodes { id label: step } } }`,
	"risk-profiles":     `{ riskProfiles(sort: updatedAtDesc, limit: 50) { nodes { id label: name } } }`,
	"sandboxes":         `{ sandboxes(limit: 50) { nodes { id label: name } } }`,
	"tasks":             `{ tasks(sort: updatedAtDesc, limit: 50) { nodes { id label: type } } }`,
	"users":             `{ users(sort: updatedAtDesc, limit: 50) { nodes { id label: displayName } } }`,
	"webhook-endpoints": `{ webhookEndpoints(sort: updatedAtDesc, limit: 50) { nodes { id label: url } } }`,
	"placements":        `{ placements(sort: updatedAtDesc, limit: 50) { nodes { id label: state } } }`,
	"waivers":           `{ waivers(sort: updatedAtDesc, limit: 50) { nodes { id label: reason } } }`,
}
