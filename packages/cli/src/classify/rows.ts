import type { ChainName } from '@outrigger/core'
import { InvalidTransactionError, parseRawTransaction, toTransactionCall } from '@outrigger/mempool'
import type { TransactionCall } from '@outrigger/mempool/internal'
import { createCallDescriber } from '@outrigger/server/internal'

export type ClassifiedRow = {
  readonly hash: string | null
  readonly from: string | null
  readonly tx_type: string
  readonly rule: string
}
export type FailedRow = { readonly hash: string | null; readonly error: string }

/**
 * Turns one row of NDJSON, `{"raw":"0x…"}` or a transaction in JSON-RPC form, into one row of output. Symbols come from
 * the built-in list. The path shows the address of a token that is not in it.
 */
export function createRowClassifier(chain: ChainName): (line: string) => ClassifiedRow | FailedRow {
  const describe = createCallDescriber(chain)
  return (line) => {
    let hash: string | null = null
    try {
      const row = toRow(line)
      hash = isHash(row['hash']) ? row['hash'] : null
      const transaction = read(row)
      hash = 'hash' in transaction ? (transaction.hash as string) : hash
      return { hash, from: transaction.from, ...describe(transaction) }
    } catch (error) {
      if (error instanceof InvalidTransactionError) return { hash, error: error.message }
      throw error
    }
  }
}

// Anything else could also be sequences that a terminal obeys.
function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^0x[\da-fA-F]{64}$/.test(value)
}

function toRow(line: string): Readonly<Record<string, unknown>> {
  if (/^\s*"?0x/.test(line)) return { raw: line.replaceAll(/[\s"]/g, '') }
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new InvalidTransactionError(
    'The row is not a JSON object. Write one transaction per line: {"raw":"0x…"} or its JSON-RPC form.',
  )
}

function read(row: Readonly<Record<string, unknown>>): TransactionCall {
  if (row['raw'] === undefined) return toTransactionCall(row)
  if (typeof row['raw'] !== 'string')
    throw new InvalidTransactionError('"raw" must be the signed transaction as 0x-prefixed hex.')
  return parseRawTransaction(row['raw'] as `0x${string}`)
}
