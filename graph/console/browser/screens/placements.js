// Lender-placed insurance: what waits, what is placed, and what is to be given back; a notice, a day too early, insurance, a charge and a refund.
import assert from 'node:assert/strict'
import { looks, settled } from '../page.js'
import { find } from './case.js'

export default async function placements(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  await world.signedIn(
    async (page) => {
      await page.getByRole('link', { name: 'Lender-placed', exact: true }).click()
      await page.getByRole('heading', { name: 'Lender-placed insurance', level: 1 }).waitFor()
      await page.getByRole('heading', { name: /^To give back or end \(/ }).waitFor()
      await settled(page)
      await looks(page, 'placements')
      await tooEarly(page)
      await places(page)
      await givesBack(page)
      await starts(world, page, portfolio)
      await prints(world, page, portfolio)
    },
    { path: `/console/${portfolio}`, expected: /409|422/ },
  )
  await support(world, portfolio)
}

const column = (page, title) => page.getByRole('region', { name: new RegExp(`^${title} `) })
const card = (page, title, coverage, loan) => column(page, title).getByRole('article', { name: new RegExp(`^${coverage}.*, ${loan}`) })
const dialog = (page) => page.getByRole('dialog')
const said = (page, text) => page.locator('.done').getByText(text).waitFor()

// A notice is recorded, and the insurance is refused until its day, with the rule; what was typed stays.
async function tooEarly(page) {
  const waits = card(page, 'Waiting', 'Crime', 'Larch Valley Inn')
  await waits.getByText('The loan agreement', { exact: true }).waitFor()
  await waits.getByRole('button', { name: 'Record a notice' }).click()
  await dialog(page).getByLabel('Proof of mailing').fill('Mailing house, batch 2118')
  await looks(page, 'placement-notice')
  await dialog(page).getByRole('button', { name: 'Record the notice' }).click()
  await said(page, /^The notice for Crime.* is recorded\. The earliest day of a charge is \w+ \d+, \d{4}\.$/)
  await waits.getByRole('button', { name: 'Place', exact: true }).click()
  await insurance(page)
  await dialog(page).getByRole('button', { name: 'Record the insurance' }).click()
  await dialog(page).getByText(/The earliest day is \w+ \d+, \d{4}\. .* \(the loan agreement\)\./).waitFor()
  await looks(page, 'placement-too-early')
  assert.equal(await dialog(page).getByLabel('Carrier').inputValue(), 'Example Surplus Lines')
  await dialog(page).getByRole('button', { name: 'Back' }).click()
}

async function insurance(page) {
  await dialog(page).getByLabel('Carrier').fill('Example Surplus Lines')
  await dialog(page).getByLabel('Policy number').fill('LP-2118')
  await dialog(page).getByLabel('Limit').fill('$1,000,000')
}

async function places(page) {
  await card(page, 'Waiting', 'Liquor Liability', 'Oak Meadow Inn').getByRole('button', { name: 'Place', exact: true }).click()
  await insurance(page)
  await dialog(page).getByRole('button', { name: 'Record the insurance' }).click()
  await said(page, /is recorded as placed\.$/)
  const placed = card(page, 'Placed', 'Liquor Liability', 'Oak Meadow Inn')
  await placed.getByText('Example Surplus Lines, LP-2118').waitFor()
  await placed.getByRole('button', { name: 'Charge' }).click()
  await dialog(page).getByRole('button', { name: 'Record the charge' }).click()
  await placed.getByText('Charged', { exact: true }).first().waitFor()
}

// More than is due is refused at its field.
async function givesBack(page) {
  const owes = card(page, 'To give back', 'Earthquake', 'Alder Harbor')
  await owes.getByRole('button', { name: 'Record a refund' }).click()
  const due = await dialog(page).getByLabel('Amount').inputValue()
  await dialog(page).getByLabel('Amount').fill('9,999,999')
  await dialog(page).getByRole('button', { name: 'Record the refund' }).click()
  await dialog(page).locator('input[aria-invalid]').waitFor()
  await dialog(page).getByLabel('Amount').fill(due)
  await dialog(page).getByRole('button', { name: 'Record the refund' }).click()
  await said(page, /^The refund for Earthquake.* is recorded\.$/)
  await owes.getByRole('button', { name: 'Record a refund' }).waitFor({ state: 'detached' }) // it stays until the insurance is ended
}

// On the page of a case one is started; the server asks for the days of the loan agreement.
async function starts(world, page, portfolio) {
  const { id } = await find(world, portfolio, 'Juniper Grove Office Park')
  await page.goto(`${world.base}/console/${portfolio}/cases/${id}`)
  const panel = page.getByRole('region', { name: 'Lender-placed insurance' })
  await panel.getByText('Equipment Breakdown (Boiler & Machinery)', { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Start lender-placed insurance' }).click()
  await dialog(page).getByLabel('Coverage that is missing').selectOption({ label: 'Liquor Liability' })
  await dialog(page).getByLabel('First day without cover').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
  await dialog(page).getByRole('button', { name: 'Start', exact: true }).click()
  await dialog(page).getByText('is what the loan agreement gives').first().waitFor()
  await looks(page, 'placement-start')
  await dialog(page).getByLabel('Days to mend it').fill('30')
  await dialog(page).getByLabel('Days to give back').fill('15')
  await dialog(page).getByRole('button', { name: 'Start', exact: true }).click()
  await said(page, 'The lender-placed insurance is started. Its first notice is due.')
  await panel.getByText('Liquor Liability', { exact: true }).waitFor()
  await settled(page)
  await looks(page, 'placement-case')
}

// What waits for paper goes into a print file, whose mailing is confirmed by the mailing house's list: all of it, or nothing.
async function prints(world, page, portfolio) {
  const gql = (query, variables) => world.gql(query, variables, { portfolio })
  const { printFiles } = await gql('{ printFiles(filter: {state: [ready]}, first: 1) { nodes { id } } }')
  const letters = async () =>
    (await gql('query($of: [ID!]) { placementLetters(filter: {printFileId: $of}, first: 50) { nodes { id state } } }', { of: [printFiles.nodes[0].id] })).placementLetters.nodes
  const [letter] = await letters()
  await page.goto(`${world.base}/console/${portfolio}/placements`)
  const files = page.getByRole('region', { name: 'Letters by post' })
  await card(page, 'Waiting', 'Crime', 'Juniper').getByText('First notice, by post: in a print file, not mailed yet').waitFor()
  await files.getByRole('button', { name: 'Make a print file' }).click()
  await said(page, 'A print file of 1 letter is made.')
  await card(page, 'Waiting', 'Crime', 'Larch').getByText('First notice, by post: in a print file, not mailed yet').waitFor()
  await files.getByRole('button', { name: 'Make a print file' }).click()
  await files.getByRole('alert').waitFor() // nothing waits any more
  await files.getByRole('link', { name: /PDF and manifest$/ }).first().waitFor()
  await settled(page)
  await looks(page, 'print-files')
  await files.getByRole('button', { name: 'Confirm the mailing…' }).last().click()
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' })
  const send = async (line) => {
    const buffer = Buffer.from(`letterId,mailedOn,postClass,proof\n${line}\n`)
    await dialog(page).getByLabel('List of the mailing house').setInputFiles({ name: 'mailed.csv', mimeType: 'text/csv', buffer })
    await dialog(page).getByRole('button', { name: 'Take the list' }).click()
  }
  await send(`${letter.id},2099-01-01,firstClass,Batch 9`)
  await dialog(page).getByRole('alert').first().waitFor()
  await looks(page, 'print-file-refused')
  assert.equal((await letters())[0].state, 'planned')
  await send(`${letter.id},${today},firstClass,Batch 9`)
  await said(page, /^The mailing of .* is confirmed\.$/)
  assert.equal((await letters())[0].state, 'sent')
}

// Support sees them and writes nothing.
async function support(world, portfolio) {
  await world.signedIn(
    async (page) => {
      await column(page, 'Placed').getByRole('article').first().waitFor()
      assert.equal(await page.getByRole('button', { name: /^(Record|Place|Charge|Cancel)/ }).count(), 0)
    },
    { token: world.support, path: `/console/${portfolio}/placements` },
  )
}
