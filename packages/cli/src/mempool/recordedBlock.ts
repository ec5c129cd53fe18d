type Row = Readonly<Record<string, unknown>>

/** Returns the block of a transaction in JSON-RPC form, `blockNumber` or `block_number`. Null if it has none. */
export const toBlockOf = (row: Row): bigint | null => toQuantity(row['blockNumber'] ?? row['block_number'])

/**
 * Returns the time of its block: `blockTimestamp` in Unix seconds, as some nodes add it, or `block_time`, Unix seconds or ISO
 * 8601. Null if it has none.
 */
export function toBlockTimeMs(row: Row): number | null {
  const value = row['blockTimestamp'] ?? row['block_time']
  const seconds = toQuantity(value)
  const ms = seconds === null ? Date.parse(String(value)) : Number(seconds) * 1000
  // Beyond this, JavaScript has no dates.
  return Math.abs(ms) <= 8.64e15 ? ms : null
}

const toQuantity = (value: unknown): bigint | null =>
  /^(?:0x[0-9a-f]{1,16}|\d{1,18})$/i.test(String(value)) ? BigInt(String(value)) : null
