// What is shown is changed where it is shown; the trail says who changed it, and the last change is taken back.
import assert from 'node:assert/strict'
import { becomes, looks, settled } from '../page.js'
import { inDays, profileOf } from './new-case.js'

export default async function test(world) {
  const portfolio = await world.portfolio('Harbor Example Bank')
  const profile = await profileOf(world, portfolio)
  const { it } = await world.gql(
    `mutation($input: SetUpCaseInput!) { it: setUpCase(input: $input) { id assets { id displayName } } }`,
    {
      input: {
        case: { riskProfile: profile.id, status: 'OPEN', loanNumber: 'ED-1' },
        insureds: [{ corporateName: 'Plover Reach LLC' }],
        brokers: [{ displayName: 'Ida Broker', email: 'ida@broker.example.com' }],
        assets: [{ assetType: 'equipment', fields: [{ fieldType: 'description', value: 'A press' }] }],
      },
    },
    { portfolio },
  )
  await world.signedIn(
    async (page) => {
      await edits(page)
      await survives(page)
      await undoes(world, page, portfolio, it.id)
      await asset(page)
      await insured(page)
      await contact(page)
      await task(page)
      await ofPolicy(world, page, portfolio, it.id)
      await looks(page, 'edited')
    },
    { path: `/console/${portfolio}/cases/${it.id}`, expected: /status of 4/ },
  )
  await program(world, portfolio)
}

const dialogOf = (page) => page.locator('dialog[open]')
const save = (page) => dialogOf(page).locator('button[type=submit]').click()

// said waits for what is said when something is done, and until its dialog is gone.
async function said(page, text) {
  await page.locator('.done').getByText(text).waitFor()
  await dialogOf(page).waitFor({ state: 'detached' })
}

const openEdit = (page) => page.locator('.case-head').getByRole('button', { name: 'Edit', exact: true }).click()

async function edits(page) {
  await openEdit(page)
  await dialogOf(page).getByLabel('Loan number', { exact: true }).fill('ED-2')
  await dialogOf(page).getByLabel('Loan amount').fill('a lot')
  await dialogOf(page).getByLabel('Key in other systems').fill('LOS-ED')
  await dialogOf(page).getByLabel('Renewals').selectOption({ label: 'Followed up by the lender' })
  await looks(page, 'edit-case')
  await save(page)
  await dialogOf(page).locator('.field', { has: page.getByLabel('Loan amount') }).locator('.error').waitFor()
  assert.equal(await dialogOf(page).getByLabel('Loan number', { exact: true }).inputValue(), 'ED-2', 'what was typed stays')
  await dialogOf(page).getByLabel('Loan amount').fill('2,500,000')
  await save(page)
  await said(page, 'The case is changed.')
  await page.locator('.case-head').getByText('$2,500,000').waitFor()
  await page.locator('.case-head').getByText('Followed up by the lender').waitFor()
  await page.locator('.case-head').getByText('LOS-ED').waitFor()
}

// survives: what is half-typed in a form that opens is there after a reload, over what others have changed meanwhile.
async function survives(page) {
  await openEdit(page)
  await dialogOf(page).getByLabel('Matures').fill('2035-01-31')
  await page.reload()
  await settled(page)
  await page.locator('.case-head').getByText('not saved yet').waitFor()
  await openEdit(page)
  await dialogOf(page).getByText('is still here').waitFor()
  assert.equal(await dialogOf(page).getByLabel('Matures').inputValue(), '2035-01-31')
  await dialogOf(page).getByRole('button', { name: 'Begin anew' }).click()
  await becomes(() => dialogOf(page).getByLabel('Matures').inputValue(), '')
  await dialogOf(page).getByRole('button', { name: 'Back' }).click()
}

// takesBack opens who changed something, and undoes the last change of it.
async function takesBack(page, name, ...shown) {
  await page.getByRole('button', { name: `${name}: who changed this` }).click()
  for (const text of shown) await dialogOf(page).getByText(text).first().waitFor()
  await dialogOf(page).getByRole('button', { name: 'Undo the last change' }).click()
  await said(page, 'The last change is taken back.')
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
  const region = page.getByRole('region', { name: 'Assets' })
  await page.getByRole('button', { name: 'Edit A press' }).click()
  await dialogOf(page).getByLabel('Description').fill('A large press')
  await dialogOf(page).getByLabel('Value, USD').fill('much')
  await save(page)
  await dialogOf(page).locator('.field', { has: page.getByLabel('Value, USD') }).locator('.error').waitFor()
  await becomes(() => dialogOf(page).locator('.field .error').count(), 1, 'at its field alone')
  await dialogOf(page).getByLabel('Value, USD').fill('1,250,000')
  await save(page)
  await said(page, 'A press is changed.')
  await region.getByText('$1,250,000').waitFor()
  await takesBack(page, 'A large press, Value', '$1,250,000', /description, value/)
  await region.getByText('A press', { exact: true }).first().waitFor()
  await region.getByText('$1,250,000').waitFor({ state: 'detached' })
}

