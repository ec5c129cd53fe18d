import type { Hex } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { PoolState } from '../poolState.ts'
import type { KnownPool } from './knownPool.ts'
import { type ReadAllowance, ReadLimitError } from './limitReads.ts'
import { needsTick, readPoolState, readTick } from './readPoolState.ts'

/** A pool to be read, with what makes that cheaper. */
export type DuePool = {
  readonly pool: KnownPool
  /** Its exact state at an earlier block or this one. */
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

/** Reads of one round that a pool takes at most, or about. */
const weights = { price: 1, pair: 1, ticks: 30 } as const

/** As many of the first as can be read with what is left. */
export function selectDue(due: Iterable<DuePool>, { rounds, readsPerRound }: ReadAllowance): readonly DuePool[] {
  const selected: DuePool[] = []
  let weight = 0
  for (const one of due) {
    const isWhole = !needsTick(one.pool) || toTick(one) !== undefined
    if (isWhole && needsTick(one.pool) && rounds < 2) continue
    weight += weights[isWhole ? one.pool.kind : 'price']
    if (weight > readsPerRound) break
    selected.push(one)
  }
  return selected
}

/**
 * Reads pools at one block, with a reader that is limited. Of a pool with ticks whose price is not known, only that is read: what else
 * to read follows from it, at the next block.
 *
 * @throws what the provider fails with
 */
export async function readDuePools(limited: BlockReader, due: readonly DuePool[]): Promise<DueReading> {
  const states = new Map<Hex, PoolState>()
  const ticks = new Map<Hex, number>()
  const unanswered: Hex[] = []
  const misled: Hex[] = []

  async function readOne(one: DuePool): Promise<void> {
    const { pool, known } = one
    const tick = toTick(one)
    if (needsTick(pool) && tick === undefined) {
      const price = await readTick(limited, pool)
      if (price === undefined) unanswered.push(pool.id)
      else ticks.set(pool.id, price)
      return
    }
    const state = await readPoolState(limited, pool, known, tick)
    if (state) states.set(pool.id, state)
    else unanswered.push(pool.id)
  }

  const results = await Promise.allSettled(due.map(readOne))
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue
    if (!(result.reason instanceof ReadLimitError)) throw result.reason
    const id = due[index]?.pool.id
    if (id) misled.push(id)
  }
  return { states, ticks, unanswered, misled }
}

const toTick = ({ known, tick }: DuePool): number | undefined => (known && 'tick' in known ? known.tick : tick)
