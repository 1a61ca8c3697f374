// The administration, as its people use it: Cal Admin of Harbor Example Bank signs in with the demo's provider.
import assert from 'node:assert/strict'
import { becomes, looks, seen, settled, watch, withBrowser } from '../page.js'

export default async function administration(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const gql = (query, variables) => world.gql(query, variables, { portfolio })
  await as(world, 'ana@harbor', portfolio, (ana) =>
    as(world, 'cal@harbor', portfolio, async (page) => {
      await page.getByRole('link', { name: 'Admin', exact: true }).click()
      await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
      await looks(page, 'administration')
      await people(page, ana, gql)
      await roles(page)
      await letters(page, gql)
      await notices(page, gql)
      await webhooks(page, gql)
      await accounts(page, world)
      await quotas(page)
    }),
  )
  await others(world, portfolio)
}

// as runs use with a page of somebody who signs in by their work address.
async function as(world, who, portfolio, use) {
  await withBrowser({}, async (context) => {
    const page = await context.newPage()
    const wrong = await watch(page, world.base, /401|422|404|400/)
    await page.goto(`${world.base}/console/${portfolio}`)
    await page.getByLabel('Work address').fill(`${who}.example.com`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await settled(page)
    await seen(page, use(page))
    assert.deepEqual(wrong, [])
  })
}

const tab = (page, name) => page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true })
const confirm = (page, name) => page.getByRole('dialog').getByRole('button', { name, exact: true })

// Somebody is linked to the user who has the tasks, suspended, and told so at their next click; the tasks are nobody's then.
async function people(page, ana, gql) {
  const { tasks } = await gql('{ tasks(first: 200, filter: {state: [open, inProgress, paused]}) { nodes { assignee { id displayName } } } }')
  const assigned = tasks.nodes.filter(({ assignee }) => assignee !== null)
  const user = assigned[0].assignee
  const many = assigned.filter(({ assignee }) => assignee.id === user.id).length
  await page.getByRole('main').getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Search the people').fill('lystad')
  await page.locator('[data-total="1"]').waitFor()
  await page.getByLabel('Search the people').fill('')
  await page.getByRole('table', { name: 'People' }).getByText('cal@harbor.example.com').waitFor()
  await looks(page, 'people')
  await page.getByRole('link', { name: 'Ana Lystad' }).click()
  await page.getByRole('button', { name: 'Link to a user…' }).click()
  await page.getByLabel('User of this portfolio').selectOption(user.id)
  await confirm(page, 'Save').click()
  await page.getByText(`Ana Lystad is ${user.displayName} in this portfolio.`).waitFor()
  const address = page.url()
  await page.getByRole('button', { name: 'Suspend…' }).click()
  const words = `${many} open ${many === 1 ? 'task goes' : 'tasks go'} back to nobody’s`
  await page.getByRole('dialog').getByText(words).waitFor()
  await looks(page, 'person-suspend')
  await confirm(page, 'Suspend').click()
  await page.getByRole('status').getByText(`Ana Lystad is suspended. ${words}`).waitFor()
  await page.getByRole('button', { name: 'Reactivate…' }).waitFor()
  await looks(page, 'person')
  await signedOut(ana)
  await ana.getByRole('dialog').getByText(/suspended/).waitFor()
  const left = async () => (await gql('query($id: ID!) { tasks(limit: 0, filter: {assignee: [$id], state: [open, inProgress, paused]}) { pageInfo { total } } }', { id: user.id })).tasks.pageInfo.total
  await becomes(left, 0, 'the tasks are nobody’s')
  await page.goto(address)
  await page.getByRole('button', { name: 'Reactivate…' }).click()
  await confirm(page, 'Reactivate').click()
  await page.getByText('Ana Lystad may sign in again.').waitFor()
  await page.getByRole('button', { name: 'Link to another user…' }).click()
  await page.getByLabel('User of this portfolio').selectOption('')
  await confirm(page, 'Save').click()
  await page.getByText('Ana Lystad is no user of this portfolio any more.').waitFor()
  await tab(page, 'People').click()
  await page.getByRole('link', { name: 'Cal Admin' }).click()
  await page.getByText('This is you.').waitFor()
}

