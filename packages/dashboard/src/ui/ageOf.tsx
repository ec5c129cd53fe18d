import { formatAge } from '../data/format.ts'
import { useNow } from '../data/reading.ts'

/** The present age of a time. */
export function AgeOf({ time }: { readonly time: string }) {
  return <>{formatAge(useNow() - Date.parse(time))}</>
}
