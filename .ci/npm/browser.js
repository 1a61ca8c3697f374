// What the scripts that use headless Chromium share.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

// How long something may take: a slow machine is none that is broken.
const patience = 120_000

let browser

// withBrowser runs use with a context of its own, which shares nothing with another one. The outermost use starts the browser, and ends it.
export async function withBrowser(options, use) {
  if (!browser) return withChromium(() => withBrowser(options, use))
  const context = await browser.newContext(options)
  context.setDefaultTimeout(patience)
  try {
    return await use(context)
  } finally {
    await context.close()
  }
}

async function withChromium(use) {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  })
  try {
    return await use()
  } finally {
    await browser.close()
    browser = undefined
  }
}

// becomes waits until what is read is as wanted.
export async function becomes(read, wanted, what) {
  for (const end = Date.now() + patience; ; await pause(50)) {
    const is = await read()
    try {
      return assert.deepEqual(is, wanted, what)
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

// watch collects what must not happen on a page: errors, and requests to another host.
export function watch(page, base, expected = /^$/) {
  const wrong = []
  page.on('pageerror', (error) => wrong.push(`page: ${error}`))
  page.on('console', (message) => message.type() === 'error' && !expected.test(message.text()) && wrong.push(`console: ${message.text()}`))
  page.on('request', (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(`${base}/`) || wrong.push(`request to ${request.url()}`))
  return wrong
}

// What a theme can make worse: all else is the same in every one.
const colours = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

// serious returns the findings of axe, within a selector if there is one, that are serious or critical; of another theme only those of its
// colours. Playwright evaluates outside of the page's policy.
export async function serious(page, within, ofTheme = false) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const options = { resultTypes: ['violations'], ...(ofTheme && colours) }
  const { violations } = await page.evaluate(([within, options]) => window.axe.run(within ?? document, options), [within, options])
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`)
}

// fits expects a page that does not scroll sideways.
export async function fits(page, what) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
  assert.ok(content <= window, `${what}: the page is ${content} pixels wide in a window of ${window}`)
}
