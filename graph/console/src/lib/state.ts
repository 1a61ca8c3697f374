import { signal } from '@preact/signals'

// connected is false from the first request that finds no server to the next that does.
export const connected = signal(true)

// sessionEnded is true from the first answer 401 until somebody signs in.
export const sessionEnded = signal(false)

// endedBecause is what the server said when the session had ended.
export const endedBecause = signal('')

// entered is the sandbox whose records are shown, and its time; null in every other portfolio.
export const entered = signal<{ id: string; name: string; now: string; state: string } | null>(null)
