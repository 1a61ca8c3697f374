// Five persons on one case, each by their own way in: who makes it, who approves, who hands in evidence, who reviews it, and one of
// another lender, who finds nothing. In the end who made it is suspended, and the next click says so.
import assert from 'node:assert/strict'
import { becomes, looks, settled, watch, withBrowser } from '../page.js'
import { signedOut } from './administration.js'
import { inDays, makesCase, profileOf, typesPolicy } from './new-case.js'

const loan = 'FIVE-1'

export default async function test(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const profile = await profileOf(world, portfolio)
  const start = { path: `/console/${portfolio}/cases`, expected: /status of 4/ }
  await world.asPerson('Ana Lystad', async (ana, context) => {
    const id = await makes(ana, profile)
    const onCase = `/console/${portfolio}/cases/${id}`
    await ana.goto(world.base + onCase)
    await settled(ana)
    await asks(ana, 'The borrower raises the limit next month.')
    assert.equal(await ana.getByRole('region', { name: 'Exceptions' }).getByRole('button', { name: 'Approve' }).count(), 0, 'who asked')
    await world.asPerson('Bo Approve', (bo) => approves(world, bo, onCase, portfolio), start)
    await ana.getByRole('region', { name: 'Exceptions' }).getByText('Approved', { exact: true }).waitFor()
    const address = await makesLink(ana)
    await handsIn(world, address)
    await world.asPerson('Cal Admin', (cal) => reviews(world, cal, portfolio, id), start)
    await world.asPerson('Dee Lystad', (dee) => findsNothing(world, dee, onCase), { expected: /status of 4/ })
    await suspended(world, ana, context)
  }, start)
}

// makes a case and its policy, whose limit is too low.
async function makes(page, profile) {
  const id = await makesCase(page, profile, { loan, insured: 'Sandpiper Cove LLC', broker: 'ida@broker.example.com' })
  await typesPolicy(page, 'FIVE-P', '100,000')
  await page.getByRole('button', { name: 'All of them' }).click()
  await page.getByRole('checkbox', { name: 'Sandpiper Cove LLC' }).click()
  await page.getByRole('button', { name: 'Save the policy' }).click()
  await page.getByText('Policy FIVE-P is recorded.').waitFor()
  return id
}

const dialogOf = (page) => page.locator('dialog[open]')
const amiss = '.cell:has(.deficient), .cell:has(.unknown)'
const submit = (page) => dialogOf(page).locator('button[type=submit]').click()

// said waits for what is said when something is done, and until its dialog is gone.
async function said(page, text) {
  await page.locator('.done').getByText(text).waitFor()
  await dialogOf(page).waitFor({ state: 'detached' })
}

// asks for an exception from what is amiss of the building. Half of it is typed before a reload.
async function asks(page, reason) {
  await page.locator(amiss).first().click()
  await page.getByRole('button', { name: 'Request an exception' }).click()
  await dialogOf(page).getByLabel('Why').fill(reason)
  await page.reload()
  await settled(page)
  await page.getByText('not saved yet').waitFor()
  await page.getByRole('button', { name: 'Request an exception' }).click()
  await dialogOf(page).getByText('is still here').waitFor()
  assert.equal(await dialogOf(page).getByLabel('Why').inputValue(), reason)
  await dialogOf(page).getByLabel('Last day').fill(inDays(60))
  await looks(page, 'five-exception')
  await submit(page)
  await said(page, /is asked for\. Somebody else has to approve it\./)
}

// approves what Ana asked for, and cannot approve what she asks for herself: the page says so, and so does the server.
async function approves(world, page, onCase, portfolio) {
  await page.getByRole('link', { name: 'Exceptions', exact: true }).click()
  await page.getByRole('row').filter({ hasText: loan }).getByRole('button', { name: 'Approve' }).click()
  await dialogOf(page).getByText('The borrower raises the limit next month.').waitFor()
  await submit(page)
  await said(page, /is approved\.$/)
  await page.goto(world.base + onCase)
  await settled(page)
  await page.getByRole('region', { name: 'Exceptions' }).getByText(/by you/).waitFor()
  await page.locator(amiss).first().click()
  await page.getByRole('button', { name: 'Request an exception' }).click()
  await dialogOf(page).getByLabel('Why').fill('For myself.')
  await submit(page)
  await said(page, /is asked for\./)
  const own = page.getByRole('region', { name: 'Exceptions' }).getByRole('listitem').filter({ hasText: 'For myself.' })
  await own.getByText('Somebody else has to approve it').waitFor()
  assert.equal(await own.getByRole('button', { name: 'Approve' }).count(), 0)
  const { waivers } = await world.gql('{ waivers(filter: {state: [requested]}, first: 200) { nodes { id reason } } }', {}, { portfolio })
  const { id } = waivers.nodes.find(({ reason }) => reason === 'For myself.')
  const answer = await page.request.post(`${world.base}/graphql`, {
    headers: { 'X-Console': '1', Origin: world.base, 'X-Portfolio': portfolio },
    data: { query: 'mutation($id: ID!) { approveWaiver(id: $id) { id } }', variables: { id } },
  })
  assert.match(await answer.text(), /same_person/)
}

