import { toTransaction } from '../transaction/toTransaction.ts'
import type { Transaction } from '../transaction/transaction.ts'
import { isCancellation } from './replacement.ts'
import type { BlockTransaction } from './trackedTransaction.ts'

export type Block = {
  readonly header: Readonly<Record<string, unknown>>
  readonly transactions: readonly (BlockTransaction & { readonly terms: Transaction })[]
}

/** Parses a JSON-RPC block with full transactions. Returns null for anything else. */
export function toBlock(raw: unknown): Block | null {
  const header = raw as Block['header'] | null
  const transactions = header?.['transactions']
  if (header === null || !Array.isArray(transactions)) return null
  return { header, transactions: transactions.flatMap(parseTransaction) }
}

/** Skips system transactions of rollups, which may lack fields and are never pending. */
function parseTransaction(raw: Readonly<Record<string, unknown>>): Block['transactions'] {
  try {
    return [toBlockTransaction(toTransaction(raw))]
  } catch {
    return []
  }
}

export function toBlockTransaction(terms: Transaction): Block['transactions'][number] {
  const { hash, from, nonce, authorizations } = terms
  return { hash, from, nonce, isCancellation: isCancellation(terms), terms, ...(authorizations && { authorizations }) }
}
