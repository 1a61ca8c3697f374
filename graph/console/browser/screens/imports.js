// Imports: files are read, mapped, tried, written by an analyst, released by an approver, tried again and undone.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { becomes, csvOf, looks, settled } from '../page.js'

const heading =
  'Loan Number,Loan Amount,Maturity Date,Borrower,Property Address,City,State,Zip,Property Type,Policy Number,Coverage,Effective Date,Expiration Date,Agent Email,Limit,Notes'
const rest = 'Springfield,IL,62701,commercialRealEstate'

function loans(known) {
  return [
    heading,
    `IM-1,"1,250,000.00",05/06/2034,Imported Example LLC,12 Example St,${rest},IM-PN-1,Building,11/02/2026,11/02/2027,agent@example.com,"1,250,000",`,
    `IM-2,300000.50,07/06/2031,Imported Example LLC,14 Example St,${rest},,,,,,,call first`,
    `IM-3,a lot,08/06/2031,Imported Example LLC,16 Example St,${rest},,,,,,,`,
    `${known.loanNumber},77.25,,,,,,,,,,,,,,`,
    '',
  ].join('\n')
}

const file = (name, text) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

export default async function imports(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const gql = (query, variables) => world.gql(query, variables, { portfolio })
  const { cases } = await gql('{ cases(first: 40) { nodes { id loanNumber status loanAmount { currency } } } }')
  const known = cases.nodes.find(({ loanNumber, loanAmount, status }) => loanNumber && loanAmount?.currency === 'USD' && status === 'OPEN')
  const path = `/console/${portfolio}`
  let address
  await world.asPerson('Ana Lystad', async (page) => (address = await written(page, gql, known)), { path, expected: /422/ })
  const at = new URL(address).pathname
  await world.asPerson('Bo Approve', (page) => released(page, gql), { path: at })
  await world.asPerson('Ana Lystad', (page) => again(page, gql, known, at, world), { path, expected: /422/ })
  await world.signedIn((page) => readsOnly(page), { path: at, token: world.support })
}

const dialog = (page, name) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const found = async (gql, q) => (await gql('query($q: [String!]) { cases(filter: { loanNumber: $q }) { nodes { id loanNumber loanAmount { amount } maturityDate policies { status } } } }', { q: [q] })).cases.nodes[0]

async function written(page, gql, known) {
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Imports' }).click()
  const [template] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Loans', exact: true }).click()])
  assert.match((await csvOf(template))[0], /^Loan number,/)
  await looks(page, 'imports')
  await page.getByRole('link', { name: 'New import' }).click()
  await page.getByRole('button', { name: 'Read the files' }).click()
  await page.getByText('Choose the files first.').waitFor()
  await page.getByLabel('Files', { exact: true }).setInputFiles([file('loans.csv', loans(known)), file('more.csv', `${heading.split(',').slice(0, 2)}\nIM-4,10.00\n`)])
  await looks(page, 'import-new')
  await page.getByRole('button', { name: 'Read the files' }).click()
  await columns(page)
  return await tried(page, gql, known)
}

// What cannot be known is asked, at its column; what the values say is proposed.
async function columns(page) {
  await page.getByRole('heading', { name: 'What the columns are' }).waitFor()
  assert.equal(await page.getByLabel('What Loan Number is').inputValue(), 'case.loanNumber')
  assert.equal(await page.getByLabel('What Notes is').inputValue(), '')
  await page.getByText(/^\d+% filled: 1 of \d rows$/).first().waitFor()
  await page.locator('.asked', { has: page.getByText('Maturity Date', { exact: true }) }).getByText('05/06/2034').waitFor()
  await page.getByRole('button', { name: 'Try the rows' }).click()
  await page.getByText('Choose one: it is not guessed.').first().waitFor()
  await looks(page, 'import-columns')
  for (const name of ['Maturity Date', 'Effective Date', 'Expiration Date']) {
    await page.locator('.asked', { has: page.getByText(name, { exact: true }) }).getByRole('radio', { name: /Month first/ }).check()
  }
  await page.getByRole('button', { name: 'Add a value' }).click()
  await page.getByLabel('Value, 1').fill('Coastal property')
  await page.getByLabel('Save this under a name').fill('Servicing')
  await page.reload()
  await page.getByText('What you typed of the columns before is still here').waitFor()
  await page.getByRole('button', { name: 'Try the rows' }).click()
}

