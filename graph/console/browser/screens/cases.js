// The list of cases: search with each key, filters and order in the address, the keyboard, and the export of exactly
// what is shown.
import assert from 'node:assert/strict'
import { becomes, csvOf, focused, looks, settled } from '../page.js'

const total = (page) => page.locator('[data-total]').first().getAttribute('data-total').then(Number)
const rows = (page) => page.locator('#found tbody tr')

export default async function cases(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const path = `/console/${portfolio}/cases`
  await world.signedIn(
    async (page) => {
      await settled(page)
      await looks(page, 'cases')
      await onPhone(page)
      await searches(page)
      await filters(page, world, portfolio)
      await searchesUnderFilters(page)
      await sorts(page, world, portfolio)
      await opensByKeyboard(page, portfolio)
      await exports(page, world, portfolio)
      await refusesNonsense(page, path)
    },
    { path, expected: /40\d|Failed to load resource|ERR_/ },
  )
  await supportSees(world, path)
}

async function shows(page, count) {
  await page.locator(`[data-total="${count}"]`).waitFor()
  await page.locator('#found[aria-busy="false"]').waitFor()
}

// onPhone shows each case with the whole of its verdict.
async function onPhone(page) {
  await page.setViewportSize({ width: 390, height: 900 })
  const badges = await page.locator('#found tbody .verdict').evaluateAll((all) => all.map((badge) => badge.getBoundingClientRect().right))
  assert.ok(badges.length > 5 && badges.every((right) => right <= 390 - 12), `verdicts end at ${Math.max(...badges)}`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function searches(page) {
  const all = await total(page)
  const sent = []
  page.on('request', (request) => request.url().endsWith('/graphql') && sent.push(request.postDataJSON().variables?.filter?.q))
  await page.getByLabel('Search the cases').pressSequentially('granite gate', { delay: 20 })
  await asked(page, 'granite gate')
  await page.getByText('Matched in: named insured, “Granite Gate').first().waitFor()
  await becomes(() => sent.at(-1), 'granite gate')
  await becomes(() => page.locator('#found mark').first().innerText(), 'Granite Gate')
  await page.getByText('best match first').waitFor()
  await looks(page, 'cases-search')
  // A typing error is forgiven; nonsense is said to be nowhere, and where else to look.
  await page.getByLabel('Search the cases').fill('granite gaet')
  await asked(page, 'granite gaet')
  await page.getByText('Granite Gate Tower LLC').first().waitFor()
  await page.getByLabel('Search the cases').fill('zzzzqqqq')
  await page.getByRole('link', { name: 'Look in all portfolios' }).waitFor()
  await page.getByLabel('Search the cases').fill('')
  await asked(page, null)
  await shows(page, all)
}

// asked waits until the list is what a search finds.
async function asked(page, text) {
  await page.waitForURL((url) => url.searchParams.get('q') === text)
  await page.locator('#found[aria-busy="false"]').waitFor()
}

async function filters(page, world, portfolio) {
  const count = async (filter) =>
    (await world.gql('query ($f: CaseFilter) { cases(filter: $f, limit: 0) { pageInfo { total } } }', { f: filter }, { portfolio })).cases
      .pageInfo.total
  const all = await total(page)
  await page.getByRole('group', { name: 'Verdict' }).getByRole('button', { name: 'Deficient' }).click()
  await shows(page, await count({ verdict: ['deficient'] }))
  await page.getByText('More filters').click()
  await page.getByRole('group', { name: 'Reason' }).getByRole('button', { name: 'Policy expired' }).click()
  await shows(page, await count({ verdict: ['deficient'], code: ['expired'] }))
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Open', exact: true }).click()
  await shows(page, await count({ verdict: ['deficient'], code: ['expired'], status: ['OPEN'] }))
  await page.getByRole('group', { name: 'Coverage' }).getByRole('button', { name: 'Flood' }).waitFor()
  await looks(page, 'cases-filters')
  // The address is all: a colleague who opens it sees the same.
  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address)
  await shows(page, await count({ verdict: ['deficient'], code: ['expired'], status: ['OPEN'] }))
  await page.getByRole('button', { name: 'Remove the filter Policy expired' }).click()
  await page.getByRole('button', { name: 'Remove the filter Open' }).click()
  await shows(page, await count({ verdict: ['deficient'] }))
  await page.getByRole('group', { name: 'Verdict' }).getByRole('button', { name: 'Deficient' }).click()
  await shows(page, all)
  await page.getByText('More filters').click()
  await page.getByRole('button', { name: 'Without a risk profile' }).click()
  await shows(page, await count({ hasRiskProfile: false }))
  await page.getByRole('button', { name: 'Remove the filter Without a risk profile' }).click()
  await shows(page, all)
}

// A search under filters says that they hide what it finds, and takes them out on demand.
async function searchesUnderFilters(page) {
  const all = await total(page)
  await page.getByRole('group', { name: 'Verdict' }).getByRole('button', { name: 'In compliance' }).click()
  await page.getByLabel('Search the cases').fill('heron bay')
  await page.getByText('The filters hide 1 case that “heron bay” finds.').waitFor()
  assert.equal(await page.getByText('Heron Bay Retail Center').count(), 0)
  await looks(page, 'cases-hidden')
  await page.getByRole('button', { name: 'Search without filters' }).click()
  await page.getByText('Heron Bay Retail Center').first().waitFor()
  await page.getByText('The filters hide').waitFor({ state: 'detached' })
  await page.getByLabel('Search the cases').fill('')
  await shows(page, all)
}

async function sorts(page, world, portfolio) {
  const expected = async (sort) =>
    (await world.gql(`{ cases(${sort && `sort: ${sort}, `}limit: 25) { nodes { loanNumber displayName } } }`, {}, { portfolio })).cases.nodes.map(
      ({ loanNumber, displayName }) => loanNumber ?? displayName,
    )
  const shownAs = async (sort) => {
    await page.locator('#found[aria-busy="false"]').waitFor()
    const wanted = await expected(sort)
    await becomes(() => page.locator('#found tbody tr td:first-child a').allInnerTexts(), wanted)
  }
  for (const [head, sort] of [
    ['Loan amount', 'loanAmount'],
    ['Loan amount', 'loanAmountDesc'],
    ['Matures', 'maturityDate'],
    ['Loan', 'loanNumber'],
  ]) {
    await page.locator('#found').getByRole('button', { name: head, exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('sort') === sort)
    await shownAs(sort)
  }
  await page.getByRole('button', { name: 'Order by creation' }).click()
  await page.waitForURL((url) => !url.searchParams.has('sort'))
  await shownAs('')
}

async function opensByKeyboard(page, portfolio) {
  await page.getByLabel('Search the cases').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await focused(page, 'tbody tr:nth-child(2)')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/console/${portfolio}/cases/[0-9a-f-]{36}$`))
  await page.goBack()
  await rows(page).first().waitFor()
}

// exports has exactly the cases that the list has, in its order, of which only the first page is shown; and can be
// cancelled.
async function exports(page, world, portfolio) {
  const { cases } = await world.gql('{ cases(sort: loanNumber, limit: 200) { nodes { id } pageInfo { hasNextPage } } }', {}, { portfolio })
  assert.ok(!cases.pageInfo.hasNextPage && cases.nodes.length > 25)
  await page.goto(`${world.base}/console/${portfolio}/cases?sort=loanNumber`)
  await shows(page, cases.nodes.length)
  await becomes(() => rows(page).count(), 25)
  let held
  await page.route('**/graphql', (route) => (route.request().postDataJSON().variables.first === 200 ? (held = route) : route.fallback()))
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await page.getByText('Reading cases…').waitFor()
  await page.getByRole('button', { name: 'Cancel the export' }).click()
  await page.getByRole('button', { name: 'Export as CSV' }).waitFor()
  assert.ok(held)
  await page.unroute('**/graphql')
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const lines = await csvOf(await downloaded)
  assert.match((await downloaded).suggestedFilename(), /^cases-\d{4}-\d\d-\d\d\.csv$/)
  assert.match(lines[0], /^Loan number,Case,Verdict,Why,/)
  assert.ok(lines.slice(1).every((line) => !/ \d{1,2}, \d{4}/.test(line)), 'days are in ISO')
  assert.deepEqual(
    lines.slice(1).map((line) => line.slice(-36)),
    cases.nodes.map(({ id }) => id),
  )
  await page.getByText(`${cases.nodes.length} cases are in cases-`).waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.waitForFunction((count) => document.querySelectorAll('#found tbody tr').length === count, cases.nodes.length)
}

async function refusesNonsense(page, path) {
  await page.goto(new URL(`${path}?verdict=fine`, page.url()).href)
  await page.getByRole('alert').getByText('must be one of compliant').first().waitFor()
  await page.getByRole('button', { name: 'Remove the filter fine' }).click()
  await rows(page).first().waitFor()
}

async function supportSees(world, path) {
  await world.signedIn(
    async (page) => {
      await rows(page).first().waitFor()
      await page.getByLabel('Search the cases').fill('tower')
      await page.getByText('best match first').waitFor()
    },
    { path, token: world.support },
  )
}
