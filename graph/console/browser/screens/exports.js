// Exports: one is made and loaded, its feed goes on from it, and a schedule is made and removed.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { becomes, looks, settled } from '../page.js'

export default async function exports(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  await world.asPerson('Cal Admin', (page) => admin(world, page, portfolio), { path: `/console/${portfolio}`, expected: /422/ })
  await world.asPerson('Bo Approve', (page) => approver(world, page, portfolio), { path: `/console/${portfolio}/administration/exports` })
}

const confirm = (page, name) => page.getByRole('dialog').getByRole('button', { name, exact: true })

async function admin(world, page, portfolio) {
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Exports' }).click()
  await page.getByRole('link', { name: 'New export' }).click()
  await page.getByText('Only some').click()
  for (const noun of ['Cases', 'Policies', 'Exceptions']) await page.getByLabel(noun, { exact: true }).check()
  await page.getByLabel('As of the end of a past day').fill('2099-01-01')
  await page.getByRole('button', { name: 'Make the export' }).click()
  await page.locator('input[aria-invalid]').waitFor()
  await page.getByText('must be a day that is over').waitFor()
  await looks(page, 'export-refused')
  await page.getByLabel('As of the end of a past day').fill('')
  await page.getByRole('button', { name: 'Make the export' }).click()
  await made(world, page, portfolio)
  await schedules(world, page, portfolio)
}

// The files are there without a click, are what the server has, and the feed goes on behind them.
async function made(world, page, portfolio) {
  await page.getByRole('heading', { name: 'Export', exact: true }).waitFor()
  const files = page.getByRole('table', { name: 'Files of the export' })
  await files.waitFor()
  await looks(page, 'export')
  const [download] = await Promise.all([page.waitForEvent('download'), files.getByRole('link', { name: 'cases.csv' }).click()])
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
  const { cases } = await world.gql('{ cases(limit: 0) { pageInfo { total } } }', {}, { portfolio })
  const row = files.getByRole('row').filter({ hasText: 'cases.csv' })
  assert.equal(await row.getByRole('cell').nth(2).innerText(), String(cases.pageInfo.total))
  assert.ok(lines.length > cases.pageInfo.total, 'a heading and a line a case')
  const after = await page.getByLabel('Cursor of the feed').inputValue()
  await world.gql('query($after: String!) { events(after: $after) { nodes { id } } }', { after }, { portfolio })
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Exports' }).click()
  const first = page.getByRole('table', { name: 'Exports', exact: true }).getByRole('row').nth(1)
  await first.getByText('Ready').waitFor()
  await first.getByText('Cases, Policies, Exceptions').waitFor()
}

async function schedules(world, page, portfolio) {
  const all = async () => (await world.gql('{ exportSchedules { nodes { format every weekday hour keep } } }', {}, { portfolio })).exportSchedules.nodes
  const before = await all()
  await page.getByRole('link', { name: 'New schedule' }).click()
  await page.getByLabel('Files', { exact: true }).selectOption({ label: 'Parquet' })
  await page.getByLabel('On', { exact: true }).selectOption({ label: 'Sunday' })
  await page.getByLabel('How many are kept').fill('0')
  await page.getByRole('button', { name: 'Make the schedule' }).click()
  await page.getByText('must be from 1 to 60').waitFor()
  await looks(page, 'schedule-refused')
  await page.getByLabel('How many are kept').fill('13')
  await page.getByRole('button', { name: 'Make the schedule' }).click()
  const row = page.getByRole('table', { name: 'Schedules of exports' }).getByRole('row').filter({ hasText: 'the last 13' })
  await row.getByText('Every Sunday at 04:00 UTC').waitFor()
  await becomes(all, [...before, { format: 'parquet', every: 'weekly', weekday: 'sunday', hour: 4, keep: 13 }])
  await settled(page)
  await looks(page, 'exports')
  await row.getByRole('button', { name: 'Remove…' }).click()
  await confirm(page, 'Remove').click()
  await page.getByText('The schedule is removed.').waitFor()
  await becomes(all, before)
}

// Who reads may take out; schedules are the administrators'.
async function approver(world, page, portfolio) {
  await page.getByRole('region', { name: 'Schedules' }).getByRole('table').waitFor()
  assert.equal(await page.getByRole('link', { name: 'New schedule' }).count(), 0)
  await page.getByRole('row').filter({ hasText: 'Ready' }).getByRole('link').first().click()
  await page.getByRole('table', { name: 'Files of the export' }).waitFor()
}
