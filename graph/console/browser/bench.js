// How long the console's users wait, on the data of `covertrack load --cases 10000`: BASE=… OPERATOR=staff_… node
// browser/bench.js Run it on a machine that does nothing else. It prints a table: the board from the address to its
// numbers, and a search from a key to its rows.
import assert from 'node:assert/strict'
import { withBrowser } from './page.js'
import { World } from './world.js'

const rounds = 9
const world = new World({ SUPPORT: 'none', ...process.env })

const sorted = (numbers) => [...numbers].sort((a, b) => a - b)
const share = (numbers, part) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))]
const ms = (number) => `${number.toFixed(0)} ms`
const row = (what, target, numbers) =>
  console.log(`| ${what} | ${ms(share(numbers, 0.5))} | ${ms(share(numbers, 0.9))} | ${ms(Math.max(...numbers))} | ${target} |`)

const portfolio = await largest()
const texts = await typed()
await withBrowser({}, async (context) => {
  const page = await context.newPage()
  await page.addInitScript(observe)
  await page.goto(`${world.base}/console/${portfolio}`)
  await world.signIn(page, world.operator)
  console.log('| what | p50 | p90 | most | target |\n|---|---|---|---|---|')
  row('the board, from the address to its numbers', '500 ms', await board(page, false))
  row('the same, nothing in the browser’s cache', '500 ms', await board(page, true))
  const keys = await search(page)
  row(
    'a key of a search, the server',
    '50 ms',
    keys.map(({ server }) => server),
  )
  row(
    'a key of a search, from the key to the painted rows',
    '',
    keys.map(({ painted }) => painted),
  )
  for (const { text, server, painted } of sorted(keys.map(({ server }) => server))
    .slice(-3)
    .map((slow) => keys.find((key) => key.server === slow))) {
    console.log(`slowest: “${text}” ${ms(server)}, painted after ${ms(painted)}`)
  }
})

// largest is the portfolio with most cases.
async function largest() {
  const { portfolios } = await world.gql('{ portfolios { id } }')
  const counted = await Promise.all(
    portfolios.map(async ({ id }) => [
      id,
      (await world.gql('{ cases(limit: 0) { pageInfo { total } } }', {}, { portfolio: id })).cases.pageInfo.total,
    ]),
  )
  const [[id, total]] = counted.sort(([, a], [, b]) => b - a)
  console.log(`${total} cases`)
  return id
}

// typed are texts that people search for: an insured, the same with a typing error, an address and numbers, of some
// case in the middle.
async function typed() {
  const { cases } = await world.gql(
    '{ cases(limit: 50, offset: 4321) { nodes { loanNumber insureds { displayName } assets { displayName } policies { policyNumber } } } }',
    {},
    { portfolio },
  )
  const whole = cases.nodes.find(({ insureds, assets, policies }) => insureds.length > 0 && assets.length > 0 && policies[0]?.policyNumber)
  const { loanNumber, insureds, assets, policies } = whole
  const name = insureds[0].displayName
  return [
    name,
    name.slice(0, 2) + name[3] + name[2] + name.slice(4),
    assets[0].displayName.split(',')[0],
    loanNumber,
    policies[0].policyNumber,
  ]
}

async function board(page, cold) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: cold })
  const times = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${world.base}/console/${portfolio}`)
    await page.waitForFunction(() => document.querySelector('.huge') && !document.querySelector('.loading'), undefined, { polling: 'raf' })
    times.push(await page.evaluate(() => performance.now()))
  }
  await session.detach()
  return times
}

// search types each text; what is measured of a key is taken when the next one comes.
async function search(page) {
  await page.goto(`${world.base}/console/${portfolio}/cases`)
  const field = page.getByLabel('Search the cases')
  await page.locator('#found tbody tr').first().waitFor()
  const keys = []
  for (const text of texts) {
    await field.fill('')
    await page.waitForTimeout(1000)
    await page.evaluate(() => {
      window.keys.length = 0
      performance.clearResourceTimings()
    })
    for (const key of text) {
      await field.press(key === ' ' ? 'Space' : key)
      await page.waitForTimeout(500)
    }
    keys.push(...(await page.evaluate(() => window.keys)))
  }
  const measured = keys.filter(({ painted }) => painted !== undefined)
  assert.ok(measured.length > keys.length * 0.9, 'most keys were answered before the next one')
  return measured
}

// observe notes in the page when a key came, how long the server took for it, and when what it changed was painted.
function observe() {
  window.keys = []
  document.addEventListener('input', ({ target }) => window.keys.push({ text: target.value, at: performance.now() }), true)
  new MutationObserver(() => {
    const key = window.keys.at(-1)
    if (!key || document.querySelector('#found')?.ariaBusy !== 'false') return
    requestAnimationFrame(() =>
      setTimeout(() => {
        const answered = performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => name.endsWith('/graphql') && startTime >= key.at)
          .at(-1)
        if (!answered || key.painted) return
        key.server = answered.responseStart - answered.requestStart
        key.painted = performance.now() - key.at
      }),
    )
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['aria-busy'] })
}
