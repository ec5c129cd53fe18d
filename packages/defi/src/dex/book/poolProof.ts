import type { Hex } from 'viem'
import type { PoolState } from '../poolState.ts'

/** Compares all pools with their contracts in turn, a few at a time. */
export type PoolProof = {
  readonly compared: number
  readonly repaired: number
  /** Block of the latest comparison. */
  readonly blockNumber: bigint | null
  /** Returns the pools to compare at a block. Between intervals, these are only pools that differed before. */
  select(blockNumber: bigint, ids: () => Iterable<string>): readonly Hex[]
  /**
   * Returns the correct states of pools that are wrong in the book. A pool is wrong if it differs at two compared
   * blocks in a row, because a node may answer for one block with the state of the next while it is mining.
   */
  compare(
    blockNumber: bigint,
    getState: (id: Hex) => PoolState | null,
    read: ReadonlyMap<Hex, PoolState>,
  ): ReadonlyMap<Hex, PoolState>
}

type PoolProofOptions = { readonly interval: bigint; readonly poolsPerProof: number }

export function createPoolProof({ interval, poolsPerProof }: PoolProofOptions): PoolProof {
  let queue: Hex[] = []
  let [compared, repaired] = [0, 0]
  let last: bigint | null = null
  let suspect: ReadonlyMap<Hex, bigint> = new Map()

  return {
    get compared() {
      return compared
    },
    get repaired() {
      return repaired
    },
    get blockNumber() {
      return last
    },
    select(blockNumber, ids) {
      const again = [...suspect].flatMap(([id, at]) => (at === blockNumber ? [] : [id]))
      // After a reorg a later block may have a lower number.
      if (last !== null && blockNumber >= last && blockNumber < last + interval) return again
      if (queue.length === 0) queue = [...ids()] as Hex[]
      return [...new Set([...again, ...queue.splice(0, poolsPerProof)])]
    },
    compare(blockNumber, getState, read) {
      if (read.size === 0) return new Map()
      last = blockNumber
      const wrong = new Map<Hex, PoolState>()
      const different = new Map<Hex, bigint>()
      for (const [id, state] of read) {
        const ours = getState(id)
        if (ours === null) continue
        compared += 1
        if (isSameState(ours, state)) continue
        if (suspect.has(id)) wrong.set(id, state)
        else different.set(id, blockNumber)
      }
      repaired += wrong.size
      suspect = different
      return wrong
    },
  }
}

/** Returns whether two states of a pool are equal within the ticks that both cover. */
export function isSameState(one: PoolState, other: PoolState): boolean {
  if (!('ticks' in one && 'ticks' in other)) return toText(one) === toText(other)
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
  const cut = (state: typeof one) => ({
    ...state,
    from,
    to,
    ticks: state.ticks.filter(({ tick }) => tick >= from && tick <= to).map((tick) => Object.entries(tick).sort()),
  })
  return toText(cut(one)) === toText(cut(other))
}

/** Leaves out the state's time. If time changes a value, the value itself is compared. */
const toText = (state: object): string =>
  JSON.stringify(Object.entries({ ...state, timestamp: null }).sort(), (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
