/** The sums over the blocks of a time span. */
export type Counts = {
  readonly blocks: number
  readonly firstBlock: number
  readonly lastBlock: number
  readonly transactions: number
  /** Smallest units of the native currency. */
  readonly volume: bigint
  /** Used gas. Null in the Bitcoin family, and if a node did not report all of it. */
  readonly gasUsed: bigint | null
  /** Number of addresses whose first transaction is in these blocks. Null if the counters cannot determine it. */
  readonly newWallets: number | null
  /** Number of blocks without receipts. `volume` includes the value of their failed transactions. */
  readonly unverified: number
}

/** The stored form of counts, which begins with the first second. Stored counts of different blocks can be added. */
export type StoredCounts = [
  start: number,
  blocks: number,
  firstBlock: number,
  lastBlock: number,
  transactions: number,
  volume: string,
  gasUsed: string | null,
  newWallets: number | null,
  unverified: number,
]

export const toStored = (start: number, counts: Counts): StoredCounts => [
  ...([start, counts.blocks, counts.firstBlock, counts.lastBlock, counts.transactions] as const),
  ...([String(counts.volume), counts.gasUsed === null ? null : String(counts.gasUsed)] as const),
  ...([counts.newWallets, counts.unverified] as const),
]

// A year of hours calls this 8,760 times, so it is one plain literal without spreads or destructuring.
export const fromStored = (stored: StoredCounts): Counts => ({
  blocks: stored[1],
  firstBlock: stored[2],
  lastBlock: stored[3],
  transactions: stored[4],
  volume: BigInt(stored[5]),
  gasUsed: stored[6] === null ? null : BigInt(stored[6]),
  newWallets: stored[7],
  unverified: stored[8],
})

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    blocks: a.blocks + b.blocks,
    firstBlock: Math.min(a.firstBlock, b.firstBlock),
    lastBlock: Math.max(a.lastBlock, b.lastBlock),
    transactions: a.transactions + b.transactions,
    volume: a.volume + b.volume,
    gasUsed: a.gasUsed === null || b.gasUsed === null ? null : a.gasUsed + b.gasUsed,
    newWallets: a.newWallets === null || b.newWallets === null ? null : a.newWallets + b.newWallets,
    unverified: a.unverified + b.unverified,
  }
}
