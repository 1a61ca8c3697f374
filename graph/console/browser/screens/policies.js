// The list of policies: what ends when, its filters and order in the address, and an export that fails half-way and is
// taken up again.
import assert from 'node:assert/strict'
import { csvOf, looks } from '../page.js'

const list = `query ($f: PolicyFilter, $s: Sort, $after: String) {
  policies(filter: $f, sort: $s, limit: 200, after: $after) { nodes { id } pageInfo { total hasNextPage endCursor } }
}`
const dayIn = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const followed = ['active', 'renewalInProgress', 'onHold']

export default async function policies(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const path = `/console/${portfolio}/policies`
  await world.signedIn(
    async (page) => {
      const read = async (f, s = 'endDate', after = null) => (await world.gql(list, { f, s, after }, { portfolio })).policies
      await shows(page, (await read({})).pageInfo.total)
      await looks(page, 'policies')
      await ends(page, read)
      await exportsTheRest(page, read, `${world.base}${path}`)
      await opens(page, portfolio)
    },
    { path, expected: /ERR_|Failed to load resource/ },
  )
}

async function shows(page, count) {
  await page.locator(`[data-total="${count}"]`).waitFor()
  await page.locator('section[aria-busy="false"]').waitFor()
}

async function ends(page, read) {
  for (const days of [15, 30, 60, 90]) {
    await page.getByRole('button', { name: `Next ${days} days` }).click()
    await shows(page, (await read({ endDate: { gte: dayIn(0), lt: dayIn(days) }, status: followed })).pageInfo.total)
    await page.getByText(`that end in the next ${days} days`).waitFor()
  }
  await looks(page, 'policies-90-days')
  await page.getByRole('button', { name: 'Ended' }).click()
  await shows(page, (await read({ endDate: { lt: dayIn(0) }, status: followed })).pageInfo.total)
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'On hold' }).click()
  await shows(page, (await read({ endDate: { lt: dayIn(0) }, status: ['active', 'renewalInProgress'] })).pageInfo.total)
  await page.getByLabel('Ends from').fill(dayIn(10))
  await page.getByLabel('before').fill(dayIn(20))
  await page.getByLabel('before').blur()
  await shows(page, (await read({ endDate: { gte: dayIn(10), lt: dayIn(20) }, status: ['active', 'renewalInProgress'] })).pageInfo.total)
  await page.getByRole('button', { name: 'Started', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'startDate')
  await page.locator('section[aria-busy="false"]').waitFor()
}

// exportsTheRest has the second page fail: there is no file until it was read after all, and then there is all of it.
async function exportsTheRest(page, read, address) {
  const wanted = []
  for (let next = { hasNextPage: true, endCursor: null }; next.hasNextPage;) {
    const { nodes, pageInfo } = await read({}, 'endDateDesc', next.endCursor)
    wanted.push(...nodes.map(({ id }) => id))
    next = pageInfo
  }
  assert.ok(wanted.length > 200, 'the demo has two pages of policies')
  await page.goto(`${address}?sort=endDateDesc`)
  await shows(page, wanted.length)
  let fails = true
  const files = []
  page.on('download', (file) => files.push(file))
  await page.route('**/graphql', (route) => (fails && route.request().postDataJSON().variables.after ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  await page.getByText(`stopped after 200 of ${wanted.length} policies`).waitFor()
  await page.getByText('No file was made').waitFor()
  await looks(page, 'policies-export-stopped')
  assert.equal(files.length, 0)
  fails = false
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Go on' }).click()
  const lines = await csvOf(await downloaded)
  assert.match(lines[0], /^Ends,Policy number,Policy,Loan,/)
  const days = lines.slice(1).flatMap((line) => line.match(/[A-Z][a-z]{2,8} \d{1,2}, \d{4}|\d{4}-\d\d-\d\d\S{0,3}/g) ?? [])
  assert.ok(days.length > wanted.length && days.every((day) => /^\d{4}-\d\d-\d\d(,.*)?$/.test(day)), 'every day is written alike')
  assert.deepEqual(
    lines.slice(1).map((line) => line.slice(-73, -37)),
    wanted,
  )
  await page.getByText(`${wanted.length} policies are in policies-`).waitFor()
  await page.unroute('**/graphql')
}

async function opens(page, portfolio) {
  await page.locator('tbody tr').first().press('End')
  await page.locator('tbody tr:last-child:focus').press('Enter')
  await page.waitForURL(new RegExp(`/console/${portfolio}/policies/[0-9a-f-]{36}$`))
}
