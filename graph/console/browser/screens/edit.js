// What is shown is changed where it is shown; the trail says who changed it, and the last change is taken back.
import assert from 'node:assert/strict'
import { looks, settled } from '../page.js'

export default async function test(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const { riskProfiles } = await world.gql('{ riskProfiles(filter: {isLatestVersion: true}, first: 1) { nodes { id } } }', {}, { portfolio })
  const { it } = await world.gql(
    `mutation($input: SetUpCaseInput!) { it: setUpCase(input: $input) { id assets { id displayName } } }`,
    {
      input: {
        case: { riskProfile: riskProfiles.nodes[0].id, status: 'OPEN', loanNumber: 'ED-1' },
        insureds: [{ corporateName: 'Plover Reach LLC' }],
        assets: [{ assetType: 'equipment', fields: [{ fieldType: 'description', value: 'A press' }] }],
      },
    },
    { portfolio },
  )
  await world.signedIn(
    async (page) => {
      await edits(page)
      await undoes(world, page, portfolio, it.id)
      await asset(page)
      await insured(page)
      await task(page)
      await looks(page, 'edited')
    },
    { path: `/console/${portfolio}/cases/${it.id}`, expected: /status of 4/ },
  )
}

const dialogOf = (page) => page.locator('dialog[open]')
const save = (page) => dialogOf(page).locator('button[type=submit]').click()
const said = (page, text) => page.locator('.done').getByText(text).waitFor()

async function edits(page) {
  await page.locator('.case-head').getByRole('button', { name: 'Edit', exact: true }).click()
  await dialogOf(page).getByLabel('Loan number', { exact: true }).fill('ED-2')
  await dialogOf(page).getByLabel('Loan amount').fill('a lot')
  await looks(page, 'edit-case')
  await save(page)
  await dialogOf(page).locator('.field .error').first().waitFor()
  assert.equal(await dialogOf(page).getByLabel('Loan number', { exact: true }).inputValue(), 'ED-2', 'what was typed stays')
  await dialogOf(page).getByLabel('Loan amount').fill('2,500,000')
  await save(page)
  await said(page, 'The case is changed.')
  await page.locator('.case-head').getByText('$2,500,000').waitFor()
}

// undoes: the last change goes back, but not over what somebody changed meanwhile.
async function undoes(world, page, portfolio, id) {
  const who = page.getByRole('button', { name: 'Loan: who changed this' })
  await who.click()
  await dialogOf(page).getByText('ED-2').waitFor()
  await dialogOf(page).getByText('ED-1').first().waitFor()
  await looks(page, 'who-changed')
  await world.gql('mutation($id: ID!) { updateCase(id: $id, input: {loanNumber: "ED-3"}) { id } }', { id }, { portfolio })
  await save(page)
  await dialogOf(page).getByText('Somebody has changed it since').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Back' }).click()
  await who.click()
  await dialogOf(page).getByText('ED-3').first().waitFor()
  await save(page)
  await said(page, 'The last change is taken back.')
  await page.locator('.case-head').getByText('ED-2', { exact: true }).first().waitFor()
}

async function asset(page) {
  await page.getByRole('button', { name: 'Edit A press' }).click()
  await dialogOf(page).getByLabel('Description').fill('A large press')
  await save(page)
  await said(page, 'A press is changed.')
  await page.getByRole('region', { name: 'Assets' }).getByText('A large press').first().waitFor()
}

async function insured(page) {
  await page.getByRole('button', { name: 'Rename Plover Reach LLC' }).click()
  await dialogOf(page).getByLabel('Name').fill('Plover Bay LLC')
  await save(page)
  await said(page, 'The insured is renamed.')
  await page.getByRole('button', { name: 'Rename Plover Bay LLC' }).waitFor()
}

async function task(page) {
  await page.getByRole('button', { name: 'Open a task' }).click()
  await dialogOf(page).getByLabel('Note').fill('Ask for the ACORD 28')
  await dialogOf(page).getByLabel('Whose').selectOption({ index: 1 })
  await save(page)
  await said(page, 'is open.')
  await page.getByRole('region', { name: 'Open tasks' }).getByText('Ask for the ACORD 28').waitFor()
  await settled(page)
}
