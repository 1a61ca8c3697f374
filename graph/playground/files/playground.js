// The page around GraphiQL: who asks, about which portfolio, and what they open. Nothing is kept beyond the tab.
'use strict'

const element = (id) => document.getElementById(id)
const kept = window.sessionStorage
const tabsKey = 'graphiql:tabState'
const root = ReactDOM.createRoot(element('graphiql'))
let library = { operations: [], pickers: {} }
let portfolios = []
let introspection = null
let opened = 0
let tabs = []
let activeTab = 0

async function ask(path, init = {}) {
  const headers = { ...init.headers, authorization: `Bearer ${kept.getItem('token')}` }
  return fetch(path, { ...init, headers })
}

// graphql asks one operation; a portfolio is named only where one is asked about, since each look into one is recorded.
async function graphql(request, portfolio) {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' }
  if (portfolio) headers['x-portfolio'] = portfolio
  return ask('/graphql', { method: 'POST', headers, body: JSON.stringify(request) })
}

async function fetcher({ query, variables, operationName }) {
  if (operationName === 'IntrospectionQuery') {
    introspection ??= graphql({ query, operationName }).then((response) => response.json())
    return introspection
  }
  const response = await graphql({ query, variables, operationName }, kept.getItem('portfolio'))
  element('request-id').textContent = response.headers.get('x-request-id')
  element('last').hidden = false
  return response.json()
}

// times are what the variables of a ready-made query may name.
function times() {
  const now = new Date()
  const day = (year, month, date) => new Date(Date.UTC(year, month, date)).toISOString()
  const [y, m, d] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return { '@now': now.toISOString(), '@today': day(y, m, d), '@nextMonth': day(y, m + 1, 1), '@monthAgo': day(y, m - 1, d) }
}

// chooseId offers the ids that a picker finds in the portfolio.
async function chooseId(variable, name) {
  if (!kept.getItem('portfolio')) await choosePortfolio()
  const { data } = await (await graphql({ query: library.pickers[name] }, kept.getItem('portfolio'))).json()
  const found = new Map()
  for (const [group, { nodes }] of Object.entries(data ?? {})) {
    for (const { id, label } of nodes) if (id && !found.has(id)) found.set(id, { group, text: label, detail: id, value: id })
  }
  const hint = 'The latest of the portfolio. Search here, or type an id.'
  return (await picker(`Which ${variable}?`, hint, [...found.values()], true)) ?? ''
}

async function filledIn(variables, given) {
  const known = times()
  const result = {}
  for (const [name, value] of Object.entries(variables)) {
    const text = given.get(name)
    if (text !== null) result[name] = typeof value === 'string' ? text : JSON.parse(text)
    else if (typeof value === 'string' && value.slice(1) in library.pickers) result[name] = await chooseId(name, value.slice(1))
    else result[name] = known[value] ?? value
  }
  return result
}

// editor returns the text of one of GraphiQL's editors.
function editor(part) {
  return document.querySelector(`${part} .CodeMirror`)?.CodeMirror.getValue() ?? ''
}

// save keeps the tabs with what was typed. GraphiQL does so half a second later, which is too late for a page that is
// loaded anew.
function save() {
  if (!kept.getItem('token') || !document.querySelector('.graphiql-query-editor .CodeMirror')) return
  const front = { title: '<untitled>', ...tabs[activeTab], query: editor('.graphiql-query-editor'), variables: editor('.graphiql-editor-tool') }
  const all = tabs.length > 0 ? tabs.with(activeTab, front) : [front]
  tabs = all.map(({ id, title, query, variables, operationName }, index) => ({
    id: id ?? `tab-${opened}-${index}`, title, query, variables, operationName: operationName ?? null, headers: null, hash: null, response: null,
  }))
  kept.setItem(tabsKey, JSON.stringify({ activeTabIndex: activeTab, tabs }))
}

// render shows the tabs that are kept, as they were, with the same one in front.
function render() {
  const mine = ++opened
  ;({ tabs, activeTabIndex: activeTab } = JSON.parse(kept.getItem(tabsKey)) ?? { tabs: [], activeTabIndex: 0 })
  const { query, variables } = tabs[activeTab] ?? {}
  root.render(React.createElement(GraphiQL, {
    key: String(mine), fetcher, storage: kept, query: query ?? undefined, variables: variables ?? undefined,
    defaultQuery: '# Open a ready-made query above, or write one here.\n# To try things, make a sandbox by CreateSandbox, choose its id as the portfolio, and move its clock by AdvanceSandbox.\n',
    onTabChange: (state) => { if (mine === opened) ({ tabs, activeTabIndex: activeTab } = state) },
    shouldPersistHeaders: false, isHeadersEditorEnabled: false, forcedTheme: 'system',
  }))
}

