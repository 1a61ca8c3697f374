// Tasks: one's own list by keyboard: take, pause, complete; the next one opens. And decisions about evidence.
import assert from 'node:assert/strict'
import { becomes, focused, looks, settled } from '../page.js'

const openStates = '[open, inProgress, paused]'

export default async function tasks(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const gql = (query, variables) => world.gql(query, variables, { portfolio })
  const { users } = await gql('{ users(filter: {active: true}) { nodes { id displayName } } }')
  const me = users.nodes.find((u) => u.displayName === 'Taylor Hill')
  const path = `/console/${portfolio}/tasks`
  await world.signedIn(
    async (page) => {
      await mine(page, gql, me)
      await lasts(world, page, me, world.base + path)
      await work(page, gql)
      await refused(page, gql)
      await take(page, gql, me, `${world.base}${path}?assignee=${me.id}&whose=all&type=collectEvidence&state=open`)
      await evidence(page, gql, `${world.base}${path}?assignee=${me.id}&whose=all&type=reviewDocument&state=open`)
    },
    { path },
  )
  await world.signedIn(
    async (page) => {
      await page.locator('.item').first().click()
      await page.locator('.detail h2').waitFor()
      assert.equal(await page.locator('.detail button:not(.who)').count(), 0, 'support moves nothing')
    },
    { path, token: world.support },
  )
}

const shown = (page) => page.locator('[data-task]').evaluateAll((items) => items.map((item) => item.getAttribute('data-task')))
const opened = (page) => new URL(page.url()).searchParams.get('task')
const item = (id) => `[data-task="${id}"]`

// One chooses once who one is, and the list is one's own by due date, with what is late first.
async function mine(page, gql, me) {
  await page.getByRole('heading', { name: /^Late \(\d+\)$/ }).waitFor()
  await looks(page, 'tasks')
  await page.getByLabel('I work as').selectOption({ label: `${me.displayName} (analyst)` })
  await page.getByRole('heading', { name: 'My tasks' }).waitFor()
  await page.waitForURL((url) => url.searchParams.get('assignee') === me.id)
  await settled(page)
  const { tasks } = await gql(`query($me: ID!) { tasks(sort: dueAt, filter: {assignee: [$me], state: ${openStates}}) { nodes { id } } }`, {
    me: me.id,
  })
  await page.locator(`[data-total="${tasks.nodes.length}"]`).waitFor()
  await becomes(() => shown(page), tasks.nodes.map((t) => t.id))
}

// Who works lasts: after a reload without it in the address, and after signing out and in again. The board's numbers are of
// everybody's tasks all the same.
async function lasts(world, page, me, url) {
  const chosen = async () => {
    await page.getByRole('heading', { name: 'My tasks' }).waitFor()
    await page.getByLabel('I work as').locator(`option[value="${me.id}"]`).waitFor({ state: 'attached' })
    await page.waitForURL((url) => url.searchParams.get('assignee') === me.id)
    await becomes(() => page.getByLabel('I work as').inputValue(), me.id)
  }
  await page.goto(url)
  await chosen()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await world.signIn(page, world.operator)
  await page.goto(url)
  await chosen()
  await page.getByRole('link', { name: 'Board' }).click()
  await page.getByRole('link', { name: 'All open tasks' }).click()
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await chosen()
  await settled(page)
}

// By keyboard alone: down, down, up, open; start it, pause it with a note, go on, complete it; the next one is open.
async function work(page, gql) {
  const ids = await shown(page)
  const { tasks } = await gql('query($ids: [ID!]!) { tasks(filter: {id: $ids}) { nodes { id state } } }', { ids })
  const at = ids.findIndex((id) => tasks.nodes.find((t) => t.id === id).state === 'open')
  for (let i = 0; i <= at; i++) {
    await page.keyboard.press('j')
    await focused(page, item(ids[i]))
  }
  await page.keyboard.press('ArrowDown')
  await focused(page, item(ids[at + 1]))
  await page.keyboard.press('k')
  await focused(page, item(ids[at]))
  await page.keyboard.press('Enter')
  await page.locator('.detail h2').waitFor()
  assert.equal(opened(page), ids[at])
  await focused(page, '.detail h2')

  await press(page, 'Start')
  await page.locator('.detail').getByText('In progress', { exact: true }).waitFor()
  await press(page, 'Pause…')
  await page.getByLabel('Note (optional)').fill('Waits for the broker')
  await page.keyboard.press('Enter')
  await page.locator('.detail').getByText('Paused', { exact: true }).waitFor()
  await page.locator('.detail .note').getByText('Waits for the broker').waitFor()
  await press(page, 'Go on')
  await page.locator('.detail').getByText('In progress', { exact: true }).waitFor()
  await press(page, 'Complete…')
  await page.getByText('a task that is over cannot be opened again').waitFor()
  await page.getByLabel('Note (optional)').fill('Answered by telephone')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('task') === ids[at + 1])
  await page.locator(item(ids[at])).waitFor({ state: 'detached' })
  await focused(page, '.detail h2')
  await page.getByRole('status').getByText('Completed. The next task is open.').waitFor({ state: 'attached' })
  const { task } = await gql('query($id: ID!) { task(id: $id) { state reason } }', { id: ids[at] })
  assert.deepEqual(task, { state: 'completed', reason: 'Answered by telephone' })
}

