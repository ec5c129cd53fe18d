import type { MempoolSource } from '../watcherTypes.ts'

export type Freshness = {
  /** Records that a provider showed a transaction, or that a block was read. */
  note(nowMs: number, block?: bigint): void
  /** Returns true if no provider answers, or if blocks that were missed in an outage are not read yet. */
  isStale(): boolean
  /** Time of the last transaction or block, Unix ms. Null before the first one. */
  readonly asOfMs: number | null
  /** Returns the lowest possible base fee of blocks since `asOfMs`, or null if the watcher is not stale. */
  computeLowestBaseFee(nextBaseFeePerGas: bigint, nowMs: number): bigint | null
}

/** Tracks whether a watcher's state of its chain is current. */
export function createFreshness(pool: Pick<MempoolSource, 'report' | 'chain'>): Freshness {
  let asOfMs: number | null = null
  let lastBlock: bigint | null = null
  let wasStale = false

  function isStale(): boolean {
    const available = pool
      .report()
      .endpoints.filter(({ socket, status }) => status !== 'unavailable' && (socket || status !== 'unknown'))
    // After an outage, missed blocks are read before the state is current, because they contain mined transactions.
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
      // The base fee falls by at most an eighth per block (EIP-1559).
      return BigInt(Math.floor(Number(nextBaseFeePerGas) * (7 / 8) ** (blocks - 1)))
    },
  }
}
