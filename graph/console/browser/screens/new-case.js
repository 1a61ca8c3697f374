// A case made on one page: the case as a whole, then its policy with the verdict beside it. Clicks are counted.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { looks, settled, tokenBox } from '../page.js'

// What the guide promises.
const guide = readFileSync(new URL('../../../../docs/guide/console.md', import.meta.url), 'utf8')
const [mostForCase, mostForLimit] = /(\d+) clicks, a corrected limit (\d+)/.exec(guide.replaceAll('\n', ' ')).slice(1).map(Number)

export default async function test(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const profile = await profileOf(world, portfolio)
  const path = `/console/${portfolio}/cases`
  await world.signedIn(
    async (page, context) => {
      await refusedAtItsField(page)
      await survives(world, page, context)
      const { caseId, verdict } = await wholeCase(page, profile)
      await stored(world, portfolio, caseId, verdict)
      await corrects(world, page, portfolio, caseId)
    },
    { path, expected: /status of 4|422/ },
  )
  await world.signedIn(
    async (page) => {
      assert.equal(await page.getByRole('link', { name: 'New case' }).count(), 0)
      await page.goto(`${world.base}/console/${portfolio}/new-case`)
      await page.getByText('Your role reads only').waitFor()
    },
    { path, token: world.support },
  )
}

// profileOf is a profile that requires something of buildings.
export async function profileOf(world, portfolio) {
  const { riskProfiles, coverageTypes } = await world.gql(
    `{ riskProfiles(filter: {isLatestVersion: true}, first: 200) { nodes { id name version requirements { coverageType } } }
       coverageTypes(first: 200) { nodes { id key } } }`,
    {},
    { portfolio },
  )
  const building = coverageTypes.nodes.find(({ key }) => key === 'building').id
  return riskProfiles.nodes.find(({ requirements }) => requirements.some(({ coverageType }) => coverageType === building))
}

// counting counts clicks of the mouse, and a choice of a list as one: going from field to field is by Tab.
async function counting(page) {
  await page.evaluate(() => {
    window.clicks = 0
    document.addEventListener('click', (event) => event.detail > 0 && window.clicks++, true)
  })
  return () => page.evaluate(() => window.clicks)
}

const submit = (page, name) => page.getByRole('button', { name, exact: true }).click()

async function refusedAtItsField(page) {
  await page.getByRole('link', { name: 'New case' }).click()
  await page.getByLabel('Loan number', { exact: true }).waitFor()
  await looks(page, 'new-case')
  await page.getByLabel('Loan amount, USD').fill('a lot')
  await submit(page, 'Save the case')
  const field = page.locator('.field', { has: page.getByLabel('Loan amount, USD') })
  await field.locator('.error').waitFor()
  await page.getByLabel('Loan amount, USD').fill('12,000,000')
  await submit(page, 'Save the case')
  await page.getByText('Choose one: a case has a risk profile or a program.').waitFor()
  await looks(page, 'new-case-refused')
}

// survives: what is half-typed is there after a reload, and after the session was lost, and gone after one signs out.
async function survives(world, page, context) {
  await page.reload()
  await settled(page)
  await page.getByText('What you typed of the case before is still here').waitFor()
  assert.equal(await page.getByLabel('Loan amount, USD').inputValue(), '12,000,000')
  await context.clearCookies()
  await submit(page, 'Save the case')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await (await tokenBox(dialog)).fill(world.operator)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Loan amount, USD').inputValue(), '12,000,000')
  await submit(page, 'Sign out')
  await page.getByLabel('Work address').waitFor()
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft '))), [])
  await world.signIn(page, world.operator)
  await page.getByRole('link', { name: 'Cases', exact: true }).click()
  await page.getByRole('link', { name: 'New case' }).waitFor()
}

