import { Refusal } from '../lib/graphql.ts'

const tries = 5
const pause = 2000

// patiently reads again when the server asks for patience: many reads one after the other can be more than its rate.
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await read()
    } catch (error) {
      const busy = error instanceof Refusal && ['rate_limited', 'unavailable'].includes(error.code)
      if (!busy || tried === tries) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
