// Signing in: by the one-time link, by a token, and not.
import assert from 'node:assert/strict'
import { looks, watch, withBrowser } from '../page.js'

export default async function signIn(world) {
  await withBrowser({}, async (context) => {
    const page = await context.newPage()
    const wrong = await watch(page, world.base, /401/)
    await page.goto(`${world.base}/console`)
    await looks(page, 'signin')
    await page.getByLabel('Staff token').fill('staff_nonsense')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This token is not valid').waitFor()
    await world.signIn(page, world.operator)
    assert.deepEqual(wrong, [])
  })
}
