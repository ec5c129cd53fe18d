import type { MempoolTransaction } from '@outrigger/mempool'

/**
 * Values that JSON lacks are written with a tilde: `"~12"` is a bigint, `"~~x"` the text `~x`, `{"~number": "Infinity"}` a number,
 * `{"~map": [[key, value]]}` a map. A transaction is written once as `{"~tx": 1, "entry": {…}}`, and later as `{"~tx": 1}`.
 */
type Codec = { encode(value: unknown): string; decode(line: string): unknown }

/** Number of the latest written transactions that a line may refer to. Older ones are written again. */
const maxReferences = 32_768

/** Creates a codec for the lines of one recording, in order. Decoded transactions are the same object if encoded ones were. */
export function createRecordingCodec(): Codec {
  // Weak, so that a recording keeps no transaction in memory.
  const numbers = new WeakMap<MempoolTransaction, number>()
  const entries = new Map<number, MempoolTransaction>()
  const encoded = new WeakSet<object>()
  let written = 0

  function toReference(entry: MempoolTransaction): object {
    const known = numbers.get(entry)
    if (known !== undefined && written - known < maxReferences) return { '~tx': known }
    written += 1
    numbers.set(entry, written)
    const copy = { ...entry }
    encoded.add(copy)
    return { '~tx': written, entry: copy }
  }

  function replace(_: string, value: unknown): unknown {
    if (typeof value === 'object' && value !== null) return replaceObject(value)
    if (typeof value === 'bigint') return `~${value}`
    if (typeof value === 'string' && value.startsWith('~')) return `~${value}`
    return typeof value === 'number' && !Number.isFinite(value) ? { '~number': String(value) } : value
  }

  function replaceObject(value: object): object {
    if (value instanceof Map) return { '~map': [...value] }
    return isEntry(value) && !encoded.has(value) ? toReference(value) : value
  }

  function revive(_: string, value: unknown): unknown {
    if (typeof value === 'string') return reviveText(value)
    if (typeof value !== 'object' || value === null) return value
    if ('~number' in value) return Number(value['~number'])
    if ('~map' in value) return new Map(value['~map'] as [unknown, unknown][])
    return '~tx' in value ? find(value as Reference) : value
  }

  function find({ '~tx': number, entry }: Reference): MempoolTransaction {
    if (entry !== undefined) {
      entries.set(number, entry)
      entries.delete(number - maxReferences)
    }
    const known = entries.get(number)
    if (known === undefined) throw new RangeError(`Transaction ${number} is not in the lines before.`)
    return known
  }

  return { encode: (value) => JSON.stringify(value, replace), decode: (line) => JSON.parse(line, revive) }
}

type Reference = { readonly '~tx': number; readonly entry?: MempoolTransaction }

function reviveText(text: string): string | bigint {
  if (!text.startsWith('~')) return text
  return text.startsWith('~~') ? text.slice(1) : BigInt(text.slice(1))
}

/** Pending transactions are the only values of the detector with these two fields. */
const isEntry = (value: object): value is MempoolTransaction => 'classification' in value && 'firstSeenMs' in value