function counts(page, ...names) {
  return Promise.all(names.map(async (name) => Number(await page.locator('.tiles li').filter({ hasText: name }).locator('.count').innerText())))
}

// The rows are tried, and nothing is written until somebody says so. What was refused comes back as its file with the reasons.
async function tried(page, gql, known) {
  await page.getByRole('heading', { name: 'What it would do' }).waitFor()
  await page.getByRole('button', { name: 'Write it…' }).waitFor()
  assert.equal(await found(gql, 'IM-1'), undefined)
  await becomes(() => counts(page, 'changed', 'refused'), [1, 1])
  await page.getByRole('table', { name: 'Refused rows' }).getByText('a lot', { exact: true }).waitFor()
  await looks(page, 'import-tried')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /^Refused rows of loans\.csv/ }).click()])
  assert.match(await readFile(await download.path(), 'utf8'), /IM-3.*a lot/)
  await page.getByRole('button', { name: /^Changed/ }).click()
  await page.getByRole('table', { name: 'Rows and what they do' }).getByText('$77.25').waitFor()
  await looks(page, 'import-changes')
  await page.getByRole('button', { name: 'Write it…' }).click()
  await page.getByRole('dialog').getByText('no letter leaves until somebody releases it').waitFor()
  await looks(page, 'import-write')
  await dialog(page, 'Write it').click()
  await page.getByText('Written, on hold').waitFor()
  await page.getByText('Somebody with the role Approver releases it.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Release it…' }).count(), 0)
  const made = await found(gql, 'IM-1')
  assert.deepEqual([made.maturityDate.slice(0, 10), made.policies[0].status], ['2034-05-06', 'onHold'])
  assert.equal((await found(gql, known.loanNumber)).loanAmount.amount, '77.25')
  await settled(page)
  await looks(page, 'import-written')
  return page.url()
}

async function released(page, gql) {
  await page.getByText(/1 policy of \d+ loans? would be released/).waitFor()
  await page.getByRole('button', { name: 'Release it…' }).click()
  await looks(page, 'import-release')
  await dialog(page, 'Release').click()
  await page.getByText('Released', { exact: true }).waitFor()
  assert.notEqual((await found(gql, 'IM-1')).policies[0].status, 'onHold')
}

// The same file again changes nothing; the first import is undone but for what somebody has changed since.
async function again(page, gql, known, at, world) {
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Imports' }).click()
  await page.getByRole('table', { name: 'Imports' }).getByText('Released').waitFor()
  await page.getByRole('link', { name: 'New import' }).click()
  await page.getByLabel('What the columns are').selectOption({ label: 'as in “Servicing”' })
  await page.getByLabel('Files', { exact: true }).setInputFiles([file('loans.csv', loans(known))])
  await page.getByRole('button', { name: 'Read the files' }).click()
  await page.getByRole('button', { name: 'Write it…' }).waitFor()
  await becomes(() => counts(page, 'new', 'changed', 'as they are'), [0, 0, 3])
  await page.getByText('No verdict of a case changes.').waitFor()
  const { id } = await found(gql, 'IM-2')
  await gql('mutation($id: ID!) { updateCase(id: $id, input: { displayName: "Changed since" }) { id } }', { id })
  await page.goto(world.base + at)
  await page.getByRole('button', { name: 'Undo the import…' }).click()
  await dialog(page, 'Undo it').click()
  await page.getByRole('heading', { name: 'What was left' }).waitFor()
  await page.getByRole('table', { name: 'Records that were left' }).getByRole('link', { name: 'Loan' }).first().waitFor()
  await looks(page, 'import-undone')
  assert.equal(await found(gql, 'IM-1'), undefined)
  assert.equal((await found(gql, 'IM-2')).id, id)
}

async function readsOnly(page) {
  await page.getByRole('heading', { name: 'What was left' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /Undo the import|Release it|Write it/ }).count(), 0)
}
