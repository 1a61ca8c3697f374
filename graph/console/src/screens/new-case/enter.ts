// byKey keeps Enter in a field from saving what is half-typed; Ctrl-Enter saves.
export function byKey(event: KeyboardEvent & { currentTarget: HTMLFormElement }) {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  if (event.ctrlKey || event.metaKey) event.currentTarget.requestSubmit()
}
