// The requirements of a risk profile: read in words, changed and added in a draft, and published.
import assert from 'node:assert/strict'
import { becomes, looks, settled } from '../page.js'

export default async function profiles(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const { riskProfiles } = await world.gql('{ riskProfiles(first: 200) { nodes { id name isPublished } pageInfo { total } } }', {}, { portfolio })
  const draft = riskProfiles.nodes.find(({ name }) => name === 'Multifamily agency loan')
  await world.signedIn(
    async (page) => {
      await page.getByRole('link', { name: 'Profiles', exact: true }).click()
      await page.locator(`[data-total="${riskProfiles.pageInfo.total}"]`).waitFor()
      await looks(page, 'profiles')
      await page.getByRole('link', { name: draft.name }).click()
      await page.getByRole('heading', { name: draft.name, level: 1 }).waitFor()
      const building = page.getByRole('region', { name: 'Building', exact: true })
      await building.getByText('Agency: A.M. Best, Rating: A-, Size (A.M. Best): VI').waitFor()
      await building.getByText('Days: 30; Days for non-payment: 10').waitFor()
      await looks(page, 'profile')
      await changes(page, building)
      await adds(page)
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('button', { name: 'Draft the next version' }).waitFor()
      await becomes(() => page.getByRole('button', { name: 'Change' }).count(), 0, 'what is published does not change')
    },
    { path: `/console/${portfolio}` },
  )
  const { riskProfile } = await world.gql(
    'query($id: ID!) { riskProfile(id: $id) { isPublished requirements { key noticeDays { cancellation nonPayment } minimumAggregate { amount } deductibles { maximumPercent } } } }',
    { id: draft.id },
    { portfolio },
  )
  assert.equal(riskProfile.isPublished, true)
  assert.deepEqual(riskProfile.requirements.find(({ key }) => key === 'building').noticeDays, { cancellation: 45, nonPayment: 10 })
  assert.equal(riskProfile.requirements.find(({ key }) => key === 'building').deductibles[0].maximumPercent, '2.50')
  assert.equal(riskProfile.requirements.at(-1).minimumAggregate.amount, '3000000.00')
  await world.signedIn(
    async (page) => {
      await page.getByRole('heading', { name: draft.name, level: 1 }).waitFor()
      for (const name of ['Change', 'Publish', 'Draft the next version']) assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
      await settled(page)
    },
    { path: `/console/${portfolio}/profiles/${draft.id}`, token: world.support },
  )
  await tries(world, portfolio, riskProfiles.nodes)
}

// A draft that asks for more is tried on the cases of its profile: those that would change are named, and nothing is.
async function tries(world, portfolio, profiles) {
  const gql = (query, variables) => world.gql(query, variables, { portfolio })
  const trial = async (id) => (await gql('query($id: ID!) { riskProfileTrial(id: $id) { cases changes { case { displayName } } } }', { id })).riskProfileTrial
  const used = []
  for (const { id, isPublished } of profiles) if (isPublished) used.push({ id, cases: (await trial(id)).cases })
  const { id } = used.sort((a, b) => b.cases - a.cases)[0]
  const { createRiskProfileVersion: draft } = await gql('mutation($id: ID!) { createRiskProfileVersion(id: $id) { id } }', { id })
  await gql('mutation($id: ID!, $input: UpdateRiskProfileInput!) { updateRiskProfile(id: $id, input: $input) { id } }', {
    id: draft.id,
    input: { requirements: [{ key: 'equipment', coverageType: 'equipmentBreakdown', minimumLimit: { amount: '9000000', currency: 'USD' }, limitPer: 'TARGET' }] },
  })
  const { changes } = await trial(draft.id)
  assert.ok(changes.length > 0)
  await world.signedIn(
    async (page) => {
      await page.getByRole('button', { name: 'Try it on your cases' }).click()
      const table = page.getByRole('table', { name: 'Cases that would change' })
      await table.getByText(changes[0].case.displayName).first().waitFor()
      await becomes(() => table.getByRole('row').count(), changes.length + 1)
      assert.equal(new URL(page.url()).searchParams.get('trial'), 'yes')
      await looks(page, 'profile-trial')
    },
    { path: `/console/${portfolio}/profiles/${draft.id}` },
  )
}

async function changes(page, building) {
  await building.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Days', { exact: true }).fill('400')
  await dialog.getByLabel('At most, percent of the insured value').fill('2.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('must be from 0 to 365').first().waitFor()
  await looks(page, 'requirement')
  await dialog.getByLabel('Days', { exact: true }).fill('45')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await building.getByText('Days: 45; Days for non-payment: 10').waitFor()
  await building.getByText('At most, percent of the insured value: 2.5%').waitFor()
}

async function adds(page) {
  await page.getByRole('button', { name: 'Add a requirement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Coverage', { exact: true }).selectOption({ label: 'Umbrella / Excess Liability' })
  await dialog.getByLabel('Minimum aggregate').fill('$3,000,000')
  await dialog.getByRole('button', { name: 'Add to carrier ratings, one of' }).click()
  await dialog.getByLabel('Agency').selectOption({ label: 'Demotech' })
  await dialog.getByLabel('Rating', { exact: true }).fill('A')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('region', { name: 'Umbrella / Excess Liability' }).getByText('$3,000,000').waitFor()
}
