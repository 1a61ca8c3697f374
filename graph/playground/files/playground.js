// The page around GraphiQL: who asks, about which portfolio, and what they open. Nothing is kept beyond the tab.
'use strict'

const element = (id) => document.getElementById(id)
const kept = window.sessionStorage
const root = ReactDOM.createRoot(element('graphiql'))
let library = []
let introspection = null
let opened = 0

async function ask(path, init = {}) {
  const headers = { ...init.headers, authorization: `Bearer ${kept.getItem('token')}` }
  return fetch(path, { ...init, headers })
}

// graphql asks one operation; a portfolio is named only where one is asked about, since each look into one is recorded.
async function graphql(request, portfolio) {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' }
  if (portfolio) headers['x-portfolio'] = portfolio
  const response = await ask('/graphql', { method: 'POST', headers, body: JSON.stringify(request) })
  return response.json()
}

function fetcher({ query, variables, operationName }) {
  if (operationName === 'IntrospectionQuery') {
    introspection ??= graphql({ query, operationName })
    return introspection
  }
  return graphql({ query, variables, operationName }, kept.getItem('portfolio'))
}

// times are what the variables of a ready-made query may name.
function times() {
  const now = new Date()
  const day = (year, month, date) => new Date(Date.UTC(year, month, date)).toISOString()
  const [y, m, d] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return { '@now': now.toISOString(), '@today': day(y, m, d), '@nextMonth': day(y, m + 1, 1), '@monthAgo': day(y, m - 1, d) }
}

function filledIn(variables, given) {
  const known = times()
  const result = {}
  for (const [name, value] of Object.entries(variables)) {
    const text = given.get(name)
    if (text === null) result[name] = known[value] ?? value
    else result[name] = typeof value === 'string' ? text : JSON.parse(text)
  }
  return result
}

// open shows an operation in a tab of its own; parameters of the address may set its variables.
function open(entry, given = new URLSearchParams()) {
  const props = { key: String(++opened), fetcher, storage: kept, shouldPersistHeaders: false, isHeadersEditorEnabled: false, forcedTheme: 'light' }
  if (entry) {
    props.query = entry.query
    props.variables = JSON.stringify(filledIn(entry.variables, given), null, 2)
  }
  root.render(React.createElement(GraphiQL, props))
}

function fill(select, entries, chosen) {
  const groups = new Map()
  select.length = 1
  for (const child of [...select.querySelectorAll('optgroup')]) child.remove()
  for (const { group, value, text } of entries) {
    if (!groups.has(group)) {
      const box = document.createElement('optgroup')
      box.label = group
      groups.set(group, select.appendChild(box))
    }
    groups.get(group).append(new Option(text, value))
  }
  select.value = chosen ?? ''
  select.disabled = false
}

// enter loads what only staff may see; it answers what is wrong, or nothing.
async function enter() {
  const response = await ask('/playground/library.json')
  if (response.status === 401) return 'This token is not in force.'
  if (response.status === 403) return 'This is no staff token.'
  if (!response.ok) return `The server answered ${response.status}; try again.`
  library = await response.json()
  const { data } = await graphql({ query: '{ portfolios { id lenderName mode } }' })
  const portfolios = data.portfolios.map(({ id, lenderName, mode }) => ({ group: lenderName, value: id, text: `${lenderName}, ${mode}` }))
  fill(element('portfolio'), portfolios, kept.getItem('portfolio'))
  fill(element('library'), library.map(({ group, name, title }) => ({ group, value: name, text: group === 'REST' ? `${name}: ${title}` : title })))
  element('leave').hidden = false
  const asked = new URLSearchParams(location.search)
  open(library.find(({ name }) => name === asked.get('operation')), asked)
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
  })
  element('portfolio').addEventListener('change', ({ target }) => kept.setItem('portfolio', target.value))
  element('library').addEventListener('change', ({ target }) => {
    open(library.find(({ name }) => name === target.value))
    target.value = ''
  })
  element('leave').addEventListener('click', () => {
    kept.clear()
    location.replace('/playground')
  })
  if (!kept.getItem('token') || (await enter())) dialog.showModal()
}

begin()
