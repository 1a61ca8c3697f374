// The board: what is not insured, what ends next, what waits. Every number leads to the list that it counts.
import assert from 'node:assert/strict'
import { becomes, looks, settled } from '../page.js'

const summary = `{ complianceSummary { cases loanAmounts { amount currency } byVerdict { verdict cases loanAmounts { amount currency } } } }`

export default async function board(world) {
  await ofAll(world)
  await ofOne(world)
  await oneRefuses(world)
  await nothingYet(world)
}

const read = (page) => page.waitForFunction(() => document.querySelector('.huge') && !document.querySelector('.loading'))
const whole = (amount) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: Number.isInteger(amount) ? 0 : 2 }).format(amount)

async function deficientOf(world, portfolio) {
  const { byVerdict } = (await world.gql(summary, {}, { portfolio })).complianceSummary
  const { cases, loanAmounts } = byVerdict.find(({ verdict }) => verdict === 'deficient')
  return { cases, dollars: Number(loanAmounts.find(({ currency }) => currency === 'USD')?.amount ?? 0) }
}

// The portfolios, the worst first, and what they come to.
async function ofAll(world) {
  const { portfolios } = await world.gql('{ portfolios { id lenderName mode } }')
  const live = await Promise.all(portfolios.filter(({ mode }) => mode === 'live').map(async (each) => ({ ...each, ...(await deficientOf(world, each.id)) })))
  live.sort((a, b) => b.dollars - a.dollars || a.lenderName.localeCompare(b.lenderName))
  await world.signedIn(async (page) => {
    await read(page)
    const group = page.getByRole('region', { name: 'Live portfolios' })
    await becomes(() => group.locator('tbody th').allInnerTexts(), live.map(({ lenderName }) => lenderName))
    assert.equal(await group.locator('.huge').innerText(), whole(live.reduce((sum, { dollars }) => sum + dollars, 0)))
    assert.equal(await page.locator('tbody tr').count(), portfolios.length)
    await looks(page, 'board-all')
    await leads(page)

    await page.getByRole('link', { name: 'covertrack' }).click()
    await page.getByRole('link', { name: live[0].lenderName }).first().click()
    await page.getByRole('heading', { level: 1, name: `${live[0].lenderName}, live` }).waitFor()
    await page.getByRole('combobox', { name: 'Portfolio' }).selectOption({ label: 'All portfolios' })
    await page.getByRole('heading', { level: 1, name: 'All portfolios' }).waitFor()
  }, { token: world.support })
}

async function ofOne(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const { cases, dollars } = await deficientOf(world, portfolio)
  assert.ok(cases > 0, 'the demo data has a deficient case')
  const { cases: drafts } = await world.gql('{ cases(first: 1, filter: {status: [DRAFT], hasRiskProfile: true}) { nodes { id } } }', {}, { portfolio })
  const held = { id: drafts.nodes[0].id } // a draft on hold is counted nowhere
  await world.gql('mutation($id: ID!) { putCaseOnHold(id: $id) { id } }', held, { portfolio })
  await world.signedIn(async (page) => {
    await read(page)
    assert.equal(await page.locator('.huge').innerText(), whole(dollars))
    const top = await page.locator('.huge').boundingBox()
    assert.ok(top.y + top.height < 260, 'the dollars that are not insured come first')
    await weeks(page)
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0, 'every part of the board is there')
    await looks(page, 'board')
    await leads(page)
  }, { path: `/console/${portfolio}` })
  await world.gql('mutation($id: ID!) { releaseCaseHold(id: $id) { id } }', held, { portfolio })
}