// open shows an operation in a tab of its own; parameters of the address may set its variables.
async function open(entry, given = new URLSearchParams()) {
  const { name, query } = entry
  const variables = JSON.stringify(await filledIn(entry.variables, given), null, 2)
  save()
  const same = tabs.findIndex((tab) => tab.query === query && tab.variables === variables)
  activeTab = same >= 0 ? same : tabs.length
  if (same < 0) tabs = [...tabs, { id: `tab-${opened}`, title: name, query, variables, operationName: name, headers: null, hash: null, response: null }]
  kept.setItem(tabsKey, JSON.stringify({ activeTabIndex: activeTab, tabs }))
  render()
}

async function chooseOperation() {
  const entries = library.operations.map(({ group, name, title }) => ({ group, text: title, detail: name, value: name }))
  const name = await picker('Open', 'A question, or a REST operation by its path or name.', entries)
  if (!name) return
  history.replaceState(null, '', `/playground?operation=${name}`)
  await open(library.operations.find((entry) => entry.name === name))
}

async function choosePortfolio() {
  const entries = portfolios.map(({ id, lenderName, mode }) => ({ group: lenderName, text: `${lenderName}, ${mode}`, detail: id, value: id }))
  entries.push({ group: 'Administration', text: 'No portfolio', detail: 'lenders, plans, tokens', value: '' })
  const id = await picker('Which portfolio?', 'A lender, live or test, or the id of a sandbox. Each query that names one is recorded.', entries, true)
  if (id !== undefined) kept.setItem('portfolio', id)
  showPortfolio()
}

function showPortfolio() {
  const chosen = portfolios.find(({ id }) => id === kept.getItem('portfolio'))
  element('portfolio').textContent = chosen ? `${chosen.lenderName}, ${chosen.mode}` : kept.getItem('portfolio') ? 'Sandbox' : 'No portfolio'
}

// enter loads what only staff may see; it returns what is wrong, if anything.
async function enter() {
  const response = await ask('/playground/library.json')
  if (response.status === 401) return 'This token is not valid.'
  if (response.status === 403) return 'This is no staff token.'
  if (!response.ok) return `The server answered ${response.status}; try again.`
  library = await response.json()
  const { data } = await (await graphql({ query: '{ portfolios { id lenderName mode } }' })).json()
  portfolios = data.portfolios
  showPortfolio()
  for (const id of ['portfolio', 'library']) element(id).disabled = false
  element('leave').hidden = false
}

// start shows what the address asks for, or what was there before the page was loaded anew.
async function start() {
  render()
  if (kept.getItem('portfolio') === null) await choosePortfolio()
  const asked = new URLSearchParams(location.search)
  const entry = library.operations.find(({ name }) => name === asked.get('operation'))
  const [{ type }] = performance.getEntriesByType('navigation')
  if (entry && !(type === 'reload' && kept.getItem(tabsKey))) await open(entry, asked)
}

// copy puts the request's id into the clipboard, which browsers allow only on https and localhost; else it is selected.
async function copy() {
  const id = element('request-id')
  try {
    await navigator.clipboard.writeText(id.textContent)
    element('copy').textContent = 'Copied'
    setTimeout(() => { element('copy').textContent = 'Copy' }, 2000)
  } catch {
    getSelection().selectAllChildren(id)
  }
}

async function begin() {
  // GraphiQL saves what was typed a moment later, so after "Forget the token" too, until its page is gone.
  if (!kept.getItem('token')) kept.clear()
  const dialog = element('enter')
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault()
    kept.setItem('token', element('token').value.trim())
    const wrong = await enter()
    element('refusal').textContent = wrong ?? ''
    if (wrong) return kept.removeItem('token')
    element('token').value = ''
    dialog.close()
    await start()
  })
  addEventListener('pagehide', save)
  element('library').addEventListener('click', chooseOperation)
  element('portfolio').addEventListener('click', choosePortfolio)
  element('copy').addEventListener('click', copy)
  element('leave').addEventListener('click', () => {
    kept.clear()
    location.replace('/playground')
  })
  if (!kept.getItem('token') || (await enter())) dialog.showModal()
  else await start()
}

begin()
