import { toQuantity } from '../reads/integrity.ts'

// Public nodes hold a hundred thousand; a gap of some seconds does not need all of them.
const maxContent = 5000n

export type PendingSnapshot = {
  readonly pending: readonly unknown[]
  /** Transactions that wait for an earlier nonce. */
  readonly queued: readonly unknown[]
}

/** What is pending at a provider: its mempool if not too large, otherwise the block it would build; null if it says neither. */
export async function getPendingSnapshot(
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<PendingSnapshot | null> {
  const read = async (method: string, params: readonly unknown[] = []) =>
    toRecord(await ask(method, params).catch(() => undefined))
  const status = await read('txpool_status')
  const [size, queuedSize] = [toQuantity(status['pending']), toQuantity(status['queued']) ?? 0n]
  const content = size === null || size + queuedSize > maxContent ? {} : await read('txpool_content')
  if (content['pending'] !== undefined)
    return { pending: toTransactions(content['pending']), queued: toTransactions(content['queued']) }
  const { transactions } = await read('eth_getBlockByNumber', ['pending', true])
  return Array.isArray(transactions) ? { pending: transactions, queued: [] } : null
}

/** From sender to nonce to transaction. */
const toTransactions = (content: unknown): readonly unknown[] =>
  Object.values(toRecord(content)).flatMap((nonces) => Object.values(toRecord(nonces)))

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
