import { allProtocols } from '@outrigger/calldata/archive'
import type { ChainName } from '@outrigger/core'
import {
  createClassifier,
  createTokenRegistry,
  InvalidTransactionError,
  parseRawTransaction,
  toTransactionCall,
} from '@outrigger/mempool'
import type { TransactionCall } from '@outrigger/mempool/internal'
import { toDescribedCall } from '@outrigger/server/internal'
import { toBlockOf, toBlockTimeMs } from '../mempool/recordedBlock.ts'
import { type Labelled, toClassifiedRows } from '../rows/classifiedTransactions.ts'
import type { Table } from '../rows/schema.ts'

type Place = { readonly hash: string | null; readonly block_number: number | null; readonly block_time: string | null }
export type ClassifiedRow = Place & { readonly from: string | null; readonly tx_type: string; readonly rule: string }
export type FailedRow = { readonly hash: string | null; readonly error: string }

/** One row of input, labelled: as `--json` prints it, and as a row of a table. */
export type LabelledRow = { readonly row: ClassifiedRow | FailedRow; readonly toTable: () => Table }

/**
 * Labels rows of NDJSON, `{"raw":"0x…"}` or a transaction in JSON-RPC form. Symbols come from the built-in list. The path
 * shows the address of a token that is not in it.
 */
export function createRowClassifier(chain: ChainName): (line: string, number: number) => LabelledRow {
  const { classify } = createClassifier({ chain, protocols: allProtocols })
  const tokens = createTokenRegistry({ chain })
  return (line, number) => {
    let place: Place = { hash: null, block_number: null, block_time: null }
    const listed = (rest: Partial<Labelled>) => () =>
      toClassifiedRows({ ...unlabelled, line: number, ...toListed(place), ...rest }, { chain, toToken: tokens.peek })
    try {
      const row = toRow(line)
      place = toPlace(row)
      const transaction = read(row)
      if ('hash' in transaction) place = { ...place, hash: transaction.hash as string }
      const { from } = transaction
      const label = classify(transaction)
      return { row: { ...place, from, ...toDescribedCall(label, tokens) }, toTable: listed({ from, label }) }
    } catch (error) {
      if (!(error instanceof InvalidTransactionError)) throw error
      return { row: { hash: place.hash, error: error.message }, toTable: listed({ error: error.message }) }
    }
  }
}

const unlabelled = { from: null, label: null, error: null } as const

function toPlace(row: Readonly<Record<string, unknown>>): Place {
  const [block, ms] = [toBlockOf(row), toBlockTimeMs(row)]
  return {
    hash: isHash(row['hash']) ? row['hash'] : null,
    block_number: block === null ? null : Number(block),
    block_time: ms === null ? null : new Date(ms).toISOString(),
  }
}

const toListed = ({ hash, block_number, block_time }: Place) => ({
  hash,
  blockNumber: block_number,
  blockTimeMs: block_time === null ? null : Date.parse(block_time),
})

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
