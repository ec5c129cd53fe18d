import type { Hex } from 'viem'
import type { TransactionPool } from '../pool/pool.ts'
import type { Tracked } from '../pool/tracked.ts'
import type { BlockReference, MempoolSource } from '../watcherTypes.ts'

const maxAsked = 256
const maxMisses = 2

export type ConfirmationOptions = {
  readonly pool: Pick<MempoolSource, 'send' | 'report'>
  readonly transactions: TransactionPool
  readonly goneAfterMs: number
  readonly signal: AbortSignal
  /** It is in a block, says a provider. */
  readonly onMined: (hash: Hex, block: BlockReference) => void
}

/**
 * Asks for transactions that nobody has shown for long. Who is denied twice in a row, by another provider the second
 * time where there is one, and by two of them each time (the pool's rule for empty answers), is dropped.
 *
 * @returns to be called at every head
 */
export function createConfirmations(options: ConfirmationOptions): () => Promise<void> {
  const { pool, transactions, goneAfterMs, signal, onMined } = options
  let isAsking = false

  async function ask({ entry, misses }: Tracked): Promise<void> {
    const { hash, from, nonce } = entry.transaction
    const names = pool.report().endpoints.map(({ name }) => name)
    const prefer = names[misses % names.length] ?? entry.provider
    const read = <result>(method: string, params: readonly unknown[]) =>
      pool.send<result>({ method, params }, { signal, prefer, fresh: true })
    const { result } = await read<{ readonly blockHash?: Hex; readonly blockNumber?: Hex } | null>(
      'eth_getTransactionByHash',
      [hash],
    )
    const tracked = transactions.get(hash)
    if (tracked?.state !== 'pending') return
    tracked.confirmedAtMs = Date.now()
    tracked.misses = result === null ? tracked.misses + 1 : 0
    if (result?.blockHash && result.blockNumber)
      return onMined(hash, { hash: result.blockHash, number: BigInt(result.blockNumber) })
    if (tracked.misses < maxMisses) return
    const count = await read<Hex>('eth_getTransactionCount', [from, 'latest'])
    if (tracked.misses >= maxMisses) transactions.drop(hash, Number(count.result) > nonce ? 'nonceUsed' : 'gone')
  }

  return async () => {
    if (isAsking) return
    isAsking = true
    const nowMs = Date.now()
    const due: Tracked[] = []
    for (const tracked of transactions.pending.values()) {
      // One that was denied is asked for again sooner.
      const waitMs = tracked.misses > 0 ? goneAfterMs / 4 : goneAfterMs
      if (nowMs - tracked.confirmedAtMs >= waitMs) due.push(tracked)
      if (due.length >= maxAsked) break
    }
    // Who cannot be asked now is asked at the next head.
    await Promise.all(due.map((tracked) => ask(tracked).catch(() => undefined)))
    isAsking = false
  }
}
