// Sandboxes: an analyst makes one, moves its clock, reads a letter, has the broker answer, looks into its book, and removes it.
import assert from 'node:assert/strict'
import { focused, looks, settled } from '../page.js'

export default async function sandboxes(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  await world.asPerson('Ana Lystad', (page) => analyst(world, page, portfolio), { path: `/console/${portfolio}`, expected: /422|404/ })
}

const clock = (page) => page.getByRole('region', { name: 'Its clock' }).getByRole('status')

async function analyst(world, page, portfolio) {
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sandboxes' }).click()
  const token = await make(page)
  await fill(world, token)
  await page.getByRole('link', { name: 'Open the sandbox' }).click()
  await clock(page).getByText('January 4, 2027, 12:00 UTC').waitFor()
  await page.getByText('Nothing was sent yet.').waitFor()
  await looks(page, 'sandbox-empty')
  const address = page.url()
  await letter(page)
  await answer(page)
  await book(page)
  await support(world, address, portfolio)
  await page.getByRole('link', { name: 'Clock and mailbox' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await looks(page, 'sandbox-delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('combobox', { name: 'Portfolio' }).and(page.locator(':has(option:checked:text-is("All portfolios"))')).waitFor()
  await page.goto(address)
  await page.getByText('There is no such sandbox any more.').waitFor()
}

// What is refused stands at its field; the token is shown this once.
async function make(page) {
  await page.getByRole('link', { name: 'New sandbox' }).click()
  await page.getByText('Nothing but a program').click()
  await page.getByLabel('Day on its clock').fill('2027-01-04')
  await page.getByRole('button', { name: 'Make the sandbox' }).click()
  await page.locator('input[aria-invalid]').waitFor()
  await looks(page, 'sandbox-refused')
  await page.getByLabel('Name').fill('First renewal')
  await page.keyboard.press('Enter')
  const field = page.locator('.once input')
  await field.waitFor()
  const token = await field.inputValue()
  assert.match(token, /^sandbox_\w{36}$/)
  await looks(page, 'sandbox-token')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  return token
}

// fill makes a case and a policy in the sandbox, with its own token.
async function fill(world, token) {
  const post = async (path, body) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const answer = await fetch(`${world.base}/rest/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.equal(answer.status, 201, path)
    return (await answer.json()).id
  }
  const { programs } = await world.gql('{ programs(first: 1) { nodes { id productTypes { key } } } }', {}, { token })
  const [{ id: program, productTypes: [{ key: productType }] }] = programs.nodes
  const broker = await post('brokers', { firstName: 'Robin', lastName: 'Vale', email: 'robin.vale@example.com' })
  const caseId = await post('cases', { program, status: 'OPEN', insuranceContacts: [broker] })
  await post('policies', { caseId, policyNumber: 'SANDBOX-1', productType, startDate: '2026-03-31', endDate: '2027-03-31' })
}

async function letter(page) {
  await page.getByRole('button', { name: '+30 days' }).click()
  await clock(page).getByText('February 3, 2027, 12:00 UTC').waitFor()
  const subject = page.getByRole('table', { name: 'Letters' }).getByRole('button').first()
  await subject.waitFor()
  await page.getByRole('row').filter({ hasText: 'robin.vale@example.com' }).getByText('January 30, 2027').waitFor()
  await subject.focus()
  await page.keyboard.press('Enter')
  const shown = page.frameLocator('iframe.letter')
  await shown.getByText('SANDBOX-1').first().waitFor()
  assert.equal(await shown.locator('a[href], script, img').count(), 0)
  await looks(page, 'sandbox-letter')
  const link = await page.getByRole('link', { name: 'Open the broker’s page' }).getAttribute('href')
  const answer = await page.request.get(link)
  assert.equal(answer.status(), 200)
  assert.match(await answer.text(), /SANDBOX-1/)
  await page.getByRole('button', { name: 'As plain text' }).click()
  await page.getByLabel('The letter’s text').getByText(link).waitFor()
}

async function answer(page) {
  await page.getByRole('button', { name: 'Have the broker answer…' }).click()
  await focused(page, 'input[name=days]')
  await page.getByLabel('Days from now').fill('5')
  await page.keyboard.press('Enter')
  await page.getByText('The broker answers on February 8, 2027, 12:00 UTC.').waitFor()
  const row = page.getByRole('table', { name: 'Answers' }).getByRole('row').nth(1)
  await row.getByText('To come').waitFor()
  await page.getByLabel('To the beginning of a day').fill('2027-02-01')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.locator('input[type=date][aria-invalid]').waitFor()
  await page.getByLabel('To the beginning of a day').fill('2027-02-10')
  await page.keyboard.press('Enter')
  await clock(page).getByText('February 10, 2027, 00:00 UTC').waitFor()
  await row.getByText('Handed in').waitFor()
  await settled(page)
  await looks(page, 'sandbox')
}

// In the sandbox every screen has its time: the task that reviews the evidence is due in days, not in months.
async function book(page) {
  await page.getByRole('link', { name: 'Open its board' }).click()
  await page.getByText('Sandbox First renewal: it is February 10, 2027 here').waitFor()
  await page.locator('canvas').first().waitFor()
  await settled(page)
  await looks(page, 'sandbox-board')
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Tasks' }).click()
  await page.getByRole('heading', { name: 'Within a week (1)' }).waitFor()
}

// Support sees it and moves nothing.
async function support(world, address, portfolio) {
  await world.signedIn(async (page) => {
    await page.getByRole('link', { name: 'First renewal' }).click()
    await page.getByRole('table', { name: 'Letters' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /day|Move|Delete|answer/ }).count(), 0)
    assert.equal(page.url().split('?')[0], address)
  }, { token: world.support, path: `/console/${portfolio}/administration/sandboxes` })
}
