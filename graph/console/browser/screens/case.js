// The case: why it is not in compliance, on which day, what happened, and its documents.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { becomes, focused, looks, settled } from '../page.js'

export const find = async (world, portfolio, q) => {
  const { cases } = await world.gql(
    'query($q: String!) { cases(filter: { q: $q }, limit: 1) { nodes { id displayName } } }',
    { q },
    { portfolio },
  )
  return cases.nodes[0]
}

export default async function test(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const heron = await find(world, portfolio, 'Heron Bay')
  const path = `/console/${portfolio}/cases/${heron.id}`
  await world.signedIn(
    async (page) => {
      await why(page)
      await byKeyboard(page)
      await asOf(page)
      await live(world, page, portfolio, heron.id)
      await documents(page)
      await dossier(page)
      await assets(page, path, world)
      await onPhone(page, path, world)
      await wide(world, page, portfolio)
      await nothingHere(world, page, portfolio)
    },
    { path, expected: /422|400/ },
  )
  await world.signedIn((page) => readsOnly(page), { path, token: world.support })
}

// why opens a cell, finds what is required and what was found, and comes back to it by its address.
async function why(page) {
  await page.getByRole('heading', { name: /^Heron Bay/ }).waitFor()
  await page.locator('.case-head').getByText('Deficient').waitFor()
  await looks(page, 'case')
  await page.getByRole('button', { name: 'Flood limit is $250,000; $500,000 is required.', exact: true }).click()
  const why = page.getByRole('region', { name: /^Why: Flood at 9780 Alder Boulevard/ })
  await why.getByText('$500,000').first().waitFor()
  await why.getByText('$250,000').first().waitFor()
  await focused(page, '#why')
  await why.getByRole('link', { name: 'EX-2121055' }).first().waitFor()
  assert.match(await why.getByRole('link', { name: /^version/ }).first().getAttribute('href'), /\?compare=\d+,\d+$/)
  assert.match(page.url(), /asset=.+&coverageType=/)
  await looks(page, 'case-why')
  const address = page.url()
  await why.getByRole('button', { name: 'Close' }).click()
  await why.waitFor({ state: 'detached' })
  await page.goto(address)
  await settled(page)
  await why.waitFor()
  await page.goBack()
}

// byKeyboard goes from cell to cell with the arrows and opens one with Enter.
async function byKeyboard(page) {
  await page.goto(page.url().split('?')[0])
  await settled(page)
  const cells = page.getByRole('table', { name: /^What the lender requires/ }).getByRole('button')
  await cells.first().focus()
  const seen = []
  for (let i = 0; i < 10; i++) {
    seen.push(await page.evaluate(() => document.activeElement.title))
    await page.keyboard.press('ArrowDown')
  }
  assert.ok(
    seen.some((title) => /^Flood, .*: Deficient\. Flood limit is/.test(title)),
    seen.join('\n'),
  )
  await page.getByTitle(/^Flood, .*: Deficient/).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: /^Why: Flood/ }).waitFor()
}

