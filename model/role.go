package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/covertrack/covertrack/model/fault"
)

// RolePermissions is a role with what it may do.
type RolePermissions struct {
	Role        Role
	Permissions []Permission
}

// Roles is the one table of what each role may do. Each role of a lender may do what those before it may.
var Roles = func() []*RolePermissions {
	may := []Permission{PermissionAny}
	ofLender := func(role Role, more ...Permission) *RolePermissions {
		may = slices.Concat(may, more)
		return &RolePermissions{role, may}
	}
	lender := []*RolePermissions{
		ofLender(RoleViewer, PermissionRead),
		ofLender(RoleAnalyst, PermissionChangeRecords, PermissionRequestWaivers, PermissionSendNotices),
		ofLender(RoleApprover, PermissionDecideWaivers, PermissionSetRequirements, PermissionPublishRiskProfiles, PermissionDeactivate,
			PermissionReleaseImports),
		ofLender(RoleAdmin, PermissionAdministerUsers, PermissionAdministerLetters, PermissionAdministerWebhooks,
			PermissionAdministerPeople, PermissionAdministerTokens, PermissionSeeOrganizations),
	}
	return append(lender,
		&RolePermissions{RoleSupport, []Permission{PermissionAny, PermissionRead, PermissionSeeOrganizations, PermissionSupport}},
		&RolePermissions{RoleOperator, slices.Concat(may, []Permission{PermissionSupport, PermissionOperate})})
}()

// OfServiceAccount are the permissions of a service account that was made without a role: all that its organization may. It
// makes no tokens and touches no people, as a token that leaked could; the role `admin` gives it that by name.
var OfServiceAccount = slices.DeleteFunc(slices.Clone(permissionsOf(RoleAdmin)), func(p Permission) bool {
	return p == PermissionAdministerPeople || p == PermissionAdministerTokens || p == PermissionSeeOrganizations
})

// OfLender reports whether the role is for people of a lender, and not for the operator's staff.
func (r Role) OfLender() bool { return r.IsValid() && r != RoleSupport && r != RoleOperator }

func permissionsOf(role Role) []Permission {
	i := slices.IndexFunc(Roles, func(of *RolePermissions) bool { return of.Role == role })
	return Roles[i].Permissions
}

// Permissions are what the caller may do, as far as their plan and their token's scope let them.
func (p *Principal) Permissions() (may []Permission) {
	switch {
	case p.EvidenceLink != nil:
		return []Permission{PermissionHandInEvidence}
	case p.IsStaff() && *p.StaffRole == StaffRoleOperator:
		return permissionsOf(RoleOperator)
	case p.IsStaff():
		return permissionsOf(RoleSupport)
	case p.Actor.Kind != ActorKindPerson && len(p.Roles) == 0:
		return OfServiceAccount
	}
	for _, role := range p.Roles {
		if more := permissionsOf(role); role.OfLender() && len(more) > len(may) {
			may = more
		}
	}
	return may
}

// Allow returns nil if the caller may do what a root field does: their plan includes `to`, if that is not "", their role has
// the permission, and a token that only reads does not write. `api_access_not_enabled`, `risk_profiles_not_enabled`,
// `forbidden`.
func (p *Principal) Allow(to Entitlement, needs Permission, writes bool) error {
	if to != "" {
		if err := p.Require(to); err != nil {
			return err
		}
	}
	if !slices.Contains(p.Permissions(), needs) {
		return p.notAllowed(needs)
	}
	return p.RequireScope(writes)
}

func (p *Principal) notAllowed(needs Permission) error {
	var roles []string
	for _, of := range Roles {
		if of.Role.OfLender() && slices.Contains(of.Permissions, needs) {
			roles = append(roles, fmt.Sprintf("`%s`", of.Role))
		}
	}
	switch {
	case p.EvidenceLink != nil:
		return p.RequireToken()
	case needs == PermissionHandInEvidence:
		return fault.New(fault.CodeForbidden, "Only the page of an evidence link may do this.")
	case p.IsStaff():
		return fault.New(fault.CodeForbidden, "Support reads and never writes; an operator can do this.")
	case len(roles) == 0:
		return fault.New(fault.CodeForbidden, "Only the operator's staff may do this.")
	}
	return fault.New(fault.CodeForbidden, "Your role does not include `%s`; it takes the role %s. Ask your administrator.",
		needs, strings.Join(roles, " or "))
}
