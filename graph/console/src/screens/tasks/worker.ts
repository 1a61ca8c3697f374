// Who works in a portfolio: the browser keeps it until another person is chosen.

const place = (portfolio: string) => `worksAs ${portfolio}`

// worker is who was chosen last in this browser, '' if nobody. A browser that keeps nothing remembers nobody.
export function worker(portfolio: string): string {
  try {
    return localStorage.getItem(place(portfolio)) ?? ''
  } catch {
    return ''
  }
}

// setWorker keeps who works; '' forgets it.
export function setWorker(portfolio: string, id: string) {
  try {
    if (id) localStorage.setItem(place(portfolio), id)
    else localStorage.removeItem(place(portfolio))
  } catch {
    // It lasts as long as the address then.
  }
}
