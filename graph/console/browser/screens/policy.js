// A policy: what it says, its timeline, why no notice goes out, two versions side by side, and its letters.
import assert from 'node:assert/strict'
import { becomes, focused, looks, settled } from '../page.js'

const lender = 'Harbor Example Bank'

// policyOf is the property policy of the case with this name: its first one.
async function policyOf(world, portfolio, name) {
  const { cases } = await world.gql(
    'query($q: String!) { cases(filter: {q: $q}) { nodes { policies { id displayName } } } }',
    { q: name },
    { portfolio },
  )
  return cases.nodes[0].policies[0]
}

export default async function policy(world) {
  const portfolio = await world.portfolio(lender)
  const open = async (page, name, parameters = '') => {
    const { id } = await policyOf(world, portfolio, name)
    await page.goto(`${world.base}/console/${portfolio}/policies/${id}${parameters}`)
    await settled(page)
    return id
  }
  await world.signedIn(async (page) => {
    await twoTerms(world, portfolio, page, await open(page, 'Two terms with a gap'))
    await letters(world, portfolio, page, await open(page, 'Two terms with a gap'))
    await says(page, await open(page, 'Blanket policy over six assets'), world, portfolio)
    await open(page, 'Held case')
    await page.getByLabel('Why no notice?').getByText('The policy is on hold. Nothing is sent until it is released.').waitFor()
    await open(page, 'Elm Corner Plaza')
    await page.getByLabel('Cover today').getByText('Not covered: cancelled').waitFor()
    await page.getByText(/Not covered: cancelled from .* days/).waitFor()
    await confirms(world, portfolio, page, await open(page, 'Two terms with a gap'))
    await elsewhere(world, page, await open(page, 'Two terms with a gap'))
  })
  await world.signedIn(
    async (page) => {
      await open(page, 'Blanket policy over six assets')
      await page.getByRole('heading', { name: 'Renewal notices' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Send again…' }).count(), 0, 'support may send nothing')
      await open(page, 'Two terms with a gap')
      await page.getByText(/^. Not confirmed since renewal: /).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Confirm', exact: true }).count(), 0, 'support may confirm nothing')
    },
    { token: world.support },
  )
}

async function twoTerms(world, portfolio, page, id) {
  const { policy } = await world.gql(
    'query($id: ID!) { policy(id: $id) { endDate versions { versionNumber gapDays premium { amount } } } }',
    { id },
    { portfolio },
  )
  await page.getByLabel('Cover today').getByText('Covered today').waitFor()
  await page.getByText(`gap between terms`).getByText(`${policy.versions[1].gapDays} days`).waitFor()

  await page.getByText('As a table').click()
  const facts = page.getByRole('table', { name: 'What was covered when' })
  await becomes(
    () => facts.locator('tbody tr').evaluateAll((rows) => rows.map((r) => [r.cells[2].textContent, r.cells[4].textContent])),
    [
      ['Covered', '365'],
      ['Not covered: gap between terms', String(policy.versions[1].gapDays)],
      ['Covered', '365'],
    ],
  )

  const compared = page.getByRole('table', { name: 'Versions 1 and 2 side by side' })
  const premium = compared.getByRole('row', { name: /^Premium differs/ })
  assert.match(await premium.locator('del').textContent(), /^\$[\d,]+$/)
  assert.equal((await premium.locator('ins').textContent()).replace(/[$,]/g, ''), String(Number(policy.versions[1].premium.amount)))
  assert.equal(
    await compared
      .getByRole('row', { name: /^Carrier / })
      .locator('ins, del')
      .count(),
    0,
    'the carrier is the same',
  )
  await looks(page, 'policy')

  await page.getByLabel('Before', { exact: true }).selectOption('2')
  await page.getByText('They are the same.').waitFor()
  await page.waitForURL(/compare=2,2/)
  await page.reload()
  await settled(page)
  await page.getByRole('table', { name: 'Versions 2 and 2 side by side' }).waitFor()
}

// A policy with one version says what it says: limits with labels, perils by asset, and the assets' fields.
async function says(page, id, world, portfolio) {
  const { policy } = await world.gql(
    `query($id: ID!) { policy(id: $id) {
      versions { id } limits { amount { amount } } carrier { amBestRating } insureds { displayName } perilsByAsset { assetId }
    } }`,
    { id },
    { portfolio },
  )
  assert.equal(policy.versions.length, 1)
  const terms = page.getByRole('region', { name: 'What the policy says' })
  await terms.getByText('A.M. Best rating').waitFor()
  const facts = Object.fromEntries(await terms.locator('.terms > .facts dt').evaluateAll((names) => names.map((n) => [n.textContent, n.nextSibling.textContent])))
  assert.equal(facts['A.M. Best rating'], policy.carrier.amBestRating)
  assert.equal(facts['Named insureds'], policy.insureds.map(({ displayName }) => displayName).join(''))
  assert.equal(facts['Deductible'], '$10,000')
  assert.match(facts['Clauses'], /^Mortgagee: Harbor Example Bank/)
  assert.equal(facts['Form'], 'Special')
  const limits = await terms.getByRole('table', { name: 'Limits' }).locator('tbody tr').allInnerTexts()
  assert.equal(limits.length, policy.limits.length)
  assert.match(limits[0], /^Building\s+Total\s+\$[\d,]+$/)
  const perils = terms.getByRole('list', { name: 'Perils by asset' })
  assert.equal(await perils.locator('summary').count(), policy.perilsByAsset.length)
  await perils.locator('summary').first().click()
  await perils.getByText('Year built').first().waitFor()
  await looks(page, 'policy-terms')
}

// What the second term took over is confirmed: first the carrier, which leaves the rest.
async function confirms(world, portfolio, page, id) {
  const carriedOver = async () => (await world.gql('query($id: ID!) { policy(id: $id) { carriedOver } }', { id }, { portfolio })).policy.carriedOver
  const before = await carriedOver()
  await page.getByText(/^. Not confirmed since renewal: carrier, /).waitFor()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel(/Carrier: \w/).check()
  await looks(page, 'policy-confirm')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText(/^. Not confirmed since renewal: (?!carrier)/).waitFor()
  assert.deepEqual(await carriedOver(), before.filter((member) => member !== 'carrier'))
}

async function letters(world, portfolio, page, id) {
  const { letterPreview } = await world.gql(
    'query($id: ID!) { letterPreview(policyId: $id, step: final) { subject text } }',
    { id },
    { portfolio },
  )
  const link = page.getByRole('link', { name: 'Letter of the step Final reminder' })
  await link.press('Enter')
  await page.getByText(letterPreview.subject, { exact: true }).waitFor()
  await becomes(() => page.getByLabel('The letter’s text').textContent(), letterPreview.text)
  await focused(page, '#letter')
  await looks(page, 'policy-letter')
}

// The address of a policy under another portfolio shows nothing of it.
async function elsewhere(world, page, id) {
  const other = await world.portfolio('Prairie Example Credit Union')
  await page.goto(`${world.base}/console/${other}/policies/${id}`)
  await page.getByText('There is no such policy in this portfolio.').waitFor()
}
