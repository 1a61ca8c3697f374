import { useEffect, useState } from 'preact/hooks'

// The width up to which the stylesheet draws for a phone.
const phone = matchMedia('(max-width: 640px)')

// usePhone reports whether the window is as narrow as a phone's.
export function usePhone(): boolean {
  const [is, setIs] = useState(phone.matches)
  useEffect(() => {
    const changed = () => setIs(phone.matches)
    phone.addEventListener('change', changed)
    return () => phone.removeEventListener('change', changed)
  }, [])
  return is
}
