// Opens /playground in headless Chromium as a staff member would: node playground.js <base URL> <staff token> <portfolio> [folder]
// Fails on any error of the page and any request to another host. Screenshots go to the folder.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const [base, token, portfolio, folder] = process.argv.slice(2)
const profile = mkdtempSync(join(tmpdir(), 'covertrack-chromium-'))
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
  viewport: { width: 1400, height: 900 },
})
const shoot = (page, name) => folder && page.screenshot({ path: join(folder, `${name}.png`) })
const response = (page) => page.locator('.graphiql-response .CodeMirror')

// run sends what is open and answers what is shown, once it contains the text.
async function run(page, text) {
  await page.getByRole('button', { name: /^Execute query/ }).click()
  await page.locator('.graphiql-response').filter({ hasText: text }).waitFor({ timeout: 10_000 })
  return response(page).innerText()
}

try {
  const page = await context.newPage()
  const wrong = []
  page.on('pageerror', (error) => wrong.push(`page: ${error}`))
  page.on('console', (message) => message.type() === 'error' && !/401/.test(message.text()) && wrong.push(`console: ${message.text()}`))
  page.on('request', (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(`${base}/`) || wrong.push(`request to ${request.url()}`))

  // A token that is none is told so, and a good one is asked for once.
  await page.goto(`${base}/playground`)
  await page.getByLabel('Staff token').fill('staff_nonsense')
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByText('This token is not in force.').waitFor()
  await shoot(page, '1-refused')
  await page.getByLabel('Staff token').fill(token)
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.locator('.graphiql-query-editor').waitFor()
  await page.locator('#portfolio').selectOption(portfolio)

  // A query of support, in a tab of its own.
  await page.locator('#library').selectOption('OnHold')
  assert.match(await run(page, 'pageInfo'), /"total": \d+/)
  await shoot(page, '2-query')

  // The documentation.
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.locator('.graphiql-doc-explorer').getByRole('link', { name: 'Query', exact: true }).or(
    page.locator('.graphiql-doc-explorer a', { hasText: /^Query$/ })).first().click()
  await page.getByText('All reads. Lists answer one portfolio').waitFor()
  await shoot(page, '3-documentation')

  // A REST operation by its name, with variables from the address; the token is still known.
  await page.goto(`${base}/playground?operation=ListCases&limit=1`)
  await page.locator('.graphiql-query-editor', { hasText: 'ListCases' }).waitFor()
  assert.match(await run(page, '"meta"'), /"limit": 1/)
  await shoot(page, '4-operation')

  // Nothing outlives the tab, and nothing of the token is kept in plain sight of another page.
  assert.deepEqual(await page.evaluate(() => [localStorage.length, document.cookie]), [0, ''])
  const other = await context.newPage()
  await other.goto(`${base}/playground`)
  await other.getByLabel('Staff token').waitFor()
  await page.getByRole('button', { name: 'Forget the token' }).click()
  await page.getByLabel('Staff token').waitFor()
  assert.equal(await page.evaluate(() => sessionStorage.length), 0)

  assert.deepEqual(wrong, [])
  console.log('playground: enters, runs a query, shows the documentation, opens a REST operation; nothing went to another host')
} finally {
  await context.close()
  rmSync(profile, { recursive: true, force: true })
}
