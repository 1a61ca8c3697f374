package demo

import (
	"strings"

	"github.com/covertrack/covertrack/graph/signin/issuer"
	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/identity"
)

// Realm is whose people sign in with one issuer of the demo.
type Realm struct {
	issuer.Realm
	Lender string   // its name; "" for the operator
	Domain []string // of their addresses
}

// Realms are the people of the demo: of two lenders and of the operator.
func Realms() []*Realm {
	return []*Realm{
		realm("harbor", "Harbor Example Bank", "Harbor Example Bank",
			person("Ana Lystad", model.RoleAnalyst, "analyst"), person("Bo Approve", model.RoleApprover, "approver"),
			person("Cal Admin", model.RoleAdmin, "administrator")),
		realm("prairie", "Prairie Example Credit Union", "Prairie Example Credit Union",
			person("Dee Lystad", model.RoleAnalyst, "analyst"), person("Eli Viewer", model.RoleViewer, "reads only")),
		realm("operator", "The operator of covertrack", "", person("Ola Operator", model.RoleOperator, "operator")),
	}
}

func person(name string, role model.Role, title string) issuer.Person {
	return issuer.Person{Name: name, Roles: []string{string(role)}, Title: title}
}

func realm(name, title, lender string, people ...issuer.Person) *Realm {
	domain := name + ".example.com"
	for i := range people {
		first, _, _ := strings.Cut(strings.ToLower(people[i].Name), " ")
		people[i].Subject, people[i].Email = name+"-"+first, first+"@"+domain
	}
	return &Realm{Realm: issuer.Realm{Name: name, Title: title, People: people}, Lender: lender, Domain: []string{domain}}
}

// IsProvider reports whether a provider is that of the realm, at whatever address.
func IsProvider(p *identity.Provider, realm string) bool {
	return p.ClientID == issuer.ClientID && strings.HasSuffix(p.Issuer, issuer.Path+"/"+realm)
}
