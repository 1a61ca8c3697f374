// What the browser tests share about a page: what must not happen on it, and how it is looked at.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

// withBrowser runs use with the context of a new profile, and removes the profile.
export async function withBrowser(options, use) {
  const profile = mkdtempSync(join(tmpdir(), 'covertrack-console-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
    acceptDownloads: true,
    viewport: { width: 1440, height: 900 },
    ...options,
  })
  context.setDefaultTimeout(10_000)
  try {
    return await use(context)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

// watch collects what must not happen on a page: errors, violations of the content security policy, and requests to another host. `expected` is of
// the console's messages that a test causes itself, like those of a refused request. Chromium's own viewer of PDF is no other host.
export async function watch(page, base, expected = /^$/) {
  const wrong = []
  page.on('pageerror', (error) => wrong.push(`page: ${error.stack ?? error}`))
  page.on('console', (message) => message.type() === 'error' && !expected.test(message.text()) && wrong.push(`console: ${message.text()}`))
  page.on('request', (request) => /^(data|blob|chrome(-extension)?):/.test(request.url()) || request.url().startsWith(`${base}/`) || wrong.push(`request to ${request.url()}`))
  await page.exposeFunction('reportViolation', (text) => wrong.push(text))
  await page.addInitScript(() => addEventListener('securitypolicyviolation', (event) =>
    window.reportViolation(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)))
  return wrong
}

// serious returns the findings of axe that are serious or critical. Playwright evaluates outside of the page's policy.
export async function serious(page, within) {
  await page.evaluate(axe)
  const { violations } = await page.evaluate((within) => window.axe.run(within ?? document, { resultTypes: ['violations'] }), within)
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`)
}

// fits expects a page that does not scroll sideways.
export async function fits(page, what) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
  assert.ok(content <= window, `${what}: the page is ${content} pixels wide in a window of ${window}`)
}

// settled waits until the page reads nothing any more.
export async function settled(page) {
  await page.locator('main').first().waitFor()
  await page.waitForFunction(() => document.querySelector('.loading') === null && document.querySelector('h1') !== null)
}

async function shoot(page, name) {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

// looks takes what is open in both themes and at both widths: axe finds nothing serious, and nothing scrolls sideways.
// With SCREENSHOTS, a folder, it leaves pictures to look at.
export async function looks(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await fits(page, `${name} (${colorScheme}, ${width})`)
      await shoot(page, `${name}-${colorScheme}-${width}`)
    }
    assert.deepEqual(await serious(page), [], `${name} (${colorScheme})`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

// csvOf are the lines of a downloaded table.
export async function csvOf(download) {
  const text = await readFile(await download.path(), 'utf8')
  return text.replace(/^\uFEFF/, '').trimEnd().split('\r\n')
}
