import { formatChange } from '../data/format.ts'

/** A change in percent. Its sign says the direction, and its color repeats it. */
export function Change({ percent }: { readonly percent: number | null }) {
  const kind = percent === null || percent === 0 ? 'quiet' : percent > 0 ? 'good' : 'bad'
  return <span class={kind}>{formatChange(percent)}</span>
}
