// Opens /playground in headless Chromium as a staff member would: node playground.js <base URL> <staff token> <portfolio> [folder]
// Fails on any error of the page and any request to another host. Screenshots go to the folder.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { becomes, fits, serious, watch, withBrowser } from './browser.js'

const [base, token, portfolio, folder] = process.argv.slice(2)
const shoot = (page, name) => folder && page.screenshot({ path: join(folder, `playground-${name}.png`) })
const text = (page, part) => page.locator(`${part} .CodeMirror`).first().evaluate((editor) => editor.CodeMirror.getValue())
const variables = async (page) => JSON.parse(await text(page, '.graphiql-editor-tool'))
const tabs = (page) => page.locator('.graphiql-tab').allInnerTexts()

// run sends what is open and returns what is shown, once it contains the text.
async function run(page, expected) {
  const answered = page.waitForResponse((response) => response.request().headers()['x-portfolio'] !== undefined)
  await page.getByRole('button', { name: /^Execute query/ }).click()
  const response = await answered
  await page.waitForFunction((expected) => document.querySelector('.graphiql-response .CodeMirror').CodeMirror.getValue().includes(expected), expected)
  await becomes(() => page.locator('#request-id').innerText(), response.headers()['x-request-id'])
  return text(page, '.graphiql-response')
}

// choose searches in the list that is open, by keyboard alone.
async function choose(page, title, words, ...keys) {
  await page.getByRole('dialog', { name: title }).waitFor()
  assert.deepEqual(await serious(page, '#picker'), [])
  await page.keyboard.type(words)
  for (const key of [...keys, 'Enter']) await page.keyboard.press(key)
  if (!title.startsWith('Which portfolio')) return
  await page.getByRole('dialog', { name: title }).waitFor({ state: 'hidden' })
}

async function open(page, words) {
  await page.getByRole('button', { name: 'Open a query' }).click()
  await choose(page, 'Open', words)
}

async function enter(page) {
  await page.goto(`${base}/playground`)
  await page.getByLabel('Staff token').fill(token)
  await page.getByRole('button', { name: 'Enter' }).click()
  await choose(page, 'Which portfolio?', portfolio)
}

