// The look-up: whatever is pasted, what it is, whose, and what happened to it. A secret goes nowhere.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { looks } from '../page.js'

export default async function lookUp(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const made = await make(world, portfolio)
  await world.signedIn(
    async (page) => {
      await page.getByText('Paste whatever you were given').waitFor()
      await looks(page, 'lookup')
      await records(page, made, portfolio)
      await requests(page, made)
      await texts(page, made)
      await tokens(page, made)
      await webhooks(page, made)
      await nothing(page)
      await secrets(page, world)
    await world.gql('mutation ($id: ID!) { deleteWebhookEndpoint(id: $id) { id } }', { id: made.endpoint.id }, { portfolio })
    },
    { path: '/console/look-up' },
  )
  await asSupport(world, made)
}

// make changes a case under a request id of its own, and sends a message to a receiver that is nowhere.
async function make(world, portfolio) {
  const { cases } = await world.gql(
    '{ cases(limit: 200) { nodes { id loanNumber displayName policies { id policyNumber } tasks { id } } } }',
    {},
    { portfolio },
  )
  const [found] = cases.nodes.filter(
    ({ loanNumber, policies, tasks }) => loanNumber && policies.some(({ policyNumber }) => policyNumber) && tasks.length > 0,
  )
  const policy = found.policies.find(({ policyNumber }) => policyNumber)
  const request = `lookup-${randomUUID().slice(0, 8)}`
  const response = await fetch(`${world.base}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${world.operator}`,
      'X-Portfolio': portfolio,
      'X-Request-Id': request,
    },
    body: JSON.stringify({
      query: 'mutation ($id: ID!, $input: UpdateCaseInput!) { updateCase(id: $id, input: $input) { id } }',
      variables: { id: found.id, input: { metadata: { askedBy: request } } },
    }),
  })
  assert.equal((await response.json()).errors, undefined)
  const { auditEvents } = await world.gql(
    'query ($id: ID!) { auditEvents(filter: { subject: [$id] }, sort: createdAtDesc, limit: 1) { nodes { id actorId } } }',
    { id: found.id },
    { portfolio },
  )
  const { organizations, portfolios, tokens } = await world.gql(
    '{ organizations { id name } portfolios { id } tokens { id name organizationId } }',
  )
  const { endpoint } = await world.gql(
    'mutation { endpoint: createWebhookEndpoint(input: { url: "https://receiver.example/hook", enabled: false }) { id } }',
    {},
    { portfolio },
  )
  const { delivery } = await world.gql('mutation ($id: ID!) { delivery: testWebhookEndpoint(id: $id) { id } }', { id: endpoint.id }, { portfolio })
  const { webhookDeliveries } = await world.gql('{ webhookDeliveries(limit: 1) { nodes { eventId type } } }', {}, { portfolio })
  return {
    found,
    policy,
    request,
    event: auditEvents.nodes[0],
    organization: organizations[0],
    portfolios,
    token: tokens.find(({ organizationId }) => organizationId),
    endpoint,
    delivery,
    sent: webhookDeliveries.nodes[0],
  }
}

// look pastes a text and waits for the answer. The card has the title.
async function look(page, text, title) {
  const box = page.getByLabel('An id, a request id, a token id or a loan number')
  await box.fill(text)
  await box.press('Enter')
  await page.locator('section[aria-busy="false"]').waitFor()
  const card = page.locator('article').filter({ has: page.getByRole('heading', { name: title }) })
  await card.first().waitFor()
  return card.first()
}

