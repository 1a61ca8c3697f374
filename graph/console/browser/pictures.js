// The pictures of docs/guide/console.md, taken on the demo data: PICTURES=<folder> node browser/run.js
import { join } from 'node:path'
import { settled } from './page.js'

const lender = 'Harbor Example Bank'

// Each picture is a screen at an address, after what somebody did there.
const pictures = {
  board: { path: () => '', act: (page) => page.locator('canvas').first().waitFor() },
  cases: { path: () => '/cases?verdict=deficient&sort=loanAmountDesc' },
  case: { path: (ids) => `/cases/${ids.case}`, act: openWhy },
  policy: { path: (ids) => `/policies/${ids.policy}` },
  tasks: { path: (ids) => `/tasks?assignee=${ids.user}&whose=all&type=reviewDocument`, act: openEvidence },
  deliveries: {
    path: (ids) => `/deliveries?tab=receivers&endpoint=${ids.receiver}`,
    act: (page) => page.locator('summary').first().click(),
  },
}

// The first cell of the grid that is deficient opens why.
async function openWhy(page) {
  await page.locator('.cell:has(.deficient)').first().click()
  await page.locator('.why').waitFor()
}

async function openEvidence(page) {
  await page.locator('.item').filter({ hasText: 'Heron Bay' }).click()
  await page.getByRole('heading', { name: /^Handed in/ }).waitFor()
  await page.waitForTimeout(4000) // the browser does not tell when it has drawn a PDF
}

const question = `query($deficient: String!, $gap: String!) {
  deficient: cases(filter: {q: $deficient}) { nodes { id } }
  gap: cases(filter: {q: $gap}) { nodes { policies { id } } }
  users(filter: {active: true}) { nodes { id role } }
  webhookEndpoints { nodes { id disabledReason } }
}`

async function idsOf(world, portfolio) {
  const data = await world.gql(question, { deficient: 'Heron Bay', gap: 'Two terms with a gap' }, { portfolio })
  return {
    case: data.deficient.nodes[0].id,
    policy: data.gap.nodes[0].policies[0].id,
    user: data.users.nodes.find((user) => user.role === 'analyst').id,
    receiver: data.webhookEndpoints.nodes.find((endpoint) => endpoint.disabledReason !== null).id,
  }
}

// takePictures leaves a picture of each screen in the folder.
export async function takePictures(world, folder) {
  const portfolio = await world.portfolio(lender)
  const ids = await idsOf(world, portfolio)
  await world.signedIn(async (page) => {
    for (const [name, { path, act }] of Object.entries(pictures)) {
      await page.goto(`${world.base}/console/${portfolio}${path(ids)}`)
      await settled(page)
      await act?.(page)
      await settled(page)
      await page.screenshot({ path: join(folder, `${name}.png`) })
    }
    await page.goto(`${world.base}/console/look-up?q=${ids.case}`)
    await settled(page)
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
    await settled(page)
    await page.screenshot({ path: join(folder, 'look-up.png') })
  })
}
