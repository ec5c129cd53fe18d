import type { Hex } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { PoolKindId, PoolState } from '../poolState.ts'
import { toAllWords } from '../uniswapV3/read.ts'
import type { KnownPool } from './knownPool.ts'
import { type ReadAllowance, ReadLimitError } from './limitReads.ts'
import { isRefreshed, needsTick, readPoolState, readTick } from './readPoolState.ts'

/** A pool to read, with facts that make reading cheaper. */
export type DuePool = {
  readonly pool: KnownPool
  /** Its exact state at this or an earlier block. For Curve's pools, at any block. */
  readonly known: PoolState | null
  /** The approximate tick of its price. */
  readonly tick: number | undefined
}

/** The result of a read. Pools that are in none of the lists were not read. */
export type DueReading = {
  readonly states: ReadonlyMap<Hex, PoolState>
  /** Ticks of prices, for the next read. */
  readonly ticks: ReadonlyMap<Hex, number>
  /** Contracts that do not respond like their kind of pool. */
  readonly unanswered: readonly Hex[]
  /** Pools whose price was not at the expected tick. */
  readonly misplaced: readonly Hex[]
}

/** How to read a pool: completely, or only its price if the rest is too much for now. */
type SelectedPool = DuePool & { readonly how: 'state' | 'wholeBitmap' | 'price' }

/** Approximate largest number of reads of a pool in one round. A quote by the contract counts as several. */
const weights: { readonly [kind in PoolKindId]: number } = {
  pair: 1,
  solidly: 2,
  ticks: 30,
  v4: 30,
  stableswap: 60,
  cryptoswap: 80,
  weighted: 60,
  balancerStable: 80,
}
/** Reads of a pool that was verified before. */
const refreshWeight = 25

/** Selects as many of the first pools as the allowance permits. */
export function selectDue(due: Iterable<DuePool>, { rounds, readsPerRound }: ReadAllowance): readonly SelectedPool[] {
  const selected: SelectedPool[] = []
  let left = readsPerRound
  for (const one of due) {
    const how = chooseReading(one, rounds, left)
    if (how === null) continue
    left -= toWeight(one, how)
    if (left < 0) break
    selected.push({ ...one, how })
  }
  return selected
}

/** Returns null if there are not enough rounds left. */
function chooseReading(due: DuePool, rounds: number, left: number): SelectedPool['how'] | null {
  if (!needsTick(due.pool)) return rounds >= 2 || isReadInOne(due) ? 'state' : null
  if (toTick(due) !== undefined) return rounds < 2 ? null : 'state'
  return rounds >= 2 && toWeight(due, 'wholeBitmap') <= left ? 'wholeBitmap' : 'price'
}

/** A meta pool reads its base pool in a second round. */
const isReadInOne = ({ pool, known }: DuePool): boolean =>
  pool.kind === 'pair' ||
  pool.kind === 'solidly' ||
  (isRefreshed(pool, known) && !(known && 'hasMovingRates' in known && known.hasMovingRates))

function toWeight({ pool, known }: DuePool, how: SelectedPool['how']): number {
  if (how === 'price') return 1
  if (isRefreshed(pool, known)) return refreshWeight
  const words = how === 'wholeBitmap' && 'tickSpacing' in pool ? toAllWords(pool.tickSpacing).length : 0
  return weights[pool.kind] + words
}

/**
 * Reads pools at one block with a limited reader. Which ticks to read depends on the price. If the price is unknown,
 * either the whole bitmap is read, or only the price is read now and the rest at the next block.
 *
 * @throws the provider's error
 */
export async function readDuePools(limited: BlockReader, due: readonly SelectedPool[]): Promise<DueReading> {
  const states = new Map<Hex, PoolState>()
  const ticks = new Map<Hex, number>()
  const unanswered: Hex[] = []
  const misplaced: Hex[] = []

  async function readOne({ pool, known, tick, how }: SelectedPool): Promise<void> {
    if (how === 'price') {
      const price = await readTick(limited, pool)
      if (price === undefined) unanswered.push(pool.id)
      else ticks.set(pool.id, price)
      return
    }
    const state = await readPoolState(limited, pool, known, how === 'wholeBitmap' ? 'anywhere' : tick)
    if (state) states.set(pool.id, state)
    else unanswered.push(pool.id)
  }

  const results = await Promise.allSettled(due.map(readOne))
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue
    if (!(result.reason instanceof ReadLimitError)) throw result.reason
    const pool = due[index]?.pool
    // Pools without ticks always get all the rounds they need. A contract that needs more does not respond like its
    // kind.
    if (pool) (needsTick(pool) ? misplaced : unanswered).push(pool.id)
  }
  return { states, ticks, unanswered, misplaced }
}

const toTick = ({ known, tick }: DuePool): number | undefined => (known && 'tick' in known ? known.tick : tick)
