// Looks at the pages for people in headless Chromium, light and dark, wide and narrow: node pages.js <base URL> [folder]
// Fails on a serious finding of axe, a page that scrolls sideways, any script, error or request to another host.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { fits, serious, watch, withBrowser } from './browser.js'

const [base, folder] = process.argv.slice(2)
const guides = ['', '/rest', '/graphql', '/errors', '/support', '/operations', '/routes']
const judged = ['/', '/docs/errors', '/docs/errors/case_on_hold', '/docs/errors/none', '/docs/reference', '/docs/guide/concepts', '/docs/guide/compliance']
const paths = [...judged, ...guides.map((name) => `/docs/guide${name}`)]
const brightness = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)[0])

for (const colorScheme of ['light', 'dark']) {
  for (const width of [1440, 390]) {
    await withBrowser({ colorScheme, viewport: { width, height: 900 } }, async (context) => {
      const page = await context.newPage()
      const wrong = watch(page, base, /404/)
      for (const path of paths) {
        await page.goto(base + path)
        const what = `${path} (${colorScheme}, ${width})`
        if (folder) await page.screenshot({ path: join(folder, `page-${path.replaceAll('/', '_')}-${colorScheme}-${width}.png`) })
        if (judged.includes(path)) assert.deepEqual(await serious(page), [], what)
        await fits(page, what)
        assert.equal(await brightness(page) < 128, colorScheme === 'dark', what)
        assert.equal(await page.locator('script').count(), 0, what)
      }
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Errors' }).click()
      await page.getByRole('link', { name: 'case_on_hold', exact: true }).click()
      await page.getByRole('heading', { name: 'Case on hold' }).waitFor()
      await page.goto(`${base}/docs#/Case`)
      await page.locator('#operations-Case-listCases').waitFor()
      await fits(page, `/docs (${colorScheme}, ${width})`)
      if (folder) await page.screenshot({ path: join(folder, `page-docs-${colorScheme}-${width}.png`) })
      await page.getByRole('link', { name: 'Guide' }).click()
      await page.getByRole('heading', { name: 'Guide' }).waitFor()
      assert.deepEqual(wrong, [])
    })
  }
}
console.log(`pages: ${paths.length} pages, light and dark, wide and narrow`)
