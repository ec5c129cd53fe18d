import type { LogFilter } from '@outrigger/core'
import type { SubscriptionKind } from './feeds.ts'

const address = /^0x[\da-f]{40}$/i
const word = /^0x[\da-f]{64}$/i
const maxAlternatives = 1000

/** Parses the parameters of `eth_subscribe`. Returns a string if they are invalid. */
export function toSubscriptionKind(params: unknown): SubscriptionKind | string {
  const [kind, option] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (kind === 'newHeads' || kind === 'syncing') return { kind }
  if (kind === 'newPendingTransactions') return { kind, full: option === true }
  if (kind !== 'logs') return 'The first parameter must be newHeads, newPendingTransactions, logs or syncing.'
  const filter = toLogFilter(option ?? {})
  return typeof filter === 'string' ? filter : { kind, filter }
}

/** Converts to lower case, so that equal filters share one stream. */
function toLogFilter(value: unknown): LogFilter | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'The filter of logs must be an object.'
  const { address: addresses, topics } = value as { readonly address?: unknown; readonly topics?: unknown }
  const wanted = addresses === undefined || addresses === null ? undefined : toWords(addresses, address)
  if (wanted === null) return 'address must be an address, or an array of addresses.'
  if (topics !== undefined && topics !== null && (!Array.isArray(topics) || topics.length > 4))
    return 'topics must be an array of at most four.'
  const positions = ((topics ?? []) as readonly unknown[]).map((topic) =>
    topic === null ? null : toWords(topic, word),
  )
  if (positions.some((position, index) => position === null && (topics as readonly unknown[])[index] !== null))
    return 'A topic must be 32 bytes, an array of topics, or null.'
  return {
    ...(wanted !== undefined && wanted.length > 0 && { address: wanted }),
    ...(positions.length > 0 && {
      // An empty list of alternatives matches anything, like null.
      topics: positions.map((position) => (position?.length === 0 ? null : position)),
    }),
  }
}

function toWords(value: unknown, pattern: RegExp): readonly `0x${string}`[] | null {
  const words: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (words.length > maxAlternatives) return null
  if (!words.every((one): one is `0x${string}` => typeof one === 'string' && pattern.test(one))) return null
  return words.map((one) => one.toLowerCase() as `0x${string}`)
}
