// Everything that can be done on a case, each with what it says before it does it.
import assert from 'node:assert/strict'
import { becomes, looks } from '../page.js'
import { find } from './case.js'

const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const tidy = (text) => text.replace(/\s+/g, ' ')

export default async function test(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const gap = await find(world, portfolio, 'Two terms with a gap')
  const heron = await find(world, portfolio, 'Heron Bay')
  const open = (id) => `/console/${portfolio}/cases/${id}`
  await world.signedIn(
    async (page) => {
      await holds(page)
      await cancels(page)
      await newTerm(page, world, portfolio, gap.id)
      await deactivates(page)
      await closes(page, world, portfolio, gap.id)
    },
    { path: open(gap.id), expected: /422|409|status of 4/ },
  )
  await world.signedIn((page) => waivers(world, page, portfolio, heron.id), { path: open(heron.id) })
}

const dialogOf = (page) => page.locator('dialog[open]')

// act opens the dialog of an action, reads what it will do, does it, and waits for what is said then.
async function act(page, button, { says, fill, done }) {
  await button.click()
  const dialog = dialogOf(page)
  if (fill) await fill(dialog)
  for (const sentence of says) await dialog.getByText(sentence).first().waitFor()
  await dialog.locator('button[type=submit]').click()
  await over(page, done)
}

// over waits for what is said when an action is done, and until its dialog and its menu are gone: a button of theirs would go with them.
async function over(page, done) {
  await page.locator('.done').getByText(done).waitFor()
  await dialogOf(page).waitFor({ state: 'detached' })
  await page.locator('details.menu[open]').waitFor({ state: 'detached' })
}

// ofPolicy opens the actions of a policy and returns the one that is asked for.
async function ofPolicy(page, number, name) {
  const menu = page.locator('details', { has: page.getByLabel(`Actions for policy ${number}`) })
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click()
  return menu.getByRole('button', { name, exact: true })
}

const number = async (page) => (await page.getByRole('region', { name: 'Policies' }).locator('td a:not([aria-label])').first().innerText()).trim()

// holds puts the case on hold with all of its policies, releases it, and then its policies one by one.
async function holds(page) {
  await act(page, page.locator('.case-head').getByRole('button', { name: 'Put on hold' }), {
    says: [/The case and 4 of its 4 policies will be on hold/, /planned letters will wait/, /The verdict stays as it is/],
    done: 'The case is on hold.',
  })
  await page.locator('.case-head').getByText('On hold', { exact: true }).waitFor()
  await act(page, page.locator('.case-head').getByRole('button', { name: 'Release from hold' }), {
    says: [/The case will be “Open” again/, /4 policies stay on hold/],
    done: 'The case is released from hold.',
  })
  const links = await page.getByRole('region', { name: 'Policies' }).locator('td a:not([aria-label])').allInnerTexts()
  for (const policy of links) {
    await act(page, await ofPolicy(page, policy, 'Release from hold'), {
      says: [/The policy will be “Active” again/],
      done: `Policy ${policy} is released from hold.`,
    })
  }
  const first = links[0]
  await act(page, await ofPolicy(page, first, 'Put on hold'), {
    says: [/on hold until it is released/],
    done: `Policy ${first} is on hold.`,
  })
  await act(page, await ofPolicy(page, first, 'Release from hold'), {
    says: [/“Active” again/],
    done: `Policy ${first} is released from hold.`,
  })
  const stays = { says: [/Letters, cover and the verdict stay as they are/] }
  await act(page, await ofPolicy(page, first, 'Renewal in progress'), { ...stays, done: `Policy ${first} is marked as being renewed.` })
  await act(page, await ofPolicy(page, first, 'Active again'), { ...stays, done: `Policy ${first} is active again.` })
}

