import { toQuantity } from '../reads/integrity.ts'

// Public nodes have a hundred thousand transactions. A gap of some seconds does not need all of them.
const maxContent = 5000n

export type PendingSnapshot = {
  readonly pending: readonly unknown[]
  /** Transactions that wait for an earlier nonce. */
  readonly queued: readonly unknown[]
}

/**
 * Returns the mempool of a provider if it is not too large, otherwise its pending block. Null if the provider returns
 * neither.
 */
export async function getPendingSnapshot(
  query: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<PendingSnapshot | null> {
  const read = async (method: string, params: readonly unknown[] = []) =>
    toRecord(await query(method, params).catch(() => undefined))
  const status = await read('txpool_status')
  const [size, queuedSize] = [toQuantity(status['pending']), toQuantity(status['queued']) ?? 0n]
  const content = size === null || size + queuedSize > maxContent ? {} : await read('txpool_content')
  if (content['pending'] !== undefined)
    return { pending: toTransactions(content['pending']), queued: toTransactions(content['queued']) }
  const { transactions } = await read('eth_getBlockByNumber', ['pending', true])
  return Array.isArray(transactions) ? { pending: transactions, queued: [] } : null
}

/** Returns the transactions of a mempool, which is grouped by sender, then by nonce. */
const toTransactions = (content: unknown): readonly unknown[] =>
  Object.values(toRecord(content)).flatMap((nonces) => Object.values(toRecord(nonces)))

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
