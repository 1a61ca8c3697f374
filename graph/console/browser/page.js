// What the browser tests share about a page: what must not happen on it, and how it is looked at.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { becomes, fits, serious, withBrowser as withContext } from '../../../.ci/npm/browser.js'

export { becomes, fits, serious }

// With SLOW, a number, each answer of the server comes 300 to 800 ms later, drawn from that number on, in a browser with a sixth of the speed.
const slow = Number(process.env.SLOW ?? 0)

// withBrowser is that of all browser tests, in a window of the width that the console is drawn for.
export function withBrowser(options, use) {
  return withContext({ acceptDownloads: true, viewport: { width: 1440, height: 900 }, ...options }, async (context) => {
    if (slow) await slowDown(context)
    return use(context)
  })
}

let drawn = slow

async function slowDown(context) {
  await context.route('**/graphql', async (route) => {
    drawn = (drawn * 16807) % 2147483647
    await new Promise((answer) => setTimeout(answer, 300 + (drawn % 500)))
    await route.fallback().catch(() => undefined) // the page may be closed by now, or ask for something else
  })
  context.on('page', async (page) => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  })
}

// watch collects what must not happen on a page: errors, violations of the content security policy, and requests to another host. `expected` is of
// the console's messages that a test causes itself, like those of a refused request. Chromium's own viewer of PDF is no other host. A 503 is of a
// machine with too much to do: the page asks again by itself, and what is not there in the end is missed.
export async function watch(page, base, expected = /^$/) {
  const wrong = []
  page.on('pageerror', (error) => wrong.push(`page: ${error.stack ?? error}`))
  page.on('console', (message) => message.type() === 'error' && !expected.test(message.text()) && !/status of 503/.test(message.text()) && wrong.push(`console: ${message.text()}`))
  page.on('request', (request) => /^(data|blob|chrome(-extension)?):/.test(request.url()) || request.url().startsWith(`${base}/`) || wrong.push(`request to ${request.url()}`))
  await page.exposeFunction('reportViolation', (text) => wrong.push(text))
  await page.addInitScript(() => addEventListener('securitypolicyviolation', (event) =>
    window.reportViolation(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)))
  return wrong
}

// settled waits until the page reads nothing any more. Where a link led to another screen, wait for something of that one first.
export async function settled(page) {
  await page.locator('main').first().waitFor()
  await page.waitForFunction(() => document.querySelector('.loading, [aria-busy="true"]') === null && document.querySelector('h1') !== null)
}

// focused waits until the focus is where a selector says: it follows what opens a frame later.
export async function focused(page, selector) {
  await page.locator(`${selector}:focus`).waitFor()
}

async function shoot(page, name) {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

// seen leaves a picture of what is open when something fails.
export async function seen(page, done) {
  try {
    await done
  } catch (error) {
    await shoot(page, `failed-${Date.now()}`).catch(() => undefined) // the page may be closed by now
    throw error
  }
}

// looks takes what is open at both widths and in both themes: axe finds nothing serious, and nothing scrolls sideways.
// With SCREENSHOTS, a folder, it leaves pictures to look at. With SLOW axe is left out: it would only take the page's time.
export async function looks(page, name) {
  const judge = async (ofTheme) => slow || assert.deepEqual(await serious(page, undefined, ofTheme), [], `${name}${ofTheme ? ' (dark)' : ''}`)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await fits(page, `${name} (${width})`)
    await shoot(page, `${name}-light-${width}`)
  }
  await judge(false)
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot(page, `${name}-dark-390`)
  await judge(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await shoot(page, `${name}-dark-1440`)
  await page.emulateMedia({ colorScheme: 'light' })
}

// csvOf are the lines of a downloaded table.
export async function csvOf(download) {
  const text = await readFile(await download.path(), 'utf8')
  return text.replace(/^\uFEFF/, '').trimEnd().split('\r\n')
}

// tokenBox is where a staff token is typed: below the work address, behind a line that opens it.
export async function tokenBox(within) {
  const more = within.locator('details', { hasText: 'Sign in with a staff token' })
  await more.evaluate((details) => (details.open = true))
  return within.getByLabel('Staff token')
}
