// Waivers that await a decision: those of the whole portfolio, decided where they are listed.
import assert from 'node:assert/strict'
import { csvOf, looks, settled } from '../page.js'
import { find } from './case.js'

export default async function waivers(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const { id: caseId, displayName } = await find(world, portfolio, 'Heron Bay')
  const waiverOf = async (reason) => {
    const input = { caseId, coverageType: 'flood', codes: ['limit_too_low'], reason, expiresOn: '2099-06-01' }
    await world.gql('mutation($input: CreateWaiverInput!) { createWaiver(input: $input) { id } }', { input }, { token: world.token })
  }
  await waiverOf('The borrower moves out of the zone.')
  await waiverOf('The zone was remapped.')
  const { waivers: asked } = await world.gql('{ waivers(filter: {state: [requested]}) { nodes { id } } }', {}, { portfolio })
  await world.signedIn(
    async (page) => {
      await page.getByRole('link', { name: 'Exceptions', exact: true }).click()
      await page.getByRole('heading', { name: 'Exceptions', level: 1 }).waitFor()
      await page.locator(`[data-total="${asked.nodes.length}"]`).waitFor()
      await page.getByText('awaiting a decision').waitFor()
      const row = page.getByRole('row').filter({ hasText: 'moves out of the zone' })
      await row.getByRole('link', { name: displayName }).waitFor()
      await row.getByText('Flood').first().waitFor()
      await row.getByText('limit too low', { exact: true }).waitFor()
      await row.getByText(/^by /).waitFor()
      await looks(page, 'waivers')
      await exports(page, asked.nodes)
      await decides(page, row, 'Approve')
      await decides(page, page.getByRole('row').filter({ hasText: 'was remapped' }), 'Reject')
      await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Rejected' }).click()
      await page.getByRole('row').filter({ hasText: 'was remapped' }).getByText('Rejected').waitFor()
      await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Approved' }).click()
      const approved = page.getByRole('row').filter({ hasText: 'moves out of the zone' })
      await approved.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.locator('.done').getByText('is revoked').waitFor()
    },
    { path: `/console/${portfolio}` },
  )
  await world.signedIn(
    async (page) => {
      await page.locator('[data-total]').waitFor()
      for (const name of ['Approve', 'Reject', 'Revoke']) assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
      await settled(page)
    },
    { path: `/console/${portfolio}/waivers?state=requested,approved,revoked`, token: world.support },
  )
}

// decides about one, which then leaves the list.
async function decides(page, row, what) {
  await row.getByRole('button', { name: what }).click()
  await page.getByRole('dialog').getByRole('button', { name: what }).click()
  await page.locator('.done').getByText(/^The exception for Flood is /).waitFor()
  await row.waitFor({ state: 'detached' })
}

async function exports(page, asked) {
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const lines = await csvOf(await downloaded)
  assert.deepEqual(lines.slice(1).map((line) => line.slice(-73, -37)), asked.map(({ id }) => id))
  assert.match(lines.at(-1), /,2099-06-01,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,Requested,/)
}
