// The world of the browser tests: a server with demo data, and who signs in. run.js makes it.
import assert from 'node:assert/strict'
import { seen, settled, watch, withBrowser, tokenBox } from './page.js'

// World has what the environment says: BASE, the server's address; LINK, the one-time link of `serve --demo`; and the staff tokens OPERATOR and SUPPORT.
export class World {
  constructor({ BASE, LINK, OPERATOR, SUPPORT, TOKEN }) {
    assert.ok(BASE && OPERATOR && SUPPORT, 'BASE, OPERATOR and SUPPORT are needed')
    Object.assign(this, { base: BASE.replace(/\/$/, ''), link: LINK, operator: OPERATOR, support: SUPPORT, token: TOKEN })
  }

  // gql asks the server with a staff token, outside of the browser: to compare, and to make what a test needs.
  async gql(query, variables = {}, { portfolio, token = this.operator } = {}) {
    const response = await fetch(`${this.base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...(portfolio && { 'X-Portfolio': portfolio }) },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await response.json()
    assert.equal(errors, undefined, JSON.stringify(errors))
    return data
  }

  // portfolio is the id of the portfolio of a lender and mode; the first one with cases if neither is named.
  async portfolio(lender, mode = 'test') {
    const { portfolios } = await this.gql('{ portfolios { id lenderName mode } }')
    for (const { id, lenderName, mode: itsMode } of portfolios) {
      if (lender ? lenderName === lender && itsMode === mode : await this.#hasCases(id)) return id
    }
    throw new Error(`no portfolio of ${lender}, ${mode}`)
  }

  async #hasCases(portfolio) {
    return (await this.gql('{ cases(limit: 1) { nodes { id } } }', {}, { portfolio })).cases.nodes.length > 0
  }

  // signedIn runs use with a page of somebody who has signed in with a token (the screen for that has tests of its own), and expects that nothing goes wrong on it:
  // no error, no violation of the policy, no request to another host. `expected` matches the messages a test causes.
  async signedIn(use, { token = this.operator, path = '/console', expected = /^$/, ...options } = {}) {
    await withBrowser(options, async (context) => {
      const page = await context.newPage()
      const wrong = await watch(page, this.base, expected)
      const headers = { 'X-Console': '1', Origin: this.base }
      const answer = await context.request.post(`${this.base}/console/session`, { headers, data: { token } })
      assert.equal(answer.status(), 204)
      await page.goto(`${this.base}${path}`)
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      await settled(page)
      await seen(page, use(page, context))
      assert.deepEqual(wrong, [])
    })
  }

  // asPerson runs use with a page of somebody of the demo's providers, who chose themselves at /demo-login.
  async asPerson(name, use, { path = '/console', expected = /^$/ } = {}) {
    await withBrowser({}, async (context) => {
      const page = await context.newPage()
      const wrong = await watch(page, this.base, new RegExp(`401|${expected.source}`))
      await page.goto(`${this.base}/demo-login`)
      await page.getByRole('link', { name }).click()
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      await page.getByText(name).first().waitFor()
      await page.goto(this.base + path)
      await settled(page)
      await seen(page, use(page, context))
      assert.deepEqual(wrong, [], name)
    })
  }

  async signIn(page, token) {
    await (await tokenBox(page)).fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  }
}