async function records(page, { found, policy, event, organization, portfolios }, portfolio) {
  const card = await look(page, `  {${found.id.toUpperCase()}} `, `Case: ${found.displayName}`)
  await card.getByText('Harbor Example Bank, test').waitFor()
  await card.getByText('Case: updated').first().waitFor()
  await card.getByText(found.loanNumber).first().waitFor()
  await looks(page, 'lookup-case')
  const policyCard = await look(page, `https://covertrack.example/rest/policies/${policy.id}`, `Policy: ${policy.policyNumber}`)
  assert.equal(
    await policyCard.getByRole('link', { name: policy.policyNumber }).getAttribute('href'),
    `/console/${portfolio}/policies/${policy.id}`,
  )
  const task = await look(page, found.tasks[0].id, /^Task: /)
  await task.getByText('State', { exact: true }).waitFor()
  await look(page, event.id, 'Event: Case: updated')
  await look(page, organization.id, `Organization: ${organization.name}`)
  await look(page, portfolios[0].id, /^Portfolio: /)
}

async function requests(page, { request, found }) {
  const card = await look(page, `X-Request-Id: ${request}`, `Request: ${request}`)
  await card.getByText('Case: updated').waitFor()
  await card.getByRole('link', { name: found.id }).click()
  await page.getByRole('heading', { name: `Case: ${found.displayName}` }).waitFor()
}

async function texts(page, { found }) {
  await look(page, `Loan number: ${found.loanNumber}`, `Case: ${found.displayName}`)
  await page.getByLabel('Look up any id or loan number').fill('towr')
  await page.getByLabel('Look up any id or loan number').press('Enter')
  await page.getByText('These cases resemble it').waitFor()
  await page.getByText('Three-layer liability tower').first().waitFor()
  await looks(page, 'lookup-similar')
}

async function tokens(page, { token, event }) {
  const card = await look(page, token.id, `Token: ${token.name}`)
  await card.getByText('Last used').waitFor()
  await card.getByText('Works').waitFor()
  const staff = await look(page, event.actorId, /^Token: /)
  await staff.getByText('Staff of the operator').waitFor()
  await page.getByText('What it did here').nth(1).click()
  await page.locator('article').nth(2).getByText('Portfolio: read').first().waitFor()
  await looks(page, 'lookup-token')
}

async function webhooks(page, { endpoint, delivery, sent }) {
  await look(page, endpoint.id, 'Receiver of webhooks: https://receiver.example/hook')
  await look(page, delivery.id, 'Delivery to a receiver: webhook.test')
  const card = await look(page, `webhook-id: ${sent.eventId}`, `Message of a webhook: ${sent.type}`)
  await card.getByText('To whom it was sent').waitFor()
}

async function nothing(page) {
  const box = page.getByLabel('An id, a request id, a token id or a loan number')
  await box.fill(randomUUID())
  await box.press('Enter')
  await page.getByText('Nothing was found that you may see').waitFor()
  const before = await page.getByText(/left a trace since/).innerText()
  await page.getByRole('button', { name: 'Look 31 days further back' }).click()
  await page.waitForFunction((before) => ![...document.querySelectorAll('.card p')].some((p) => p.innerText === before), before)
  await page.getByText(/left a trace since/).waitFor()
}

// secrets are neither sent nor kept in the address, from whichever box or address they come.
async function secrets(page, world) {
  const sent = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  for (const label of ['An id, a request id, a token id or a loan number', 'Look up any id or loan number']) {
    await page.getByLabel(label).fill(world.support)
    await page.getByLabel(label).press('Enter')
    await page.getByText('You pasted the text of a token. It was not sent to the server.').waitFor()
    assert.equal(await page.getByLabel(label).inputValue(), '')
    assert.ok(!page.url().includes(world.support))
  }
  assert.ok(sent.every((text) => !text.includes(world.support)))
  await looks(page, 'lookup-secret')
}

async function asSupport(world, { token, found, request, event }) {
  await world.signedIn(
    async (page) => {
      await look(page, found.id, `Case: ${found.displayName}`)
      await look(page, event.actorId, /^Token: /)
      const card = await look(page, request, `Request: ${request}`)
      await card.getByText('Case: updated').waitFor()
      const box = page.getByLabel('An id, a request id, a token id or a loan number')
      await box.fill(token.id)
      await box.press('Enter')
      await page.getByText('Only operators may look up tokens').waitFor()
    },
    { path: '/console/look-up', token: world.support },
  )
}
