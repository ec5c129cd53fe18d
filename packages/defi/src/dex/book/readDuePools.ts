import type { Hex } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { PoolKindId, PoolState } from '../poolState.ts'
import { toAllWords } from '../uniswapV3/read.ts'
import type { KnownPool } from './knownPool.ts'
import { type ReadAllowance, ReadLimitError } from './limitReads.ts'
import { isRefreshed, needsTick, readPoolState, readTick } from './readPoolState.ts'

/** A pool to be read, with what makes that cheaper. */
export type DuePool = {
  readonly pool: KnownPool
  /** Its exact state at an earlier block or this one; of Curve's pools that of any block. */
  readonly known: PoolState | null
  /** Where its price is about. */
  readonly tick: number | undefined
}

/** What a reading came to. Pools in neither were not reached. */
export type DueReading = {
  readonly states: ReadonlyMap<Hex, PoolState>
  /** Where prices are, for the next reading. */
  readonly ticks: ReadonlyMap<Hex, number>
  /** Contracts that do not answer as their pools should. */
  readonly unanswered: readonly Hex[]
  /** Their ticks were elsewhere than thought. */
  readonly misled: readonly Hex[]
}

/** How a pool is read: whole, or only its price where that is too much for now. */
export type SelectedPool = DuePool & { readonly how: 'state' | 'wholeBitmap' | 'price' }

/** Reads of one round that a pool takes at most, or about: a quote of its own counts as several. */
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
/** Of one that needs no proof any more. */
const refreshWeight = 25

/** As many of the first as can be read with what is left. */
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

/** Null where the rounds left are too few. */
function chooseReading(due: DuePool, rounds: number, left: number): SelectedPool['how'] | null {
  if (!needsTick(due.pool)) return rounds >= 2 || isReadInOne(due) ? 'state' : null
  if (toTick(due) !== undefined) return rounds < 2 ? null : 'state'
  return rounds >= 2 && toWeight(due, 'wholeBitmap') <= left ? 'wholeBitmap' : 'price'
}

/** A meta pool asks its base pool in a second round. */
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
 * Reads pools at one block, with a reader that is limited. What to read of a pool with ticks follows from its price: where
 * that is not known, its whole bitmap is read, or only the price now and the rest at the next block.
 *
 * @throws what the provider fails with
 */
export async function readDuePools(limited: BlockReader, due: readonly SelectedPool[]): Promise<DueReading> {
  const states = new Map<Hex, PoolState>()
  const ticks = new Map<Hex, number>()
  const unanswered: Hex[] = []
  const misled: Hex[] = []

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
    // What follows from no price has all the rounds that it takes: a contract that asks for more does not answer as its kind.
    if (pool) (needsTick(pool) ? misled : unanswered).push(pool.id)
  }
  return { states, ticks, unanswered, misled }
}

const toTick = ({ known, tick }: DuePool): number | undefined => (known && 'tick' in known ? known.tick : tick)
