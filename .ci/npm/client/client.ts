// A console's use of the generated client: node client/client.js <base URL> <token> <program id>
import assert from 'node:assert/strict'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import { CasesOfPortfolioDocument, CaseWithPoliciesDocument, HoldCaseDocument, OpenCaseDocument } from './generated.js'
import type { CreateCaseInput } from './generated.js'

const [base, token, program] = process.argv.slice(2) as [string, string, string]

interface Refusal {
  readonly message: string
  readonly extensions: { readonly code: string; readonly errors?: readonly { readonly pointer: string; readonly code: string }[] }
}

async function ask<Result, Variables>(document: TypedDocumentNode<Result, Variables>, variables: Variables): Promise<Result> {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query: print(document), variables }),
  })
  const { data, errors } = (await response.json()) as { data?: Result; errors?: readonly Refusal[] }
  if (errors?.[0]) throw Object.assign(new Error(errors[0].message), errors[0].extensions)
  assert(data)
  return data
}

const input: CreateCaseInput = { program, status: 'OPEN', loanNumber: 'LN-77', loanAmount: { amount: '1250000.00', currency: 'USD' }, metadata: { branch: 'north' } }
const { createCase: opened } = await ask(OpenCaseDocument, { input })
assert.equal(opened.loanAmount?.amount, '1250000.00')
assert.equal(opened.metadata['branch'], 'north')

const held = await ask(HoldCaseDocument, { id: opened.id })
assert.equal(held.putCaseOnHold.status, 'onHold')

const { cases } = await ask(CasesOfPortfolioDocument, { filter: { status: ['onHold'] }, limit: 10 })
assert.equal(cases.pageInfo.total, 1)
for (const contact of cases.nodes[0]?.insuranceContacts ?? []) {
  if (contact.__typename === 'User') assert(contact.role)
}
const found = await ask(CaseWithPoliciesDocument, { id: opened.id })
assert.deepEqual(found.case?.policies, [])
assert.equal((await ask(CaseWithPoliciesDocument, { id: 'none' })).case, null)
await assert.rejects(ask(OpenCaseDocument, { input: {} }), { code: 'program_xor_risk_profile' })
console.log('client: the generated TypeScript client opened, held, listed and read a case')