// makesLink is the address of a page for evidence, which is shown once.
async function makesLink(page) {
  await page.getByLabel('Actions for policy FIVE-P').click()
  await page.getByRole('button', { name: 'Link for evidence' }).click()
  await looks(page, 'five-link')
  await submit(page)
  await dialogOf(page).getByText('It is not shown again.').waitFor()
  const address = await dialogOf(page).getByLabel('Address').inputValue()
  await looks(page, 'five-address')
  await submit(page)
  await said(page, 'The link for evidence is made.')
  await becomes(() => page.evaluate((text) => document.documentElement.outerHTML.includes(text), address), false)
  return address
}

// handsIn is the broker, who needs no account.
async function handsIn(world, address) {
  await withBrowser({}, async (context) => {
    const page = await context.newPage()
    const wrong = await watch(page, world.base, /404/) // of a picture for the tab, which the page has not
    await page.goto(address)
    await page.getByLabel(/^PDF or pictures/).setInputFiles({ name: 'Evidence.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })
    await page.getByLabel('Policy number').fill('FIVE-Q')
    await page.getByLabel('Note to').fill('The number was mistyped.')
    await page.getByRole('button', { name: /^Send to/ }).click()
    await page.waitForURL(/\/received\//)
    assert.deepEqual(wrong, [])
  })
}

// linked makes Cal a user of the portfolio.
async function linked(world, portfolio) {
  const { people } = await world.gql('{ people(limit: 200) { nodes { id name } } }')
  const { users } = await world.gql('{ users(filter: {active: true}, first: 1) { nodes { id } } }', {}, { portfolio })
  const [{ id }] = users.nodes
  const person = people.nodes.find(({ name }) => name === 'Cal Admin').id
  await world.gql('mutation($id: ID!, $person: ID) { linkUser(id: $id, person: $person) { id } }', { id, person }, { portfolio })
  return id
}

// reviews what came in: another person than who made the link accepts it.
async function reviews(world, page, portfolio, caseId) {
  const user = await linked(world, portfolio)
  await page.goto(`${world.base}/console/${portfolio}/tasks?whose=all&type=reviewDocument&state=open`)
  await settled(page)
  await becomes(() => page.getByLabel('I work as').inputValue(), user, 'who works is known without choosing')
  await page.locator('.item').filter({ hasText: loan }).click()
  await page.getByText('The number was mistyped.').waitFor()
  await looks(page, 'five-review')
  await page.locator('.detail').getByRole('button', { name: 'Accept…' }).click()
  await submit(page)
  await dialogOf(page).waitFor({ state: 'detached' })
  const { case: of } = await world.gql(
    'query($id: ID!) { case(id: $id) { policies { policyNumber } tasks { type state } documents { name } } }',
    { id: caseId },
    { portfolio },
  )
  assert.deepEqual(of.policies, [{ policyNumber: 'FIVE-Q' }])
  assert.equal(of.tasks.find(({ type }) => type === 'reviewDocument').state, 'completed')
  assert.equal(of.documents.length, 1)
}

// findsNothing: for another lender's analyst the address is one of nothing.
async function findsNothing(world, page, onCase) {
  await page.goto(world.base + onCase)
  await page.locator('.problem, .empty').first().waitFor()
  const text = await page.locator('body').innerText()
  assert.ok(!text.includes(loan) && !text.includes('Harbor'), text)
}

// leaves: the company's directory says that Ana is not active any more, as Entra says it.
async function leaves(world) {
  const { identityProviders } = await world.gql('{ identityProviders { id issuer } }')
  const { id: provider } = identityProviders.find(({ issuer }) => issuer.endsWith('/harbor'))
  const { made } = await world.gql('mutation($id: ID!) { made: createScimToken(identityProvider: $id) { text url } }', { id: provider })
  const scim = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${made.text}`, 'Content-Type': 'application/scim+json' }
    const response = await fetch(made.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    assert.ok(response.ok, `${method} ${path}: ${response.status}`)
    return response.status === 204 ? {} : response.json()
  }
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], externalId: 'harbor-ana', userName: 'ana@harbor.example.com', active: true }
  const { Resources: found } = await scim('GET', `/Users?filter=${encodeURIComponent('externalId eq "harbor-ana"')}`)
  const { id } = found?.[0] ?? (await scim('POST', '/Users', user))
  const operation = { op: 'Replace', path: 'active', value: 'False' }
  await scim('PATCH', `/Users/${id}`, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [operation] })
}

// suspended: the next click says so, and so does the provider's way in.
async function suspended(world, page, context) {
  await leaves(world)
  await signedOut(page)
  await page.getByRole('dialog', { name: 'Sign in again' }).getByText('your account is suspended').waitFor()
  await looks(page, 'five-suspended')
  const again = await context.newPage()
  await again.goto(`${world.base}/demo-login`)
  await again.getByRole('link', { name: 'Ana Lystad' }).click()
  await again.locator('.problem').getByText(/suspended|may not sign in/).waitFor()
}
