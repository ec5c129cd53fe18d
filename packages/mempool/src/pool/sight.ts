import type { MempoolSource } from '../watcherTypes.ts'

export type Sight = {
  /** A provider has shown a transaction or a block. */
  note(nowMs: number, block?: bigint): void
  /** Whether no provider shows what happens, or what happened meanwhile is not read yet. */
  isBlind(): boolean
  /** When anything was last seen, Unix ms; null before the first. */
  readonly asOfMs: number | null
  /** The lowest the base fee may have fallen to by now while nobody looked; null while somebody does. */
  toLeastBaseFee(nextBaseFeePerGas: bigint, nowMs: number): bigint | null
}

/** What a watcher can see of its chain, and since when it sees nothing. */
export function createSight(pool: Pick<MempoolSource, 'report' | 'chain'>): Sight {
  let asOfMs: number | null = null
  let lastBlock: bigint | null = null
  let wasBlind = false

  function isBlind(): boolean {
    const available = pool
      .report()
      .endpoints.filter(({ socket, status }) => status !== 'unavailable' && (socket || status !== 'unknown'))
    // Who sees again has blocks to read first: they hold what was pending.
    const isBehind = available.some(({ head }) => head != null && (lastBlock === null || head > lastBlock))
    wasBlind = available.length === 0 || (wasBlind && isBehind)
    return wasBlind
  }

  return {
    note(nowMs, block) {
      asOfMs = nowMs
      if (block !== undefined) lastBlock = block
    },
    isBlind,
    get asOfMs() {
      return asOfMs
    },
    toLeastBaseFee(nextBaseFeePerGas, nowMs) {
      if (!isBlind()) return null
      const blocks = 1 + Math.floor((nowMs - (asOfMs ?? nowMs)) / pool.chain.blockTimeMs)
      // It falls by an eighth a block at most (EIP-1559).
      return BigInt(Math.floor(Number(nextBaseFeePerGas) * (7 / 8) ** (blocks - 1)))
    },
  }
}