// A bar a week, which opens its week, and the same as a table.
async function weeks(page) {
  await page.locator('.bars canvas').waitFor()
  await page.getByText('The weeks as a table').click()
  const totals = await page.locator('.at-ending tbody td').allInnerTexts()
  assert.equal(totals.length, 13)
  const bar = totals.findIndex((total) => total !== '0')
  const over = page.locator('.bars .u-over')
  const { width, height } = await over.boundingBox()
  const position = { x: (width * (bar + 0.5)) / totals.length, y: height / 2 }
  await over.hover({ position })
  await page.getByText(new RegExp(`: ${totals[bar]} polic`)).waitFor()
  await over.click({ position })
  await page.waitForURL(/policies\?endDate/)
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor()
  await page.goBack()
  await read(page)
  await page.locator('.bars canvas').waitFor()
}

// leads opens what every number of the page leads to, and expects the list's total to be the number.
async function leads(page) {
  const links = await page.locator('main a.count').evaluateAll((found) =>
    found.map((link) => ({ text: link.textContent.replaceAll(',', ''), to: link.getAttribute('href'), label: link.getAttribute('aria-label') })))
  const numbers = links.filter(({ text }) => /^\d+$/.test(text))
  assert.ok(numbers.length > 20, `${numbers.length} numbers`)
  const counted = new Set(numbers.map(({ to }) => to))
  for (const { to, label } of links) assert.ok(counted.has(to), `${label}: dollars lead where their cases do`)
  for (const { text, to, label } of numbers) {
    const same = numbers.find((other) => other.to === to)
    if (same.label !== label) assert.equal(same.text, text, `${label} and ${same.label} lead to ${to}`)
    else await leadsTo(page, to, text, `${label} leads to ${to}`)
  }
}

async function leadsTo(page, to, text, what) {
  await open(page, '/console/look-up')
  await page.getByRole('heading', { name: 'Look up', level: 1 }).waitFor()
  await open(page, to)
  const total = page.locator('main [data-total]').first()
  await total.waitFor().catch(() => assert.fail(`${what}, which shows no total`))
  assert.equal(await total.getAttribute('data-total'), text, what)
}

// open follows an address within the page, as a link of it does.
async function open(page, to) {
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to })
    document.body.append(link)
    link.click()
    link.remove()
  }, to)
  await page.waitForURL((url) => url.href.endsWith(new URL(to, url).href))
  await settled(page)
}

// A portfolio without cases says how to begin, and its links lead somewhere.
async function nothingYet(world) {
  const { createLender: made } = await world.gql('mutation { createLender(input: {name: "Newcomer Example Bank"}) { id } }')
  const { portfolios } = await world.gql('{ portfolios { id lenderId mode } }')
  const { id } = portfolios.find(({ lenderId, mode }) => lenderId === made.id && mode === 'test')
  await world.signedIn(async (page) => {
    const begin = page.getByRole('region', { name: 'no cases yet' })
    await begin.getByText('covertrack token create').waitFor()
    for (const to of await begin.locator('a').evaluateAll((links) => links.map(({ href }) => href))) {
      assert.equal((await fetch(to)).status, 200, to)
    }
    await looks(page, 'board-empty')
    await page.getByRole('link', { name: 'Cases', exact: true }).click()
    await page.getByText('There is no case yet.').waitFor()
  }, { path: `/console/${id}` })
}

// A portfolio that cannot be read says so in its own row, and is read again on demand.
async function oneRefuses(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  await world.signedIn(async (page) => {
    await read(page)
    const refuse = (route) => (route.request().headers()['x-portfolio'] === portfolio ? route.fulfill({ status: 502, body: 'Bad Gateway' }) : route.fallback())
    await page.route('**/graphql', refuse)
    await page.reload()
    await read(page)
    const rows = page.locator('tr', { has: page.getByRole('button', { name: 'Try again' }) })
    await becomes(() => rows.count(), 1)
    await rows.getByText('502').waitFor()
    await page.unroute('**/graphql', refuse)
    await rows.getByRole('button', { name: 'Try again' }).click()
    await rows.waitFor({ state: 'hidden' })
    await read(page)
  }, { expected: /502/ })
}
