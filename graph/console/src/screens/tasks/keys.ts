import { useEffect } from 'preact/hooks'
import { stepTo } from './order.ts'

// useKeys lets j and k, or the arrows in the list, go from task to task. Enter opens one, as it does every link.
export function useKeys(tasks: readonly { id: string }[], open: string) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const by = stepOf(event)
      if (by === 0) return
      const to = stepTo(tasks, focused() ?? (open || null), by)
      if (to === null) return
      event.preventDefault()
      document.querySelector<HTMLElement>(`[data-task="${to}"]`)?.focus()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [tasks, open])
}

function focused(): string | null {
  return document.activeElement?.getAttribute('data-task') ?? null
}

// Letters count everywhere but where one types or decides; arrows only in the list, since elsewhere they scroll.
function stepOf(event: KeyboardEvent): 1 | -1 | 0 {
  const target = event.target as Element
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea, dialog') !== null) return 0
  if (event.key === 'j' || (event.key === 'ArrowDown' && focused() !== null)) return 1
  if (event.key === 'k' || (event.key === 'ArrowUp' && focused() !== null)) return -1
  return 0
}
