// Opens /docs in headless Chromium and executes every write and two reads with a token, as they are prefilled: node docs.js <base URL> <token> [screenshot.png]
// Fails on any error of the page, on any request to another host, and on any refusal.
import assert from 'node:assert/strict'
import { watch, withBrowser } from './browser.js'

const [base, token, screenshot] = process.argv.slice(2)

await withBrowser({ viewport: { width: 1280, height: 1000 }, reducedMotion: 'reduce' }, async (context) => {
  const page = await context.newPage()
  const wrong = watch(page, base, /status of 404/) // of a sandbox of the reader, below

  await page.goto(`${base}/docs`)
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.locator('.auth-container input').fill(token)
  await page.locator('.auth-btn-wrapper button.authorize').click()
  await page.locator('.auth-btn-wrapper .btn-done').click()

  const refused = []
  let sent = 0
  for (const group of await page.locator('.opblock-tag').all()) {
    await group.click()
    const section = page.locator('.opblock-tag-section', { has: page.locator(`#${await group.getAttribute('id')}`) })
    await section.locator('.opblock').first().waitFor()
    for (const operation of await section.locator('.opblock-post, .opblock-patch, #operations-Case-listCases, #operations-Case-getCase').all()) {
      const id = await operation.getAttribute('id')
      await operation.locator('.opblock-summary-control').click()
      await operation.getByRole('button', { name: 'Execute' }).click()
      const status = operation.locator('.live-responses-table td.response-col_status:not(.col_header)')
      const said = (await status.innerText()).trim()
      if (!/^20[0-2]/.test(said)) refused.push(`${id}: ${said}`)
      if (screenshot && id.endsWith('listCases')) await page.screenshot({ path: screenshot })
      await operation.locator('.opblock-summary-control').click()
      sent++
    }
    await group.click()
  }
  const own = ['operations-Sandbox-advanceSandbox', 'operations-Sandbox-createSandboxAnswer', 'operations-Webhook_endpoint-createWebhookFault']
  assert.deepEqual(refused, own.map((id) => `${id}: 404`), 'every request succeeds as it is prefilled, but for those that name a sandbox of the reader')

  assert.deepEqual(await page.locator('.errors-wrapper').allInnerTexts(), [], 'the viewer finds all that an operation refers to')

  await page.goto(`${base}/docs/reference#case_on_hold`)
  assert.match(await page.locator('#case_on_hold').innerText(), /409/)
  assert.deepEqual(wrong, [])
  console.log(`docs: the viewer loads, authorizes and sends ${sent} requests, all accepted; nothing went to another host`)
})
