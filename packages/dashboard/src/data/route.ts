import { useEffect, useState } from 'preact/hooks'

const read = () => location.hash.replace(/^#\/?/, '').split('/')

/** The path behind `#/`, by its parts. */
export function useRoute(): readonly string[] {
  const [route, setRoute] = useState(read)
  useEffect(() => {
    const change = () => setRoute(read())
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  }, [])
  return route
}