// Somebody else was faster: the dialog says so, and keeps what was typed.
async function refused(page, gql) {
  const id = opened(page)
  await press(page, 'Complete…')
  await page.getByLabel('Note (optional)').fill('Too late')
  await gql('mutation($id: ID!) { moveTask(id: $id, input: {state: cancelled}) { id } }', { id })
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('dialog').getByRole('alert').getByText('cannot become completed').waitFor()
  assert.equal(await page.getByLabel('Note (optional)').inputValue(), 'Too late')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function take(page, gql, me, url) {
  await page.goto(url)
  await settled(page)
  await page.locator('.item').filter({ hasText: 'nobody' }).first().click()
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.locator('.detail dd').getByText(me.displayName).waitFor()
  const moved = async () => (await gql('query($id: ID!) { task(id: $id) { state assigneeId } }', { id: opened(page) })).task
  await becomes(moved, { state: 'inProgress', assigneeId: me.id })
}

// Of the first submission all that was typed is shown beside the PDF, with the verdict after accepting; what is not ticked is
// not accepted. It begins the next term. The second is rejected with a reason.
async function evidence(page, gql, url) {
  await page.goto(url)
  await settled(page)
  await page.locator('.item').filter({ hasText: 'Heron Bay' }).click()
  await page.getByRole('heading', { name: /^Handed in/ }).waitFor()
  const file = page.locator('.review iframe')
  assert.match(await file.getAttribute('src'), /^\/files\/.*&inline=1#navpanes=0$/)
  assert.equal((await page.request.get(new URL(await file.getAttribute('src'), page.url()).href)).headers()['content-type'], 'application/pdf')
  const boxes = page.locator('.compare').getByRole('checkbox')
  const labels = ['Starts', 'Ends', 'Policy number', 'Carrier', 'Form', 'Deductible']
  await becomes(async () => (await page.locator('.compare tbody th').allInnerTexts()).map((label) => label.trim()), labels)
  assert.equal(await boxes.count(), await page.locator('.compare input:checked').count(), 'all are ticked to begin with')
  const after = page.getByRole('region', { name: 'After accepting' })
  await after.getByRole('heading', { name: /^After accepting: / }).waitFor()
  await looks(page, 'tasks-evidence')
  const first = opened(page)
  const { task: before } = await gql('query($id: ID!) { task(id: $id) { case { complianceHistory { id } } evidence { policy { carrier { name } } } } }', { id: first })
  await page.getByRole('checkbox', { name: 'Carrier' }).uncheck()
  await page.locator('[aria-label="After accepting"][aria-busy="false"]').waitFor()
  const { task: same } = await gql('query($id: ID!) { task(id: $id) { case { complianceHistory { id } } evidence { policy { carrier { name } } } } }', { id: first })
  assert.deepEqual(same, before, 'a trial writes nothing')
  await press(page, 'Accept…')
  await page
    .getByRole('dialog')
    .getByText(/^The next term begins: from /)
    .waitFor()
  await page.getByRole('dialog').getByText('2 files become documents of the case.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await page.waitForURL((url) => url.searchParams.get('task') !== first)
  const accepted = await gql('query($id: ID!) { task(id: $id) { state evidence { state accepted policy { termNumber } } } }', { id: first })
  assert.deepEqual(accepted.task, {
    state: 'completed',
    evidence: {
      state: 'partlyAccepted',
      accepted: ['startDate', 'endDate', 'policyNumber', 'coverageFormType', 'deductibles'],
      policy: { termNumber: 2 },
    },
  })

  const other = page.locator('.item').filter({ hasText: 'Larch Valley' })
  const second = await other.getAttribute('data-task')
  await other.click()
  await page.waitForURL((url) => url.searchParams.get('task') === second)
  await page.getByRole('button', { name: 'Reject…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  assert.equal(await page.getByLabel('What is wrong').evaluate((e) => e.validity.valueMissing), true, 'a reason is needed')
  await page.getByLabel('What is wrong').fill('The binder names another insured.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const rejected = await gql('query($id: ID!) { task(id: $id) { state evidence { state reason } } }', { id: second })
  assert.deepEqual(rejected.task, { state: 'completed', evidence: { state: 'rejected', reason: 'The binder names another insured.' } })
}

// press is a button by keyboard.
async function press(page, name) {
  await page.locator('.detail').getByRole('button', { name, exact: true, disabled: false }).press('Enter')
}
