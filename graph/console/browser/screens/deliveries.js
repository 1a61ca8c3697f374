// Deliveries: notices by what became of them, and receivers of events with each attempt; both are sent again.
import assert from 'node:assert/strict'
import { looks, settled } from '../page.js'

export default async function deliveries(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const gql = (query, variables) => world.gql(query, variables, { portfolio })
  const path = `/console/${portfolio}/deliveries`
  await world.signedIn(
    async (page) => {
      await lists(page, gql)
      await sendAgain(page, gql)
      await receivers(page, gql)
    },
    { path },
  )
  await world.signedIn(
    async (page) => {
      await page.getByRole('table', { name: 'Notices' }).waitFor()
      await page.getByRole('link', { name: 'Receivers of events' }).click()
      await page.getByRole('table', { name: 'Receivers of events' }).waitFor()
      assert.equal(await page.locator('main td button').count(), 0, 'support sends nothing')
    },
    { path, token: world.support },
  )
}

// The list has what needs somebody to look at it, and its total is the server's.
async function lists(page, gql) {
  const total = async (states) =>
    (
      await gql('query($states: [RenewalNoticeState!]!) { renewalNotices(limit: 0, filter: {state: $states}) { pageInfo { total } } }', {
        states,
      })
    ).renewalNotices.pageInfo.total
  await page.locator(`[data-total="${await total(['failed', 'suppressed', 'skipped'])}"]`).waitFor()
  await looks(page, 'deliveries-notices')
  const chip = (name) => page.getByRole('group', { name: 'State' }).getByRole('button', { name, exact: true })
  await chip('Suppressed').click()
  await chip('Skipped').click()
  await page.waitForURL((url) => url.searchParams.get('state') === 'failed')
  await settled(page)
  await page.locator(`[data-total="${await total(['failed'])}"]`).waitFor()
  await chip('Suppressed').click()
  await chip('Failed').click()
  await page.waitForURL((url) => url.searchParams.get('state') === 'suppressed')
  await settled(page)
  await page.locator(`[data-total="${await total(['suppressed'])}"]`).waitFor()
}

async function sendAgain(page, gql) {
  const rows = page.getByRole('table', { name: 'Notices' }).locator('tbody tr')
  const id = new URL(await rows.first().getByTitle('Read the letter').getAttribute('href'), page.url()).searchParams.get('letter')
  const row = rows.filter({ has: page.locator(`a[href*="letter=${id}"]`) })
  const before = (await gql('query($id: ID!) { renewalNotice(id: $id) { attemptNumber } }', { id })).renewalNotice.attemptNumber
  await row.getByRole('button', { name: 'Send again…' }).click()
  await page.getByRole('dialog').getByText('This is a test portfolio: the letter is written and recorded, and nobody gets it.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await page
    .getByRole('status')
    .getByText('Suppressed: Written and not sent: a test portfolio never writes to a person.')
    .waitFor()
  const { renewalNotice } = await gql(
    'query($id: ID!) { renewalNotice(id: $id) { state attemptNumber attempts { requestedBy { kind } } } }',
    { id },
  )
  assert.equal(renewalNotice.state, 'suppressed')
  assert.equal(renewalNotice.attemptNumber, before + 1)
  assert.equal(renewalNotice.attempts.at(-1).requestedBy.kind, 'staff')

  await row.getByTitle('Read the letter').click()
  await page.getByRole('heading', { name: /^Letter: / }).waitFor()
  await page.getByText(/asked for it\.$/).waitFor()
  await page.goBack()
  await settled(page)
}

async function receivers(page, gql) {
  await page.getByRole('link', { name: 'Receivers of events' }).click()
  const table = page.getByRole('table', { name: 'Receivers of events' })
  const warehouse = table.getByRole('row').filter({ hasText: 'The data warehouse' })
  await warehouse.getByText('No delivery succeeded for five days').waitFor()
  await warehouse.getByRole('link').click()
  const list = page.getByRole('table', { name: 'Deliveries', exact: true })
  const failed = list.getByRole('row').filter({ hasText: 'case.updated' }).first()
  await failed.getByText('10 attempts, last timeout').click()
  await failed.getByText('upstream is being deployed').waitFor()
  await looks(page, 'deliveries-receivers')

  await failed.getByRole('button', { name: 'Send again…' }).click()
  await page.getByRole('dialog').getByText('although it is disabled').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await list.getByText(/^11 attempts/).waitFor()

  await warehouse.getByRole('button', { name: 'Test…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click()
  await list.getByRole('row').filter({ hasText: 'webhook.test' }).waitFor()
  await warehouse.getByRole('button', { name: 'Enable…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await warehouse.getByText('Gets events').waitFor()
  await warehouse.getByRole('button', { name: 'Deliver again…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver again' }).click()
  await page
    .locator('.note')
    .getByText(/delivered again\.$/)
    .waitFor()
  const { webhookEndpoints } = await gql('{ webhookEndpoints { nodes { description enabled } } }')
  assert.equal(webhookEndpoints.nodes.find((e) => e.description === 'The data warehouse').enabled, true)
}
