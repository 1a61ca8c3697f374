// What the scripts that use headless Chromium share.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

// withBrowser runs use with the context of a new profile, and removes the profile.
export async function withBrowser(options, use) {
  const profile = mkdtempSync(join(tmpdir(), 'covertrack-chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
    ...options,
  })
  try {
    return await use(context)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
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

// serious returns the findings of axe, within a selector if there is one, that are serious or critical. Playwright evaluates outside of the page's policy.
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