// asOf asks about other days, in the address.
async function asOf(page) {
  await page.getByRole('button', { name: /^Next change: / }).click()
  await page.getByText(/^This is how it stands for /).waitFor()
  assert.match(page.url(), /on=\d{4}-\d\d-\d\d/)
  await page.getByLabel('As of').fill('2020-01-31')
  await page.getByText('On that day no verdict was on record yet.').waitFor()
  await page
    .getByRole('button', { name: /^No|^Policy .*(begin|not)/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByText(/^This is how it stands for /).waitFor({ state: 'detached' })
  assert.doesNotMatch(page.url(), /on=/)
}

// live shows what somebody else changes, in the header and in what happened.
async function live(world, page, portfolio, id) {
  await page.getByText('Live', { exact: true }).waitFor()
  const loanNumber = `LN-${Date.now()}`
  await world.gql(
    'mutation($id: ID!, $input: UpdateCaseInput!) { updateCase(id: $id, input: $input) { id } }',
    { id, input: { loanNumber } },
    { portfolio },
  )
  await page.locator('.case-head').getByText(loanNumber).waitFor()
  await page.getByRole('region', { name: 'What happened' }).getByText('Case: changed: loan number').first().waitFor()
}

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

async function add(page, file, name) {
  await page.getByRole('button', { name: 'Add a document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a document' })
  await dialog.getByLabel('File').setInputFiles(file)
  await dialog.getByLabel('What it is').selectOption({ label: 'Correspondence' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(`${name} was added.`).waitFor()
}

// dossier takes the case's dossier as of a day; one before the case was opened is refused at its field.
async function dossier(page) {
  await page.getByRole('button', { name: 'Dossier…' }).click()
  const dialog = page.getByRole('dialog', { name: 'The dossier of this loan' })
  const past = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
  assert.equal(await dialog.getByLabel('As of the end of').inputValue(), new Date().toISOString().slice(0, 10))
  await dialog.getByLabel('As of the end of').fill('2001-01-01')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await dialog.getByText(/on which the case was created/).first().waitFor()
  await looks(page, 'case-dossier')
  await dialog.getByLabel('As of the end of').fill(past)
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()])
  assert.match(download.suggestedFilename(), new RegExp(`^dossier-heron-bay.*-${past}\\.zip$`))
  assert.equal((await readFile(await download.path())).subarray(0, 2).toString(), 'PK')
  await page.getByText('Your browser saves dossier-heron-bay').waitFor()
  await page.getByRole('region', { name: /happened/ }).getByText('Case: dossier taken').waitFor()
}

// documents adds files and looks at them: PDF and pictures are shown, anything else is offered for download.
async function documents(page) {
  const [letter, roof, note] = ['Letter', 'Roof', 'Note'].map((name) => `${name} ${Date.now()}`)
  await add(page, { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }, letter)
  await add(page, { name: 'roof.png', mimeType: 'image/png', buffer: dot }, roof)
  await add(page, { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }, note)
  await page.getByRole('button', { name: `Edit ${note}`, exact: true }).click()
  const edit = page.locator('dialog[open]')
  await edit.getByLabel('Name').fill(`${note}, read`)
  await edit.getByLabel('What it is').selectOption({ label: 'Other' })
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`${note} is changed.`).waitFor()
  await page.getByRole('button', { name: letter, exact: true }).click()
  const dialog = page.locator('dialog.preview')
  const { headers } = await fetch(await dialog.locator('iframe').evaluate((frame) => frame.src))
  assert.match(headers.get('content-security-policy'), /^sandbox;/)
  assert.match(headers.get('content-disposition'), /^inline/)
  await looks(page, 'case-document')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: roof, exact: true }).click()
  await page.waitForFunction(() => document.querySelector('dialog.preview img')?.naturalWidth === 1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `${note}, read`, exact: true }).click()
  await dialog.getByText('cannot be shown here').waitFor()
  assert.match(await dialog.getByRole('link', { name: 'Download' }).getAttribute('href'), /\/files\//)
  await page.keyboard.press('Escape')
}

// wide is a case with many assets: its cells are signs, with words on hover.
async function wide(world, page, portfolio) {
  const blanket = await find(world, portfolio, 'Blanket policy over six assets')
  await page.goto(`${world.base}/console/${portfolio}/cases/${blanket.id}`)
  await settled(page)
  const table = page.getByRole('table', { name: /^What the lender requires/ })
  await table.waitFor()
  await becomes(() => table.getByRole('columnheader').count(), 8)
  assert.match(await table.getByRole('button').first().getAttribute('title'), /: In compliance\.$/)
  await looks(page, 'case-wide')
}

// assets says what is known of an asset.
async function assets(page, path, world) {
  await page.goto(world.base + path)
  await settled(page)
  const asset = page.getByRole('region', { name: 'Assets' })
  await asset.getByText('Flood zone (FEMA)').waitFor()
  const facts = Object.fromEntries(await asset.locator('dt').evaluateAll((names) => names.map((name) => [name.textContent, name.nextSibling.textContent])))
  assert.match(facts['Address'], /^9780 Alder Boulevard, /)
  assert.equal(facts['Flood zone (FEMA)'], 'AE')
  assert.equal(facts['Replacement cost'], '$4,250,000')
}

// onPhone has what is deficient first in its line of sight, not a column that is mostly empty.
async function onPhone(page, path, world) {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(world.base + path)
  await settled(page)
  const cells = page.getByRole('region', { name: 'Coverage' }).locator('.cell')
  await cells.first().filter({ hasText: 'Deficient' }).waitFor()
  const seen = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right <= innerWidth && cell.innerText.trim() !== ''))
  assert.ok(seen.length > 5 && seen.every(Boolean), 'every verdict is in sight')
  await cells.first().click()
  await page.getByRole('region', { name: /^Why: Flood/ }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function nothingHere(world, page, portfolio) {
  await page.goto(`${world.base}/console/${portfolio}/cases/01957114-a7f0-7000-b42a-1ca5e37a9c00`)
  await page.getByText('There is no such case in this portfolio.').waitFor()
}

// readsOnly finds no button that writes.
async function readsOnly(page) {
  await page.getByRole('heading', { name: /^Heron Bay/ }).waitFor()
  await page.getByRole('button', { name: /Flood.*Deficient/ }).click()
  await page.getByRole('region', { name: /^Why: Flood/ }).waitFor()
  for (const name of ['Put on hold', 'Release from hold', 'Request an exception', 'Add a document', 'Approve', 'Reject', 'Revoke']) {
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  }
  assert.equal(await page.getByText('Actions').count(), 0)
}
