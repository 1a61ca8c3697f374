// What is half-typed lies in this browser alone, by person and portfolio, until it is saved or somebody signs out.
export const draftPrefix = 'draft '

// forgetDrafts removes what is half-typed, of everybody who used this browser.
export function forgetDrafts() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key)
  } catch {
    // There is nothing then.
  }
}
