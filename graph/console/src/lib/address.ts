import { signal } from '@preact/signals'

export type Parameter = string | number | boolean | readonly string[] | null | undefined
export type Parameters = Record<string, Parameter>

const root = '/console'

// What takes the page to another address without loading it: the shell sets it.
let navigate = (url: string, replace = false) => {
  if (replace) location.replace(url)
  else location.assign(url)
}

export function navigateWith(route: (url: string, replace?: boolean) => void) {
  navigate = route
}

// href is the address of a screen: href(portfolio, 'cases', { verdict: ['deficient'] }).
export function href(...parts: (string | Parameters)[]): string {
  const path = parts.filter((part) => typeof part === 'string').map((part) => `/${encodeURIComponent(part)}`)
  const parameters = parts.find((part) => typeof part === 'object')
  return root + path.join('') + search(new URLSearchParams(), parameters ?? {})
}

// go opens an address of the console.
export function go(url: string, replace = false) {
  navigate(url, replace)
}

// What reads the address subscribes to it: a part that reads any signal is drawn anew for its signals and props alone.
const address = signal('')

// addressChanged has what reads the address drawn anew: the shell calls it.
export function addressChanged() {
  address.value = location.href
}

function parameters(): URLSearchParams {
  void address.value
  return new URLSearchParams(location.search)
}

// param is a parameter of the address, '' if absent. What calls it is drawn anew when the address changes.
export function param(name: string): string {
  return parameters().get(name) ?? ''
}

// list is a parameter with several values.
export function list(name: string): string[] {
  return param(name).split(',').filter(Boolean)
}

// setParams changes parameters of the address; null, '' and [] remove one. It replaces the entry of the history unless told to push.
export function setParams(changes: Parameters, options: { push?: boolean } = {}) {
  go(location.pathname + search(new URLSearchParams(location.search), changes), !options.push)
}

// withParams is the address as it is with other parameters, for links.
export function withParams(changes: Parameters): string {
  return location.pathname + search(parameters(), changes)
}

export function portfolioOfAddress(): string | undefined {
  void address.value
  const [, part] = /^\/console\/([^/]+)/.exec(location.pathname) ?? []
  return part && part !== 'look-up' ? decodeURIComponent(part) : undefined
}

function search(present: URLSearchParams, parameters: Parameters): string {
  for (const [name, value] of Object.entries(parameters)) {
    const text = Array.isArray(value) ? value.join(',') : value === null || value === undefined ? '' : String(value)
    if (text === '') present.delete(name)
    else present.set(name, text)
  }
  const text = present.toString().replaceAll('%2C', ',').replaceAll('%5B', '[').replaceAll('%5D', ']')
  return text && `?${text}`
}
