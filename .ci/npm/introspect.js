// Reads the schema with a token as graphql-js, GraphiQL and code generators do, with every option, and compares it with the source at
// /schema.graphql: node introspect.js <base URL> <token>
import assert from 'node:assert/strict'
import { GraphQLSchema, buildClientSchema, buildSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema, validateSchema } from 'graphql'

const [base, token] = process.argv.slice(2)
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const switches = ['descriptions', 'specifiedByUrl', 'directiveIsRepeatable', 'schemaDescription', 'inputValueDeprecation', 'oneOf']

export async function introspect(options) {
  const response = await fetch(`${base}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: getIntrospectionQuery(options) }) })
  const { data, errors } = await response.json()
  assert.equal(errors, undefined, JSON.stringify([options, errors]))
  return buildClientSchema(data)
}

const print = (schema) => printSchema(lexicographicSortSchema(schema)).split('\n')
export const source = await (await fetch(`${base}/schema.graphql`, { headers })).text()
export const whole = await introspect(Object.fromEntries(switches.map((name) => [name, true])))

const none = Object.fromEntries(switches.map((name) => [name, false]))
for (const options of [none, ...switches.map((name) => ({ ...none, [name]: true }))]) {
  assert.deepEqual(validateSchema(await introspect(options)), [])
}
// gqlgen's own directive, which the source does not name.
const ofSource = new GraphQLSchema({ ...whole.toConfig(), directives: whole.getDirectives().filter((d) => d.name !== 'defer') })
const [told, written] = [print(ofSource), print(buildSchema(source))]
const difference = told.findIndex((line, i) => line !== written[i])
assert.equal(difference, -1, `introspection tells ${told.slice(difference, difference + 5)}, where ${written.slice(difference, difference + 5)} is written`)
assert.equal(told.length, written.length)
console.log('introspect: read with each option and with all, and it is the schema as written')
