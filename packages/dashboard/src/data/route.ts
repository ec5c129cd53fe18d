import { useEffect, useState } from 'preact/hooks'

const read = () => location.hash.replace(/^#\/?/, '').split('/')

/** Returns the segments of the path after `#/`. */
export function useRoute(): readonly string[] {
  const [route, setRoute] = useState(read)
  useEffect(() => {
    const change = () => setRoute(read())
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  }, [])
  return route
}