async function wholeCase(page, profile) {
  const clicks = await counting(page)
  const caseId = await makesCase(page, profile, { loan: 'NC-1001', insured: 'Kestrel Point LLC' })
  const beside = page.getByRole('region', { name: 'The verdict with this policy' })
  await beside.getByText('Type a limit').waitFor()

  await typesPolicy(page, 'NP-1', '100,000')
  const building = page.getByRole('group', { name: 'Building', exact: true })
  await beside.getByText(/Still open/).waitFor()
  const short = await beside.innerText()
  await page.getByRole('button', { name: 'All of them' }).click()
  await page.getByRole('checkbox', { name: 'Kestrel Point LLC' }).click()
  const clause = page.getByRole('group', { name: 'Mortgagee clause and additional interests' })
  if (await clause.getByRole('checkbox').count()) await clause.getByRole('checkbox').first().click()
  await building.getByLabel('Limit, USD').fill('25,000,000')
  await page.getByLabel('Drop it here, or choose it').setInputFiles({ name: 'acord-28.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await page.waitForFunction((old) => document.querySelector('.beside-form').innerText !== old, short)
  await page.locator('.beside-form[aria-busy="false"]').waitFor()
  await looks(page, 'add-policy')
  const verdict = (await beside.locator('.verdict').first().innerText()).trim()
  await submit(page, 'Save the policy')
  await page.getByText('Policy NP-1 is recorded.').waitFor()
  await page.getByRole('list', { name: 'Files to be sent' }).waitFor({ state: 'detached' })
  const counted = (await clicks()) + 2 + 1 // two choices of lists, and the file
  console.log(`a case with a building and a policy: ${counted} clicks`)
  assert.ok(counted <= mostForCase, `${counted} clicks`)
  assert.match(page.url(), /new-case/, 'one page')
  return { caseId, verdict }
}

// makesCase fills in a case with a building on New case and saves it; it answers its id.
export async function makesCase(page, profile, { loan, insured, broker }) {
  await page.getByRole('link', { name: 'New case' }).click()
  await page.getByLabel('Loan number', { exact: true }).fill(loan)
  await page.getByLabel('Loan amount, USD').fill('1,000,000')
  await page.getByLabel('Matures').fill('2034-01-01')
  await page.getByLabel('What the lender requires').selectOption({ label: `${profile.name}, version ${profile.version}` })
  await page.getByLabel('Named insureds').fill(insured)
  await page.getByLabel('Named insureds').press('Enter')
  await page.getByRole('list', { name: 'Named insureds, chosen' }).getByText(insured).waitFor()
  await page.getByRole('button', { name: 'Add an asset' }).click()
  await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Commercial Real Estate' })
  await page.getByLabel('Street', { exact: true }).fill('12 Kestrel Point')
  await page.getByLabel('City').fill('Tampa')
  await page.getByLabel('State').fill('FL')
  await page.getByLabel('Postal code').fill('33602')
  if (broker) {
    await page.getByLabel('Insurance contacts').fill(broker)
    await page.getByLabel('Insurance contacts').press('Enter')
  }
  await submit(page, 'Save the case')
  await page.getByRole('heading', { name: 'Add a policy' }).waitFor()
  await settled(page)
  return new URL(page.url()).searchParams.get('case')
}

// typesPolicy fills in a policy for the building, which covers today.
export async function typesPolicy(page, number, limit) {
  await page.getByLabel('Carrier', { exact: true }).fill('Example Mutual')
  await page.getByLabel('A.M. Best rating').fill('A (XV)')
  await page.getByLabel('Policy number').fill(number)
  await page.getByLabel('Effective').fill(inDays(-30))
  await page.getByLabel('Expires').fill(inDays(335))
  const building = page.getByRole('group', { name: 'Building', exact: true })
  await building.getByLabel('Limit, USD').fill(limit)
  await building.getByLabel('Deductible').fill('10,000')
}

export const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

// stored: what the verdict beside the form said is what was stored, and the document evidences the policy.
async function stored(world, portfolio, id, verdict) {
  const words = { deficient: 'Deficient', unknown: 'Outstanding', compliant: 'In compliance', notApplicable: 'No requirement' }
  const { case: made } = await world.gql(
    `query($id: ID!) { case(id: $id) { caseVerdict { verdict } insureds { displayName } assets { displayName } documents { evidences { termNumber } }
       policies { id insureds { displayName } limits { amount { amount } } } } }`,
    { id },
    { portfolio },
  )
  assert.ok(verdict.endsWith(words[made.caseVerdict.verdict]), verdict)
  assert.deepEqual([made.insureds.length, made.assets.length, made.policies.length], [1, 1, 1])
  assert.deepEqual(made.policies[0].insureds, [{ displayName: 'Kestrel Point LLC' }])
  assert.deepEqual(made.documents, [{ evidences: [{ termNumber: 1 }] }])
}

async function corrects(world, page, portfolio, caseId) {
  const { case: found } = await world.gql('query($id: ID!) { case(id: $id) { policies { id } } }', { id: caseId }, { portfolio })
  await page.goto(`${world.base}/console/${portfolio}/policies/${found.policies[0].id}`)
  await settled(page)
  const clicks = await counting(page)
  await page.getByRole('link', { name: 'Correct what is recorded' }).click()
  const limit = page.getByRole('group', { name: 'Building', exact: true }).getByLabel('Limit, USD')
  await limit.click()
  await limit.fill('26,000,000')
  await page.getByRole('region', { name: 'The verdict with this policy' }).locator('.verdict').first().waitFor()
  await looks(page, 'correct-policy')
  await submit(page, 'Save the correction')
  await page.getByRole('link', { name: 'Correct what is recorded' }).waitFor()
  const counted = await clicks()
  console.log(`a corrected limit: ${counted} clicks`)
  assert.ok(counted <= mostForLimit, `${counted} clicks`)
  await page.getByText('$26,000,000').first().waitFor()
}
