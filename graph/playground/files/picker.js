// A list to search in, used by keyboard or mouse: for the library, the portfolio and ids.
'use strict'

const picker = (() => {
  const dialog = document.getElementById('picker')
  const search = document.getElementById('search')
  const list = document.getElementById('choices')
  let entries = []
  let free = false
  let shown = []
  let active = 0
  let settle = () => {}

  // matching returns the entries that have every word; where free text is allowed, it is the last choice.
  function matching(text) {
    const words = text.toLowerCase().split(/\s+/)
    const found = entries.filter(({ group, text, detail = '' }) => {
      const all = `${group} ${text} ${detail}`.toLowerCase()
      return words.every((word) => all.includes(word))
    })
    const typed = text.trim()
    if (free && typed && !entries.some(({ value }) => value === typed)) found.push({ group: 'As typed', text: typed, value: typed })
    return found
  }

  function option({ text, detail }, index) {
    const item = document.createElement('li')
    item.id = `choice-${index}`
    item.role = 'option'
    item.append(text)
    if (detail) item.append(Object.assign(document.createElement('small'), { textContent: detail }))
    item.addEventListener('click', () => finish(shown[index]))
    return item
  }

  function show() {
    shown = matching(search.value)
    list.replaceChildren()
    let group = null
    shown.forEach((entry, index) => {
      if (group?.ariaLabel !== entry.group) {
        group = document.createElement('ul')
        group.role = 'group'
        group.ariaLabel = entry.group
        const heading = Object.assign(document.createElement('li'), { className: 'heading', role: 'presentation', textContent: entry.group })
        group.append(heading)
        list.append(group)
      }
      group.append(option(entry, index))
    })
    if (shown.length === 0) list.append(Object.assign(document.createElement('li'), { role: 'presentation', textContent: 'Nothing is found.' }))
    mark(0)
  }

  function mark(index) {
    active = Math.max(0, Math.min(index, shown.length - 1))
    for (const item of list.querySelectorAll('[role=option]')) item.ariaSelected = String(item.id === `choice-${active}`)
    const item = document.getElementById(`choice-${active}`)
    if (item) search.setAttribute('aria-activedescendant', item.id)
    else search.removeAttribute('aria-activedescendant')
    item?.scrollIntoView({ block: 'nearest' })
  }

  function finish(entry) {
    settle(entry?.value)
    settle = () => {}
    dialog.close()
  }

  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
  search.addEventListener('input', show)
  search.addEventListener('keydown', (event) => {
    if (event.key in moves) mark(active + moves[event.key])
    else if (event.key === 'Enter') finish(shown[active])
    else return
    event.preventDefault()
  })
  dialog.addEventListener('close', () => finish())
  document.getElementById('picker-close').addEventListener('click', () => finish())

  // choose shows { group, text, detail, value } entries, and returns the value of the chosen one; undefined if none is.
  // With free, what is typed can be chosen too.
  return function choose(title, hint, offered, allowFree = false) {
    finish()
    entries = offered
    free = allowFree
    document.getElementById('picker-title').textContent = title
    document.getElementById('picker-hint').textContent = hint
    search.value = ''
    show()
    dialog.showModal()
    search.focus()
    return new Promise((resolve) => { settle = resolve })
  }
})()