// cancels refuses a day outside of the term, keeps what was typed, and takes one in it; then it reinstates.
async function cancels(page) {
  const policy = await number(page)
  await (await ofPolicy(page, policy, 'Cancel')).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Cover ends at the beginning of').fill('2019-06-01')
  await dialog.getByText('No term of the policy contains June 1, 2019.').waitFor()
  await dialog.getByLabel('Why it was cancelled').selectOption({ label: 'Carrier does not want the risk' })
  await dialog.getByRole('button', { name: 'Record the cancellation' }).click()
  await dialog
    .locator('.field .error')
    .getByText(/none of the policy’s terms|none of the policy's terms/)
    .waitFor()
  assert.equal(await dialog.getByLabel('Why it was cancelled').inputValue(), 'underwriting')
  assert.equal(await dialog.getByLabel('Cover ends at the beginning of').inputValue(), '2019-06-01')
  await looks(page, 'case-cancel')
  await dialog.getByLabel('Cover ends at the beginning of').fill(inDays(10))
  await dialog.getByText(/^Cover ends at the beginning of .*days before the term does\.$/).waitFor()
  await dialog.getByText(/what the lender requires of Building, .* is judged without this policy/).waitFor()
  await dialog.getByRole('button', { name: 'Record the cancellation' }).click()
  await over(page, `The cancellation of policy ${policy} is recorded.`)
  await page.getByRole('region', { name: 'Policies' }).getByText('Cancelled').waitFor()
  await page.getByRole('region', { name: 'Open tasks' }).getByRole('link', { name: 'Follow up a cancellation' }).waitFor()
  await page
    .getByRole('region', { name: 'What happened' })
    .getByText(/: cancelled from /)
    .first()
    .waitFor()
  await act(page, await ofPolicy(page, policy, 'Reinstate'), {
    fill: (dialog) => dialog.getByLabel('Cover begins again at the beginning of').fill(inDays(15)),
    says: [/There is none for 5 days/, /The task to follow up the cancellation is completed/],
    done: `Policy ${policy} is reinstated.`,
  })
  await page.getByRole('region', { name: 'Policies' }).getByText('Cancelled').waitFor({ state: 'detached' })
}

// newTerm says that all is as before but the deductible, which it changes.
async function newTerm(page, world, portfolio, id) {
  const policy = await number(page)
  await act(page, await ofPolicy(page, policy, 'New term'), {
    fill: async (dialog) => {
      await dialog.getByLabel('Premium, USD').fill('33,000')
      const ends = await dialog.getByLabel('Ends on').inputValue()
      await dialog.getByLabel('Starts on').fill(ends)
      await dialog.getByText('A term ends after it starts.').waitFor()
      await dialog.getByLabel('Ends on').fill(new Date(Date.parse(ends) + 365 * 86_400_000).toISOString().slice(0, 10))
      await dialog.getByLabel(/Carrier: \w/).check()
      assert.equal(await dialog.getByLabel(/Limits: \w/).isChecked(), false)
      await dialog.getByRole('button', { name: 'All as before' }).click()
      await becomes(() => dialog.getByLabel(/Limits: \w/).isChecked(), true)
      await dialog.getByLabel('Deductible, USD').fill('7,500')
      assert.equal(await dialog.getByLabel(/Deductible: /).count(), 0, 'the form says it itself')
      await looks(page, 'case-new-term')
    },
    says: [/^Term 3 will run from /, /there is no cover for 36\d days/, /planned letters about term 2 will not be sent/],
    done: `Term 3 of policy ${policy} is recorded.`,
  })
  await page.getByRole('region', { name: 'Policies' }).getByText('term 3').waitFor()
  await page
    .getByRole('region', { name: 'What happened' })
    .getByText(/: term 3 began: /)
    .waitFor()
  const { case: of } = await world.gql('query($id: ID!) { case(id: $id) { policies { policyNumber carriedOver termNumber } } }', { id }, { portfolio })
  assert.deepEqual(of.policies.find(({ policyNumber }) => policyNumber === policy), { policyNumber: policy, carriedOver: [], termNumber: 3 })
}

async function deactivates(page) {
  const policy = (await page.getByRole('region', { name: 'Policies' }).locator('td a:not([aria-label])').allInnerTexts())[1]
  await act(page, await ofPolicy(page, policy, 'Deactivate'), {
    says: [/what the lender requires of General Liability is judged without this policy/, /planned letters will not be sent/],
    done: `Policy ${policy} is deactivated.`,
  })
  await page.locator('.case-head').getByText('Deficient').waitFor()
  await page
    .getByRole('region', { name: 'What happened' })
    .getByText(/^Verdict from .* to deficient: .*primary layer missing/)
    .first()
    .waitFor()
  await act(page, await ofPolicy(page, policy, 'Reactivate'), {
    says: [/It counts as cover again/],
    done: `Policy ${policy} is active again.`,
  })
}

// closes closes the case, which then is read only, and reopens it.
async function closes(page, world, portfolio, id) {
  await act(page, page.locator('.case-head').getByRole('button', { name: 'Put on hold' }), { says: [], done: 'The case is on hold.' })
  await act(page, page.locator('.case-head').getByRole('button', { name: 'Release from hold' }), {
    fill: (dialog) => dialog.getByLabel('Release its policies too').check(),
    says: [/put on hold with the case are released too/],
    done: 'The case is released from hold.',
  })
  await page.getByRole('region', { name: 'Policies' }).getByText('On hold', { exact: true }).first().waitFor({ state: 'detached' })
  await act(page, page.getByRole('button', { name: 'Close…' }), {
    fill: async (dialog) => {
      await dialog.getByLabel('Why').selectOption({ label: 'Loan sold' })
      await dialog.getByLabel('As of').fill(inDays(-3))
      await dialog.getByLabel('Note').fill('To Example Servicing.')
    },
    says: [/no verdict any more/, /nothing on it can be changed until the case is reopened/],
    done: 'The case is closed.',
  })
  const head = page.locator('.case-head')
  await head.getByText(/^Closed as of .*: loan sold\./).waitFor()
  await head.getByText('“To Example Servicing.”').waitFor()
  await looks(page, 'case-closed')
  for (const name of ['Put on hold', 'Add a document', 'Request an exception']) assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  assert.equal(await page.getByRole('region', { name: 'Policies' }).getByText('Actions').count(), 0)
  const { case: closed } = await world.gql('query($id: ID!) { case(id: $id) { status closure { reason on note } } }', { id }, { portfolio })
  assert.deepEqual(closed, { status: 'closed', closure: { reason: 'sold', on: `${inDays(-3)}T00:00:00.000Z`, note: 'To Example Servicing.' } })
  await act(page, page.getByRole('button', { name: 'Reopen' }), { says: [/“Open” again/], done: 'The case is open again.' })
  await page.locator('.case-head').getByRole('button', { name: 'Put on hold' }).waitFor()
}

// waivers asks for one, which who asked cannot approve; somebody else's is approved, and revoked.
async function waivers(world, page, portfolio, id) {
  const region = page.getByRole('region', { name: 'Exceptions' })
  await page.getByRole('button', { name: /Flood.*Deficient/ }).click()
  await act(page, page.getByRole('button', { name: 'Request an exception' }), {
    fill: async (dialog) => {
      await dialog.getByLabel('Why').fill('The borrower moves the stock out of the basement.')
      await dialog.getByLabel('Last day').fill(inDays(30))
    },
    says: [/Nothing changes until somebody else approves it/, /for limit too low, up to and including/],
    done: /^An exception for Flood .* is asked for\./,
  })
  const mine = region.getByRole('listitem').filter({ hasText: 'out of the basement' })
  await mine.getByText('You asked for this exception. Somebody else has to approve it').waitFor()
  assert.equal(await mine.getByRole('button', { name: 'Approve' }).count(), 0)
  assert.match(tidy(await mine.innerText()), /Asked for by you/)
  await looks(page, 'case-waivers')
  await act(page, mine.getByRole('button', { name: 'Reject' }), {
    says: [/will never count/],
    done: /^The exception for Flood .* is rejected\./,
  })

  const { caseCompliance } = await world.gql(
    'query($id: ID!) { caseCompliance(id: $id) { demands { coverageType { id name } targets { assetId verdict } } } }',
    { id },
    { portfolio },
  )
  const flood = caseCompliance.demands.find(({ coverageType }) => coverageType.name === 'Flood')
  const input = {
    caseId: id,
    coverageType: flood.coverageType.id,
    asset: flood.targets[0].assetId,
    codes: ['limit_too_low'],
    reason: 'Asked for by the lender.',
  }
  await world.gql('mutation($input: CreateWaiverInput!) { createWaiver(input: $input) { id } }', { input }, { token: world.token })
  const theirs = region.getByRole('listitem').filter({ hasText: 'Asked for by the lender.' })
  await act(page, theirs.getByRole('button', { name: 'Approve' }), {
    says: [/is an exception for limit too low, for ever/],
    done: /is approved\.$/,
  })
  await page.locator('.case-head').getByText('Exception').waitFor()
  await act(page, theirs.getByRole('button', { name: 'Revoke' }), { says: [/no longer counts/], done: /is revoked\.$/ })
  await page.locator('.case-head').getByText('Deficient').waitFor()
}
