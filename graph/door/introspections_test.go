package door

import (
	"fmt"
	"strings"
)

// Introspections are queries for the whole schema: as graphql-js writes them by default and with all its options, and
// as Rust's clients do.
var Introspections = map[string]string{
	"plain":        introspection("", "", "", 9),
	"all options":  introspection("description", "specifiedByURL isOneOf", "(includeDeprecated: true)", 9),
	"seven levels": introspection("", "", "(includeDeprecated: true)", 7),
}

// introspection writes the query with members of the schema and of types, with arguments on the lists of inputs, and
// with so many levels of wrapped types.
func introspection(ofSchema, ofType, deprecated string, levels int) string {
	directives, input := "name description locations", "name description type { ...TypeRef } defaultValue"
	if deprecated != "" {
		input += " isDeprecated deprecationReason"
	}
	if ofSchema != "" {
		directives += " isRepeatable"
	}
	return fmt.Sprintf(`query IntrospectionQuery {
		__schema { %[1]s queryType { name kind } mutationType { name kind } subscriptionType { name kind } types { ...FullType }
			directives { %[2]s args%[3]s { ...InputValue } } }
	}
	fragment FullType on __Type {
		kind name description %[4]s
		fields(includeDeprecated: true) { name description args%[3]s { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
		inputFields%[3]s { ...InputValue } interfaces { ...TypeRef }
		enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
		possibleTypes { ...TypeRef }
	}
	fragment InputValue on __InputValue { %[5]s }
	fragment TypeRef on __Type { kind name %[6]s kind name %[7]s }`,
		ofSchema, directives, deprecated, ofType, input, strings.Repeat("ofType { kind name ", levels), strings.Repeat("}", levels))
}