async function insured(page) {
  await page.getByRole('button', { name: 'Edit Plover Reach LLC' }).click()
  await dialogOf(page).getByLabel('Name', { exact: true }).fill('Plover Bay LLC')
  await dialogOf(page).getByLabel('Group').fill('Plover Group')
  await dialogOf(page).getByLabel('Group').press('Enter')
  await looks(page, 'edit-insured')
  await save(page)
  await said(page, 'The insured is changed.')
  await page.getByRole('button', { name: 'Edit Plover Bay LLC' }).waitFor()
  await takesBack(page, 'Plover Bay LLC, Changes', 'Plover Group', 'Plover Reach LLC')
  await page.getByRole('button', { name: 'Edit Plover Reach LLC' }).waitFor()
}

async function contact(page) {
  await page.getByRole('button', { name: 'Edit Ida Broker' }).click()
  await dialogOf(page).getByLabel('E-mail address').fill('ida')
  await save(page)
  await dialogOf(page).locator('.field', { has: page.getByLabel('E-mail address') }).locator('.error').waitFor()
  await dialogOf(page).getByLabel('E-mail address').fill('ida@new.example.com')
  await dialogOf(page).getByLabel('Telephone').fill('555 0100')
  await looks(page, 'edit-broker')
  await save(page)
  await said(page, 'The contact is changed.')
  await page.locator('.case-head').getByText('ida@new.example.com').waitFor()
  await takesBack(page, 'Ida Broker, Changes', 'ida@broker.example.com')
  await page.locator('.case-head').getByText('ida@broker.example.com').waitFor()
}

async function task(page) {
  const region = page.getByRole('region', { name: 'Open tasks' })
  await page.getByRole('button', { name: 'Open a task' }).click()
  await dialogOf(page).getByLabel('Note').fill('Ask for the ACORD 28')
  await dialogOf(page).getByLabel('Whose').selectOption({ index: 1 })
  await save(page)
  await said(page, 'is open.')
  const one = region.getByRole('listitem').filter({ hasText: 'Ask for the ACORD 28' })
  await one.getByRole('link').click()
  await page.locator('.detail').getByRole('button', { name: /^Edit the task/ }).click()
  await dialogOf(page).getByLabel('Note').fill('Ask again')
  await save(page)
  await page.locator('.detail .note').getByText('Ask again').waitFor()
  await looks(page, 'edit-task')
  await page.locator('.detail').getByRole('button', { name: 'Changes: who changed this' }).click()
  await dialogOf(page).getByText('Ask for the ACORD 28').first().waitFor()
  await dialogOf(page).getByRole('button', { name: 'Undo the last change' }).click()
  await page.locator('.detail .note').getByText('Ask for the ACORD 28').waitFor()
  await settled(page)
}

// ofPolicy: what an ACORD form says besides is corrected, and each line says who changed it.
async function ofPolicy(world, page, portfolio, caseId) {
  const input = { caseId, policyNumber: 'ED-P', coverageLayer: 'primary', coverageTypes: ['building'], perils: [], startDate: inDays(-300), endDate: inDays(65) }
  const { it } = await world.gql('mutation($input: CreatePolicyInput!) { it: createPolicy(input: $input) { id } }', { input }, { portfolio })
  await page.goto(`${world.base}/console/${portfolio}/policies/${it.id}/correct`)
  await settled(page)
  await page.getByLabel('Carrier', { exact: true }).fill('Example Mutual')
  await page.getByLabel('NAIC number').fill('12')
  await page.getByText('valuation, coinsurance, notice').click()
  await page.getByRole('group', { name: 'Statement of values, USD' }).getByLabel('A press').fill('900,000')
  await page.getByLabel('Placed').selectOption({ label: 'Lender-placed' })
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await page.locator('.field', { has: page.getByLabel('NAIC number') }).locator('.error').waitFor()
  await page.getByLabel('NAIC number').fill('12345')
  await looks(page, 'correct-all')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  const stated = page.getByRole('region', { name: 'What the policy says' }).getByText('A press: $900,000')
  await stated.waitFor()
  await page.getByRole('button', { name: 'Statement of values: who changed this' }).click()
  await looks(page, 'who-changed-policy')
  await dialogOf(page).getByRole('button', { name: 'Undo the last change' }).click()
  await stated.waitFor({ state: 'detached' })
  await page.goto(`${world.base}/console/${portfolio}/cases/${caseId}`)
  await settled(page)
}

// program: a case of the program model takes another program where its own is shown.
async function program(world, portfolio) {
  const make = (name) => world.gql('mutation($input: CreateProgramInput!) { it: createProgram(input: $input) { id name } }', { input: { name, productTypes: [{ key: 'property', name: 'Property' }] } }, { portfolio })
  const [one, other] = [(await make('Edit one')).it, (await make('Edit other')).it]
  const { it } = await world.gql('mutation($input: CreateCaseInput!) { it: createCase(input: $input) { id } }', { input: { program: one.id } }, { portfolio })
  await world.signedIn(
    async (page) => {
      await openEdit(page)
      await dialogOf(page).getByLabel('Program').selectOption({ label: other.name })
      await save(page)
      await said(page, 'The case is changed.')
      await page.locator('.case-head').getByText(`Program ${other.name}`).waitFor()
      await takesBack(page, 'Requirements', one.name)
    },
    { path: `/console/${portfolio}/cases/${it.id}`, expected: /status of 4/ },
  )
}