await withBrowser({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] }, async (context) => {
  const page = await context.newPage()
  const wrong = watch(page, base, /401/)

  // A token that is none is told so, and a good one is asked for once. Then the portfolio is asked for.
  await page.goto(`${base}/playground`)
  await page.getByLabel('Staff token').fill('staff_nonsense')
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByText('This token is not valid.').waitFor()
  assert.deepEqual(await serious(page, '#enter'), [])
  await shoot(page, '1-refused')
  await page.getByLabel('Staff token').fill(token)
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByRole('dialog', { name: 'Which portfolio?' }).waitFor()
  await shoot(page, '2-portfolio')
  await choose(page, 'Which portfolio?', portfolio)
  assert.match(await page.locator('#portfolio').innerText(), /, (live|test)$/)

  // A query of support, found by its words, in a tab of its own; its request's id can be copied.
  await open(page, 'what hold since')
  assert.match(await run(page, 'pageInfo'), /"total": \d+/)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.locator('#request-id').innerText())
  assert.deepEqual(await serious(page, 'header'), [])
  await shoot(page, '3-query')

  // One that needs an id offers those of the portfolio; Escape leaves it empty.
  await page.getByRole('button', { name: 'Open a query' }).click()
  await shoot(page, '4-library')
  await choose(page, 'Open', 'on this case')
  await page.getByRole('dialog', { name: 'Which case?' }).waitFor()
  await shoot(page, '5-ids')
  await choose(page, 'Which case?', '', 'ArrowDown')
  await page.locator('.graphiql-query-editor', { hasText: 'EverythingOnACase' }).waitFor()
  assert.match((await variables(page)).case, /^[0-9a-f-]{36}$/)
  assert.match(await run(page, 'displayName'), /"loanNumber"/)
  await open(page, 'CreatePolicyTerm')
  await page.getByRole('dialog', { name: 'Which id?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.graphiql-query-editor', { hasText: 'CreatePolicyTerm' }).waitFor()
  assert.equal((await variables(page)).id, '')

  // F5 keeps the tabs, and what was typed into the one in front.
  await page.goto(`${base}/playground?operation=WhatHappenedTo&record=typed-id`)
  await page.locator('.graphiql-query-editor', { hasText: 'WhatHappenedTo' }).waitFor()
  await becomes(() => variables(page), { record: 'typed-id' })
  await page.locator('.graphiql-editor-tool .CodeMirror').first().click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('{"record": "edited"')
  await page.waitForFunction(() => Object.values({ ...sessionStorage }).some((kept) => kept.includes('edited')))
  const before = await tabs(page)
  await page.reload()
  await page.locator('.graphiql-query-editor', { hasText: 'WhatHappenedTo' }).waitFor()
  await becomes(() => tabs(page), before)
  await becomes(() => variables(page), { record: 'edited' })
  await page.reload()
  await page.locator('.graphiql-query-editor', { hasText: 'WhatHappenedTo' }).waitFor()
  await becomes(() => tabs(page), before)

  // The documentation.
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.locator('.graphiql-doc-explorer a', { hasText: /^Query$/ }).first().click()
  await page.getByText('All reads. Lists answer one portfolio').waitFor()
  await shoot(page, '6-documentation')

  // A REST operation by its name, with variables from the address; the token is still known.
  await page.goto(`${base}/playground?operation=ListCases&limit=1`)
  await page.locator('.graphiql-query-editor', { hasText: 'ListCases' }).waitFor()
  assert.match(await run(page, '"meta"'), /"limit": 1/)

  // Nothing outlives the tab, and nothing of the token is kept in plain sight of another page.
  assert.deepEqual(await page.evaluate(() => [localStorage.length, document.cookie]), [0, ''])
  const other = await context.newPage()
  await other.goto(`${base}/playground`)
  await other.getByLabel('Staff token').waitFor()
  await page.getByRole('button', { name: 'Forget the token' }).click()
  await page.getByLabel('Staff token').waitFor()
  assert.equal(await page.evaluate(() => sessionStorage.length), 0)
  assert.deepEqual(wrong, [])
})

for (const [colorScheme, width] of [['dark', 1440], ['light', 390], ['dark', 390]]) {
  await withBrowser({ colorScheme, viewport: { width, height: 800 } }, async (context) => {
    const page = await context.newPage()
    const wrong = watch(page, base)
    await page.goto(`${base}/playground`)
    await page.getByLabel('Staff token').waitFor()
    assert.deepEqual(await serious(page, '#enter'), [])
    await fits(page, `the question for a token (${colorScheme}, ${width})`)
    await shoot(page, `enter-${colorScheme}-${width}`)
    await enter(page)
    await page.getByRole('button', { name: 'Open a query' }).click()
    await shoot(page, `library-${colorScheme}-${width}`)
    await choose(page, 'Open', 'overdue')
    await run(page, 'pageInfo')
    assert.deepEqual(await serious(page, 'header'), [])
    await fits(page, `a query (${colorScheme}, ${width})`)
    for (const part of ['.graphiql-query-editor', '.graphiql-response']) {
      const { x, width: wide } = await page.locator(part).boundingBox()
      assert.ok(x >= 0 && wide > Math.min(width, 700) * 0.8 && x + wide <= width, `${part} is from ${x} on, ${wide} wide, in ${width}`)
    }
    const [red] = await page.locator('.graphiql-container').evaluate((box) => getComputedStyle(box).backgroundColor.match(/[\d.]+/g).map(Number))
    assert.equal(red < 128, colorScheme === 'dark', `the background is ${red}`)
    await shoot(page, `query-${colorScheme}-${width}`)
    assert.deepEqual(wrong, [])
  })
}
console.log('playground: portfolio, library, ids, F5, request id, dark, narrow; nothing went to another host')
