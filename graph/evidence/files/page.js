// Makes the form nicer where scripts run: files can be dropped and taken back, sending shows its progress, and the page
// is not left. Without scripts the same form works alone.
'use strict'

const maxSize = 50 * 1024 * 1024
const maxSum = 100 * 1024 * 1024
const maxFiles = 10
const names = /\.(pdf|jpe?g|png|gif|webp|tiff?|hei[cf])$/i

const size = (bytes) => bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

// problemOf says what the server would refuse; the server looks at the content too.
function problemOf(file) {
  if (file.size === 0) return 'This file is empty.'
  if (file.size > maxSize) return 'This file is larger than 50 MiB.'
  if (!names.test(file.name)) return 'Only PDF and pictures can be sent.'
  return ''
}

// The files are those that were chosen before the page came back: the server keeps none of a form that it refuses.
function enhance(page, files = []) {
  const form = page.querySelector('form')
  if (!form) return
  const input = form.querySelector('#files')
  const drop = form.querySelector('[data-drop]')
  const list = form.querySelector('[data-chosen]')
  const status = form.querySelector('[data-status]')
  const failed = form.querySelector('[data-failed]')
  const send = form.querySelector('[type=submit]')
  const cancel = form.querySelector('[data-cancel]')
  let request = null

  form.querySelector('[data-drop-hint]').hidden = false

  function show() {
    list.hidden = files.length === 0
    list.replaceChildren(...files.map((file) => {
      const remove = element('button', { type: 'button', className: 'quiet', textContent: 'Remove' })
      remove.setAttribute('aria-label', `Remove ${file.name}`)
      remove.addEventListener('click', () => {
        files = files.filter((other) => other !== file)
        show()
        input.focus()
      })
      const problem = problemOf(file)
      return element('li', {}, element('span', { className: 'name', textContent: file.name }),
        element('span', { className: 'size', textContent: size(file.size) }), remove,
        ...problem ? [element('p', { className: 'error', textContent: problem })] : [])
    }))
  }

  function add(chosen) {
    for (const file of chosen) {
      const known = files.some(({ name, size, lastModified }) => name === file.name && size === file.size && lastModified === file.lastModified)
      if (!known) files.push(file)
    }
    input.value = ''
    show()
    status.textContent = files.length === 1 ? '1 file is chosen.' : `${files.length} files are chosen.`
  }

  if (files.length > 0) show()
  input.addEventListener('change', () => add(input.files))
  for (const name of ['dragenter', 'dragover']) {
    drop.addEventListener(name, (event) => {
      event.preventDefault()
      drop.classList.add('over')
    })
  }
  for (const name of ['dragleave', 'drop']) drop.addEventListener(name, () => drop.classList.remove('over'))
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    add(event.dataTransfer.files)
  })
  // A file that misses the box must not replace the page.
  for (const name of ['dragover', 'drop']) window.addEventListener(name, (event) => event.preventDefault())

  function rest(text) {
    request = null
    send.disabled = false
    cancel.hidden = true
    window.removeEventListener('beforeunload', warn)
    status.replaceChildren()
    failed.hidden = !text
    failed.textContent = text
    if (text) failed.scrollIntoView({ block: 'center' })
  }

  const warn = (event) => event.preventDefault()

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (request) return
    if (files.some(problemOf)) return rest('Remove the files that are marked, then send again.')
    if (files.length > maxFiles) return rest(`At most ${maxFiles} files can be sent at once. Remove some and send them after these.`)
    if (files.reduce((sum, file) => sum + file.size, 0) > maxSum) return rest('Together, files may have 100 MiB. Remove some and send them after these.')
    const data = new FormData(form)
    data.delete('files')
    for (const file of files) data.append('files', file, file.name)
    rest('')
    request = new XMLHttpRequest()
    const bar = element('progress', { max: 1, value: 0 })
    const label = element('span', { textContent: 'Sending…' })
    bar.setAttribute('aria-label', 'How much is sent')
    status.replaceChildren(label, bar)
    send.disabled = true
    cancel.hidden = false
    window.addEventListener('beforeunload', warn)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.value = loaded / total
      label.textContent = loaded < total ? `Sending… ${Math.round(100 * loaded / total)} %` : 'Sent. The files are being checked…'
    })
    request.addEventListener('load', () => answered(request))
    request.addEventListener('error', () => rest('The connection broke, and nothing was sent. Everything is still here: try again.'))
    request.addEventListener('abort', () => rest(''))
    request.open('POST', form.action)
    request.send(data)
  })
  cancel.addEventListener('click', () => request?.abort())

  // answered shows the page that came back. A page that is not about the form says why, and the form stays as it is.
  function answered({ responseText, responseURL }) {
    const next = new DOMParser().parseFromString(responseText, 'text/html').querySelector('#page')
    const target = next?.querySelector('[data-focus]')
    if (!next || !target) return rest('Something went wrong, and nothing was sent. Everything is still here: try again in a minute.')
    if (next.hasAttribute('data-notice')) return rest(`${target.textContent}. ${next.querySelector('.lead').textContent}`)
    rest('')
    document.title = next.dataset.title || document.title
    history.replaceState(null, '', responseURL)
    page.replaceChildren(...next.childNodes)
    enhance(page, files)
    target.focus({ preventScroll: true })
    target.scrollIntoView({ block: 'start' })
  }
}

enhance(document.querySelector('#page'))
document.querySelector('#problems')?.focus()
