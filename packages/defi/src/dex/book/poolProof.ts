import type { Hex } from 'viem'
import type { PoolState } from '../poolState.ts'

/** Compares pools with what their contracts say, a few at a time, all of them in turn. */
export type PoolProof = {
  readonly compared: number
  readonly repaired: number
  /** Of the latest comparison. */
  readonly blockNumber: bigint | null
  /** Those to be compared at a block: none between the intervals, but for those that have differed. */
  select(blockNumber: bigint, ids: () => Iterable<string>): readonly Hex[]
  /**
   * What is wrong with the book. A pool counts as different when two blocks in a row say so: a node that is mining may answer
   * one block's question with the next one's state.
   */
  compare(
    blockNumber: bigint,
    getState: (id: Hex) => PoolState | null,
    said: ReadonlyMap<Hex, PoolState>,
  ): ReadonlyMap<Hex, PoolState>
}

export type PoolProofOptions = { readonly interval: bigint; readonly poolsPerProof: number }

export function createPoolProof({ interval, poolsPerProof }: PoolProofOptions): PoolProof {
  let queue: Hex[] = []
  let [compared, repaired] = [0, 0]
  let last: bigint | null = null
  let doubted: ReadonlyMap<Hex, bigint> = new Map()

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
      const again = [...doubted].flatMap(([id, at]) => (at === blockNumber ? [] : [id]))
      // After a reorganisation a later block may have a lower number.
      if (last !== null && blockNumber >= last && blockNumber < last + interval) return again
      if (queue.length === 0) queue = [...ids()] as Hex[]
      return [...new Set([...again, ...queue.splice(0, poolsPerProof)])]
    },
    compare(blockNumber, getState, said) {
      if (said.size === 0) return new Map()
      last = blockNumber
      const wrong = new Map<Hex, PoolState>()
      const different = new Map<Hex, bigint>()
      for (const [id, state] of said) {
        const ours = getState(id)
        if (ours === null) continue
        compared += 1
        if (isSameState(ours, state)) continue
        if (doubted.has(id)) wrong.set(id, state)
        else different.set(id, blockNumber)
      }
      repaired += wrong.size
      doubted = different
      return wrong
    },
  }
}

/** Whether two readings of a pool say the same, as far as both reach. */
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

/** Without the time of the state: where time moves it, what it is then is compared. */
const toText = (state: object): string =>
  JSON.stringify(Object.entries({ ...state, timestamp: null }).sort(), (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