// signedOut goes from screen to screen until the server knows that somebody may not be here any more: it does within seconds.
export async function signedOut(page) {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const next = async () => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'))
    await page.evaluate(() => document.querySelector('header nav a:not([aria-current])').click())
    await answered
  }
  await becomes(async () => (await dialog.count()) > 0 || (await next()), true, 'the page asks to sign in again')
}

async function roles(page) {
  await tab(page, 'Roles').click()
  const row = page.getByRole('row').filter({ hasText: 'Publish risk profiles' })
  await row.waitFor()
  const cells = async () => (await row.getByRole('cell').allInnerTexts()).map((text) => text.replace('●', '').trim())
  await becomes(cells, ['no', 'no', 'yes', 'yes'])
  await looks(page, 'roles')
}

// A wording is drafted, refused at its field, seen on a policy, saved, and taken back.
async function letters(page, gql) {
  await tab(page, 'Letters').click()
  await page.getByRole('table', { name: 'Letters' }).waitFor()
  await looks(page, 'letters')
  await page.getByRole('link', { name: 'Final reminder', exact: true }).click()
  const text = page.getByLabel('The letter’s text')
  await text.waitFor()
  await page.getByLabel('Subject').fill('Last call by {{.Lender.Name}}')
  await page.getByLabel('Opening', { exact: true }).fill('Loan {{.Loan}}: please answer.')
  await page.getByText('No letter can be written with this wording:').waitFor()
  await page.getByRole('button', { name: 'Save the wording' }).click()
  await page.locator('textarea[aria-invalid]').waitFor()
  await looks(page, 'letter-refused')
  await page.getByLabel('Opening', { exact: true }).fill('Please answer about the loan ')
  await page.getByRole('button', { name: 'Loan number' }).click()
  await becomes(() => page.getByLabel('Opening', { exact: true }).inputValue(), 'Please answer about the loan {{.LoanNumber}}')
  await page.reload()
  await page.getByText('What you typed of the wording before is still here').waitFor()
  await page.getByText('Last call by Harbor Example Bank').waitFor()
  const { policies } = await gql('{ policies(first: 5) { nodes { policyNumber case { loanNumber } } } }')
  const policy = policies.nodes.at(-1)
  await page.getByLabel('For the policy').fill(policy.policyNumber)
  await text.getByText(`Please answer about the loan ${policy.case.loanNumber}`).waitFor()
  await looks(page, 'letter')
  await page.getByRole('button', { name: 'Save the wording' }).click()
  await page.getByText('Your own wording, version 1').waitFor()
  const own = async () => (await gql('{ letterTemplates(filter: {isCurrent: true, step: [final]}) { nodes { subject } } }')).letterTemplates.nodes
  assert.deepEqual(await own(), [{ subject: 'Last call by {{.Lender.Name}}' }])
  await page.getByRole('button', { name: 'Back to the built-in wording…' }).click()
  await confirm(page, 'Use the built-in wording').click()
  await page.getByText('Letters have the built-in wording again.').waitFor()
  assert.deepEqual(await own(), [])
}

// A notice of lender-placed insurance that lacks what the law asks for is not saved; one that says it in other words around is.
async function notices(page, gql) {
  await tab(page, 'Notices').click()
  await page.getByRole('table', { name: 'Notices' }).waitFor()
  await page.getByRole('heading', { name: 'How the rules are read' }).waitFor()
  await looks(page, 'notices')
  await page.getByRole('link', { name: 'First notice', exact: true }).first().click()
  await page.getByText('It says all that the law asks for, which is marked.').waitFor()
  const text = page.getByLabel('The notice’s text')
  await text.locator('mark strong').first().waitFor()
  const wording = page.getByRole('textbox', { name: 'Wording' })
  const law = await wording.inputValue()
  await wording.fill(law.replace('You should immediately provide us', 'You may provide us'))
  await page.getByText('It cannot be saved like this:').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'You should immediately provide us' }).getByText('Missing', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save the wording' }).click()
  await page.locator('textarea[aria-invalid]').waitFor()
  await looks(page, 'notice-refused')
  await wording.fill(law.replace('{informationAsked}', 'Send us {informationAsked}'))
  await page.getByText('It cannot be saved like this:').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save the wording' }).click()
  await page.getByText('Your own wording, version 1').waitFor()
  await looks(page, 'notice')
  const own = async () => (await gql('{ noticeWordings(filter: {isCurrent: true, programme: [regX]}) { nodes { programme step } } }')).noticeWordings.nodes
  assert.equal((await own()).length, 1)
  await page.getByRole('button', { name: 'Back to the law’s words…' }).click()
  await confirm(page, 'Use the built-in wording').click()
  await page.getByText('Notices have the words of the law again.').waitFor()
  assert.deepEqual(await own(), [])
}

