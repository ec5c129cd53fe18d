import { useEffect, useState } from 'preact/hooks'

/**
 * Splits the part of the URL after `#` into decoded segments. A segment that cannot be decoded stays as it is.
 *
 * @example toSegments('#/token/ethereum/WETH') // ['token', 'ethereum', 'WETH']
 */
export function toSegments(hash: string): readonly string[] {
  return hash.replace(/^#\/?/, '').split('/').map(decode)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the link to a page: the page's id and the segments after it. Empty segments at the end are omitted. */
export function toLink(...segments: readonly (string | number | undefined)[]): string {
  const given = segments.filter((segment) => segment !== undefined && segment !== '')
  return `#/${given.map((segment) => encodeURIComponent(String(segment))).join('/')}`
}

const read = () => toSegments(location.hash)

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
