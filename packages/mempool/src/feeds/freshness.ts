import type { MempoolSource } from '../watcherTypes.ts'

export type Freshness = {
  /** A provider shows a transaction, or a block has been read. */
  note(nowMs: number, block?: bigint): void
  /** Whether no provider answers, or the blocks since then are not read yet. */
  isStale(): boolean
  /** When anything was last seen, Unix ms; null before the first. */
  readonly asOfMs: number | null
  /** While stale: the lowest base fee that blocks may have had since `asOfMs`. Null otherwise. */
  computeLowestBaseFee(nextBaseFeePerGas: bigint, nowMs: number): bigint | null
}

/** Whether what a watcher knows of its chain is current. */
export function createFreshness(pool: Pick<MempoolSource, 'report' | 'chain'>): Freshness {
  let asOfMs: number | null = null
  let lastBlock: bigint | null = null
  let wasStale = false

  function isStale(): boolean {
    const available = pool
      .report()
      .endpoints.filter(({ socket, status }) => status !== 'unavailable' && (socket || status !== 'unknown'))
    // After an outage, blocks are read before anything counts as pending: they hold what was mined meanwhile.
    const isBehind = available.some(({ head }) => head != null && (lastBlock === null || head > lastBlock))
    wasStale = available.length === 0 || (wasStale && isBehind)
    return wasStale
  }

  return {
    note(nowMs, block) {
      asOfMs = nowMs
      if (block !== undefined) lastBlock = block
    },
    isStale,
    get asOfMs() {
      return asOfMs
    },
    computeLowestBaseFee(nextBaseFeePerGas, nowMs) {
      if (!isStale()) return null
      const blocks = 1 + Math.floor((nowMs - (asOfMs ?? nowMs)) / pool.chain.blockTimeMs)
      // It falls by an eighth a block at most (EIP-1559).
      return BigInt(Math.floor(Number(nextBaseFeePerGas) * (7 / 8) ** (blocks - 1)))
    },
  }
}