// secretsOf are the secrets that a page shows. They are read from the fields, and nowhere else is one to be found: not in the document, the
// history, what the browser keeps, nor in anything that the page's program still holds on to.
async function secretsOf(page) {
  const fields = page.locator('.once .secret input')
  await fields.first().waitFor()
  const secrets = await Promise.all((await fields.all()).map((field) => field.inputValue()))
  await nowhere(page, secrets)
  return secrets
}

// nowhere waits until no secret is part of the page: what has just been shown is forgotten a moment later.
const nowhere = (page, secrets) => becomes(() => found(page, secrets), 0, 'secrets are part of the page')

async function found(page, secrets) {
  const kept = await page.evaluate(async () => [
    document.documentElement.outerHTML, location.href, JSON.stringify(history.state), JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }),
    document.cookie, ...(await caches.keys()), JSON.stringify(await indexedDB.databases()),
  ])
  const session = await page.context().newCDPSession(page)
  const heap = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => heap.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const everything = kept.join('\n') + heap.join('')
  return secrets.filter((secret) => secret.length <= 20 || everything.includes(secret.slice(0, 24))).length
}

async function webhooks(page, gql) {
  await tab(page, 'Webhooks').click()
  await page.getByRole('table', { name: 'Receivers of events' }).waitFor()
  await looks(page, 'webhooks')
  await page.getByRole('link', { name: 'New receiver' }).click()
  await page.getByLabel('Address', { exact: true }).fill('http://hooks.example.com/covertrack')
  await page.getByLabel('What it is for').fill('The bank’s own desk')
  await page.getByText('Only some').click()
  await page.getByRole('group', { name: 'Tasks' }).getByLabel('completed').check()
  await page.getByRole('button', { name: 'Make the receiver' }).click()
  await page.locator('input[type=url][aria-invalid]').waitFor()
  await page.getByText('Address must begin with https://.').waitFor()
  await looks(page, 'webhook-refused')
  await page.getByLabel('Address', { exact: true }).fill('https://hooks.example.com/covertrack')
  await page.getByRole('button', { name: 'Make the receiver' }).click()
  const secrets = await secretsOf(page)
  assert.match(secrets[0], /^whsec_/)
  await looks(page, 'webhook-secret')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await nowhere(page, secrets)
  await page.getByRole('link', { name: 'Open it to send a test' }).click()
  await page.getByRole('heading', { name: 'The bank’s own desk', level: 1 }).waitFor()
  await becomes(() => page.getByRole('group', { name: 'Tasks' }).getByLabel('completed').isChecked(), true)
  const id = page.url().split('/').at(-1)
  await page.getByRole('button', { name: 'Send a test…' }).click()
  await confirm(page, 'Send a test').click()
  await page.getByRole('table', { name: 'Deliveries', exact: true }).getByText('webhook.test').waitFor()
  await page.getByRole('group', { name: 'Tasks' }).getByLabel('created').check()
  await page.getByRole('button', { name: 'Save the settings' }).click()
  await page.getByText('Saved.').waitFor()
  const endpoint = async () => (await gql('query($id: ID!) { webhookEndpoint(id: $id) { types enabled oldSecretUntil } }', { id })).webhookEndpoint
  assert.deepEqual((await endpoint()).types, ['taskCompleted', 'taskCreated'])
  await page.getByRole('button', { name: 'Rotate the secret…' }).click()
  await confirm(page, 'Rotate').click()
  assert.notEqual((await secretsOf(page))[0], secrets[0])
  await page.getByText(/^The secret before signs too until/).waitFor()
  await looks(page, 'webhook')
  await page.getByRole('button', { name: 'Pause…' }).click()
  await confirm(page, 'Pause').click()
  await page.getByText('Somebody disabled it.').waitFor()
  assert.equal((await endpoint()).enabled, false)
  await page.getByRole('button', { name: 'Enable…' }).click()
  await confirm(page, 'Enable').click()
  await page.getByRole('button', { name: 'Deliver again…' }).click()
  await confirm(page, 'Deliver again').click()
  await page.getByText(/delivered again\.$/).waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await confirm(page, 'Delete').click()
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  assert.equal(await endpoint(), null)
}

