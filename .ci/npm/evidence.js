// Hands in evidence in headless Chromium as a broker would, with and without scripts, light and dark, wide and narrow:
// node evidence.js <base URL> <links, with commas between them> [folder]
// Each way needs a link of its own: eight. Fails on a serious finding of axe, a page that scrolls sideways, an error, a
// request to another host, or an address that has the link's secret. Screenshots go to the folder.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { becomes, fits, serious, watch, withBrowser } from './browser.js'

const [base, list, folder] = process.argv.slice(2)
const links = list.split(',')
const pdf = (name, text = '') => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`) })
const office = { name: 'Certificate.docx', mimeType: 'application/pdf', buffer: Buffer.from('PK\x03\x04 not a PDF') }
const brightness = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)[0])

// judged is a page whose scripts run, with what a page without them shows: axe needs them.
async function judged(page, judge) {
  const body = await page.content()
  await judge.unrouteAll()
  await judge.route(/.*/, (route) => ({
    document: () => route.fulfill({ contentType: 'text/html', body }),
    script: () => route.abort(),
  })[route.request().resourceType()]?.() ?? route.continue())
  await judge.goto(`${base}/evidence/judged`)
  return judge
}

// seen judges what is shown.
async function seen(page, what, { colorScheme, width, scripts, judge }) {
  const name = `evidence-${what}-${colorScheme}-${width}-${scripts ? 'scripts' : 'plain'}`
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  assert.deepEqual(await serious(scripts ? page : await judged(page, judge)), [], name)
  await fits(page, name)
  assert.equal(await brightness(page) < 128, colorScheme === 'dark', name)
}

const ends = (page) => page.getByLabel('Ends on')
const borne = (page) => page.getByLabel('Deductible for all other perils', { exact: true })
const submit = (page) => page.getByRole('button', { name: /^Send to/ }).click()

// drop lets files fall on the page, as from a folder.
async function drop(page, files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer()
    for (const { name, text } of files) transfer.items.add(new File([text], name))
    return transfer
  }, files.map(({ name, buffer }) => ({ name, text: buffer.toString('latin1') })))
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('[data-drop]', type, { dataTransfer: transfer })
}

// byScript hands in with all that scripts add.
async function byScript(page, context, way) {
  await page.getByLabel(/^PDF or pictures/).setInputFiles([pdf('Evidence of Property.pdf')])
  await drop(page, [pdf('Dropped.pdf', 'dropped'), { name: 'Certificate.docx', buffer: office.buffer }])
  const chosen = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  await becomes(() => chosen.count(), 3)
  await page.getByText('Only PDF and pictures can be sent.').waitFor()
  await submit(page)
  await page.getByText('Remove the files that are marked').waitFor()
  await seen(page, '2-chosen', way)
  await page.getByRole('button', { name: 'Remove Certificate.docx' }).click()
  await becomes(() => chosen.count(), 2)
  await drop(page, [{ name: 'Photo.png', buffer: Buffer.from('not what it says') }])
  await page.getByLabel('Policy number').fill('EX-777')
  await borne(page).fill('101')
  await page.locator('#deductibleOf1').selectOption({ label: '% of the limit' })
  await ends(page).fill('2020-01-31')
  await page.getByLabel('Starts on').fill('2020-02-01')

  // A slow line shows how far it is, and can be stopped; nothing is lost.
  const network = await context.newCDPSession(page)
  await drop(page, [pdf('Large.pdf', 'x'.repeat(400_000))])
  await becomes(() => chosen.count(), 4)
  await network.send('Network.enable')
  const upload = (uploadThroughput) => network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput })
  await upload(100_000)
  await submit(page)
  await page.getByRole('progressbar').waitFor()
  await page.waitForFunction(() => document.querySelector('progress').value > 0)
  await seen(page, '3-sending', way)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await becomes(() => chosen.count(), 4)
  await network.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
  await submit(page)
  await page.getByText('The connection broke, and nothing was sent.').waitFor()
  await upload(-1)
  await page.getByRole('button', { name: 'Remove Large.pdf' }).click()
  await submit(page)

  // Everything that is wrong is said at its field, without leaving the page; the summary has the focus.
  await page.getByRole('heading', { name: 'Nothing was sent yet' }).waitFor()
  await becomes(() => page.evaluate(() => document.activeElement.id), 'problems')
  await corrected(page, way)
}

// byForm hands in with what every browser can.
async function byForm(page, way) {
  await page.getByLabel(/^PDF or pictures/).setInputFiles([pdf('Evidence of Property.pdf'), pdf('Dropped.pdf', 'x'), office])
  await page.getByLabel('Policy number').fill('EX-777')
  await borne(page).fill('101')
  await page.locator('#deductibleOf1').selectOption({ label: '% of the limit' })
  await page.getByLabel('Starts on').fill('2020-02-01')
  await ends(page).fill('2020-01-31')
  await submit(page)
  await page.getByRole('heading', { name: 'Nothing was sent yet' }).waitFor()
  await corrected(page, way)
}

// corrected finds what was typed still there, and with scripts the files too, mends the rest, and hands in.
async function corrected(page, way) {
  await seen(page, '4-wrong', way)
  assert.match(await page.locator('#files-error').innerText(), /“(Photo.png|Certificate.docx)” is/)
  assert.equal(await page.getByLabel('Policy number').inputValue(), 'EX-777')
  await page.getByText('This must be after “Starts on”: a term ends after it starts.').first().waitFor()
  assert.equal(await ends(page).getAttribute('aria-invalid'), 'true')
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  if (way.scripts) {
    await page.getByRole('button', { name: 'Remove Photo.png' }).click()
    await becomes(() => page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem').count(), 2)
  } else {
    await page.getByLabel(/^PDF or pictures/).setInputFiles([pdf('Evidence of Property.pdf'), pdf('Dropped.pdf', 'x')])
  }
  assert.equal(await page.locator('#deductible1-error').innerText(), 'Write a percentage from 0 to 100.')
  await page.locator('#deductibleOf1').selectOption({ label: 'USD' })
  await borne(page).fill('25,000')
  await page.locator('#deductible2').fill('5')
  await page.locator('#deductibleOf2').selectOption({ label: '% of the insured value' })
  await page.locator('#deductibleMinimum2').fill('250,000')
  await page.getByLabel('Carrier', { exact: true }).fill('Example Mutual')
  await page.getByLabel(/^A\.M\. Best rating/).fill('A VIII')
  await page.getByLabel('Coverage form').selectOption('Special')
  await page.locator('#endorsement1').check()
  await ends(page).fill('2032-02-01')
  await page.getByLabel('Starts on').fill('2031-02-01')
  await page.getByLabel('What they are').selectOption({ label: 'Evidence of Property Insurance (ACORD 27/28)' })
  await page.locator('summary').click()
  await page.getByLabel(/per occurrence$/).first().fill('2,000,000')
  await page.getByLabel(/^Note to/).fill('As asked.')
  await submit(page)
}

async function handIn(link, way) {
  await withBrowser({ colorScheme: way.colorScheme, javaScriptEnabled: way.scripts, viewport: { width: way.width, height: 900 } }, async (context) => {
    const page = await context.newPage()
    const wrong = watch(page, base, /422|ERR_INTERNET_DISCONNECTED/)
    const addresses = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto(link)
    const form = page.url()
    assert.match(form, /\/evidence\/form\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { level: 1, name: /^(Evidence|Proof) of/ }).waitFor()
    await page.getByText('Harbor Example Bank').first().waitFor()
    await seen(page, '1-form', way)
    await (way.scripts ? byScript(page, context, way) : byForm(page, way))
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.match(page.url(), /\/received\/[0-9a-f-]{36}$/)
    assert.match(await page.locator('main').innerText(), /Evidence of Property\.pdf[^]*Dropped\.pdf[^]*EX-777[^]*\$2,000,000[^]*A VIII[^]*5% of the insured value, at least \$250,000/)
    if (way.scripts) await becomes(() => page.evaluate(() => document.activeElement.tagName), 'H1')
    await seen(page, '5-thanks', way)
    await page.getByRole('link', { name: 'Send something else' }).click()
    await page.getByText('Being looked at').waitFor()
    await seen(page, '6-sent', way)
    assert.equal(addresses.filter((address) => address === link).length, 1, 'the secret is in one address only')
    assert.equal(addresses.filter((address) => address.includes(link.split('/').at(-1))).length, 1)
    if (way.scripts) assert.equal(await page.evaluate(() => document.cookie + localStorage.length + sessionStorage.length), '00')

    await page.goto(`${link.slice(0, -1)}_`)
    await page.getByRole('heading', { name: 'This link is not valid any more' }).waitFor()
    await seen(page, '7-invalid', way)
    assert.deepEqual(wrong.filter((text) => !/404/.test(text)), [])
  })
}

for (const scripts of [true, false]) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1440, 390]) {
      await withBrowser({ colorScheme, viewport: { width, height: 900 } }, async (context) => {
        await handIn(links.shift(), { scripts, colorScheme, width, judge: await context.newPage() })
      })
    }
  }
}
console.log('evidence: with and without scripts, light and dark, wide and narrow')
