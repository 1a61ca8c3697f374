import { useEffect } from 'preact/hooks'

// useTitle names the page in the tab and in the history.
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title ? `${title} · covertrack` : 'covertrack'
  }, [title])
}