// A service account is made for both portfolios, its token renewed, its end changed, and revoked.
async function accounts(page, world) {
  const works = async (token) => (await fetch(`${world.base}/rest/cases?limit=1`, { headers: { Authorization: `Bearer ${token}` } })).status
  await tab(page, 'Service accounts').click()
  await page.getByRole('table', { name: 'Service accounts' }).waitFor()
  await looks(page, 'service-accounts')
  await page.getByRole('link', { name: 'New service account' }).click()
  await page.getByLabel('Live', { exact: true }).check()
  await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Viewer' })
  await page.getByLabel('Only from these addresses').fill('nowhere')
  await page.getByRole('button', { name: 'Make the service account' }).click()
  await page.locator('textarea[aria-invalid]').waitFor()
  await page.locator('input[aria-invalid]').first().waitFor()
  await looks(page, 'service-account-refused')
  await page.getByLabel('Name', { exact: true }).fill('Nightly report')
  await page.getByLabel('Only from these addresses').fill('')
  await page.getByRole('button', { name: 'Make the service account' }).click()
  const tokens = await secretsOf(page)
  assert.deepEqual(tokens.map((token) => token.slice(0, 5)), ['live_', 'test_'])
  assert.deepEqual(await Promise.all(tokens.map(works)), [200, 200])
  await looks(page, 'service-account-token')
  await tab(page, 'Service accounts').click()
  const row = page.getByRole('row').filter({ hasText: 'Nightly report' }).filter({ hasText: 'test' })
  await row.getByRole('link').click()
  await page.getByRole('button', { name: 'Rotate the token…' }).click()
  await confirm(page, 'Rotate').click()
  const [renewed] = await secretsOf(page)
  assert.deepEqual([await works(renewed), await works(tokens[1])], [200, 200])
  await page.getByText('Expires soon').waitFor()
  await looks(page, 'service-account')
  await page.getByRole('link', { name: 'Open the new one' }).click()
  await page.getByRole('button', { name: 'Change when it expires…' }).click()
  await page.getByLabel('Expires', { exact: true }).fill('2020-01-01')
  await confirm(page, 'Save').click()
  await page.getByRole('dialog').getByText('must be in the future').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Revoke…' }).click()
  await confirm(page, 'Revoke').click()
  await page.getByText('The token is revoked.').waitFor()
  await becomes(() => works(renewed), 401)
}

async function quotas(page) {
  await tab(page, 'Quotas').click()
  await page.getByRole('row').filter({ hasText: 'Records' }).getByText('5,000,000').waitFor()
  await looks(page, 'quotas')
}

// Who lacks the permission sees no entry, and is told in words when they come by address.
async function others(world, portfolio) {
  await as(world, 'bo@harbor', portfolio, async (page) => {
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'Exports' }).waitFor()
    assert.deepEqual(await page.getByRole('main').getByRole('link').allInnerTexts(), ['Risk profiles', 'Imports', 'Exports', 'Sandboxes'])
    for (const part of ['/people', '/letters', '/notices', '/webhooks', '/service-accounts', '/quotas']) {
      await page.goto(`${world.base}/console/${portfolio}/administration${part}`)
      await page.getByText('This page is for administrators of the lender. You are signed in as approver.').waitFor()
    }
    await looks(page, 'administration-refused')
  })
  await world.signedIn(
    async (page) => {
      await page.getByRole('link', { name: 'Admin', exact: true }).click()
      await page.getByRole('main').getByRole('link', { name: 'Quotas' }).waitFor()
      assert.deepEqual(await page.getByRole('main').getByRole('link').allInnerTexts(), ['Imports', 'Exports', 'Sandboxes', 'Quotas'])
    },
    { path: `/console/${portfolio}`, token: world.support },
  )
}
