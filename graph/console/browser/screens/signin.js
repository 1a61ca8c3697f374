// Signing in: by the one-time link, by a token, and not; and what happens when the session ends.
import assert from 'node:assert/strict'
import { becomes, focused, looks, settled, tokenBox, watch, withBrowser } from '../page.js'

const createToken = 'mutation ($input: CreateTokenInput!) { createToken(input: $input) { text token { id } } }'
const revokeToken = 'mutation ($id: ID!) { revokeToken(id: $id) { id } }'

export default async function signIn(world) {
  if (world.link) await byLink(world)
  await byToken(world)
  await asSupport(world)
  await asPerson(world)
  await byButton(world)
  await searchKeys(world)
  await sessionEnds(world)
  await connectionIsLost(world)
}

// The link signs in once, and does not stay in the address or the history.
async function byLink(world) {
  await withBrowser({}, async (context) => {
    const page = await context.newPage()
    const wrong = await watch(page, world.base, /401/)
    await page.goto(world.link)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.waitForURL(`${world.base}/console`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Work address').waitFor()
    await page.goto('about:blank')
    await page.goto(world.link)
    await page.getByText('This link cannot be used any more.').waitFor()
    assert.deepEqual(wrong, [])
  })
}

async function byToken(world) {
  const portfolio = await world.portfolio()
  await withBrowser({}, async (context) => {
    const page = await context.newPage()
    const wrong = await watch(page, world.base, /401/)
    const path = `/console/${portfolio}/tasks?state=open`
    await page.goto(world.base + path)
    await page.getByLabel('Work address').waitFor()
    await focused(page, '[type=email]')
    await looks(page, 'signin')

    // A wrong token stays where it was typed; the right one opens the address that was asked for.
    await (await tokenBox(page)).fill('staff_nonsense')
    await page.keyboard.press('Enter')
    await page.getByText('This token is not valid').waitFor()
    assert.equal(await (await tokenBox(page)).inputValue(), 'staff_nonsense')
    await world.signIn(page, world.operator)
    await page.waitForURL((url) => url.pathname === `/console/${portfolio}/tasks`)

    // Nothing of it can be read by a script, and it is known after a reload.
    await settled(page)
    assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]), [0, 0, ''])
    await page.reload()
    await settled(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Work address').waitFor()
    await page.reload()
    await page.getByLabel('Work address').waitFor()
    assert.deepEqual(wrong, [])
  })
}

// An organization's token opens no console; support sees that it only reads.
async function asSupport(world) {
  await withBrowser({}, async (context) => {
    const page = await context.newPage()
    await page.goto(`${world.base}/console`)
    if (world.token) {
      await (await tokenBox(page)).fill(world.token)
      await page.keyboard.press('Enter')
      await page.getByText('This token opens no console.').waitFor()
    }
    await world.signIn(page, world.support)
    await page.getByText('reads only').waitFor()
  })
}

// Somebody of a lender gives a work address, comes back to where they were, and signs out; who has no provider is told.
async function asPerson(world) {
  await withBrowser({}, async (context) => {
    const page = await context.newPage()
    const wrong = await watch(page, world.base, /401|422/)
    await page.goto(`${world.base}/console?from=here`)
    await page.getByLabel('Work address').fill('ana@nowhere.example.com')
    await page.keyboard.press('Enter')
    await page.getByText('No sign-in is known for this address.').waitFor()
    await page.getByLabel('Work address').fill('ana@harbor.example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.waitForURL(`${world.base}/console?from=here`)
    await page.getByText('Ana Lystad').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: /^Sign out of .* too$/ }).waitFor()
    assert.deepEqual(wrong, [])
  })
}

// With one provider alone a button leads there, and with --console-tokens=off nothing else does.
async function byButton(world) {
  await withBrowser({}, async (context) => {
    const page = await context.newPage()
    const wrong = await watch(page, world.base, /401/)
    const options = { provider: 'login.example.com', addresses: false, tokens: false, refusal: null }
    await page.route('**/console/session', (route) => (route.request().method() === 'GET' ? route.fulfill({ json: options }) : route.fallback()))
    let sent
    await page.route('**/console/signin', (route) => {
      sent = route.request().postDataJSON()
      return route.fulfill({ json: { address: `${world.base}/console?from=there` } })
    })
    await page.goto(`${world.base}/console?from=here`)
    await page.getByRole('button', { name: 'Sign in with login.example.com' }).waitFor()
    await focused(page, 'button.primary')
    assert.equal(await page.getByText('staff token').count(), 0)
    await looks(page, 'signin-button')
    await page.locator('button.primary').press('Enter')
    await page.waitForURL(`${world.base}/console?from=there`)
    assert.equal(sent.next, '/console?from=here')
    assert.deepEqual(wrong, [])
  })
}

// `/` and Ctrl-K go to the search from everywhere; where one types, `/` is a letter.
async function searchKeys(world) {
  const portfolio = await world.portfolio()
  await world.signedIn(async (page) => {
    const box = '.lookup input'
    await page.keyboard.press('/')
    await focused(page, box)
    await page.keyboard.type('a/b')
    await becomes(() => page.locator(box).inputValue(), 'a/b')
    await page.getByRole('link', { name: 'covertrack' }).focus()
    await page.keyboard.press('Control+k')
    await focused(page, box)
    await page.getByRole('link', { name: 'Cases', exact: true }).click()
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor()
    await settled(page)
    await page.keyboard.press('/')
    await focused(page, '.seek')
  }, { path: `/console/${portfolio}`, token: world.support })
}

// A revoked token ends the session within seconds. The page stays, and goes on after signing in again.
async function sessionEnds(world) {
  const portfolio = await world.portfolio()
  const { createToken: made } = await world.gql(createToken, { input: { name: 'To be revoked', role: 'SUPPORT' } })
  await world.signedIn(async (page) => {
    await page.getByLabel('Look up any id or loan number').fill('half of a loan number')
    await world.gql(revokeToken, { id: made.token.id })
    const headers = { 'X-Console': '1', Origin: world.base }
    const answers = async () => (await page.request.post(`${world.base}/graphql`, { headers, data: { query: '{ __typename }' } })).status()
    await becomes(answers, 401, 'the session has ended')
    await page.getByRole('link', { name: 'covertrack' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    await (await tokenBox(dialog)).fill(world.support)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.waitForURL(`${world.base}/console`)
    await page.waitForFunction(() => document.querySelectorAll('tbody .count').length > 0 && !document.querySelector('tbody button'))
    assert.equal(await page.getByLabel('Look up any id or loan number').inputValue(), 'half of a loan number')
  }, { token: made.text, path: `/console/${portfolio}`, expected: /401/ })
}

// A lost connection is shown, with since when the numbers are, and heals by itself.
async function connectionIsLost(world) {
  const portfolio = await world.portfolio()
  await world.signedIn(async (page, context) => {
    const read = page.locator('a.huge').first()
    await read.waitFor()
    const before = await read.innerText()
    await context.setOffline(true)
    await page.evaluate(() => Object.defineProperty(Date, 'now', { value: () => new Date().getTime() + 60_000, configurable: true }))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('The connection is lost.').waitFor()
    await page.getByText(/Shown as of .*; connection lost/).waitFor()
    assert.equal(await read.innerText(), before)
    await context.setOffline(false)
    await page.getByText('The connection is lost.').waitFor({ state: 'hidden' })
    await page.getByText(/^As of/).waitFor()
    await settled(page)
  }, { path: `/console/${portfolio}`, expected: /ERR_INTERNET_DISCONNECTED/ })
}
