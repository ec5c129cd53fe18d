import { formatAge } from './format.ts'

type Times = {
  /** Time of the response, or of the data in it if that is older. Unix ms. */
  readonly readMs: number
  /** Time of the newest block. Undefined if the data does not depend on one, or if the node has seen none. */
  readonly headMs: number | undefined
  /** Whether the last request failed. */
  readonly isFailing: boolean
  /** Whether the chain has an outage. */
  readonly isOut: boolean
  /** Age of a response above which it is stale. */
  readonly staleMs: number
  readonly nowMs: number
}

/** Returns the age of data, which is never newer than the newest block. Without any block during an outage, it is unknown. */
export function toAge({ readMs, headMs, isFailing, isOut, staleMs, nowMs }: Times): { text: string; isStale: boolean } {
  if (isOut && headMs === undefined) return { text: 'unknown', isStale: true }
  const text = `${formatAge(nowMs - Math.min(readMs, headMs ?? nowMs))} ago`
  const isStale = isFailing || isOut || nowMs - readMs > staleMs
  return { text: isStale ? `stale, ${text}` : text, isStale }
}
