import { type DexFactories, dexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'
import type { Address } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'
import { getPools } from './getPools.ts'
import { type Pool, sortTokens } from './pool.ts'
import type { PoolState } from './poolState.ts'
import { getPairState } from './uniswapV2/read.ts'
import { getTickState } from './uniswapV3/read.ts'

/** Reads the states of the pools of two tokens at the reader's block. */
export type PairPools = (reader: BlockReader, a: Address, b: Address) => Promise<readonly PoolState[]>

const rememberedPairs = 500
/** How long found pools are cached. New pools of a pair are rare. */
const searchMs = 600_000

type Found = { readonly pools: readonly Pool[]; readonly states: Map<Address, PoolState> }

/** Creates a reader that caches which pools exist and their ticks, so that later reads are cheaper. */
export function createPairPools(chain: ChainName, dexes: readonly DexFactories[] = dexFactories): PairPools {
  const known = createCache<Found>({ max: rememberedPairs, ttlMs: searchMs })

  return async (reader, a, b) => {
    const tokens = sortTokens(a, b)
    const key = tokens.join()
    const found = known.get(key) ?? { pools: await getPools(reader, chain, tokens, dexes), states: new Map() }
    if (known.get(key) === undefined) known.set(key, found)
    const states = await Promise.all(found.pools.map((pool) => readPool(reader, pool, found.states.get(pool.address))))
    const present = states.filter((state) => state !== null)
    for (const state of present) found.states.set(state.address, state)
    return present
  }
}

/**
 * Reads a pool at the reader's block. Returns null if the contract does not respond like a pool.
 *
 * @param known the pool at an earlier block, whose ticks save rounds
 */
export async function readPool(reader: BlockReader, pool: Pool, known?: PoolState): Promise<PoolState | null> {
  const { dex, address, tokens, fee } = pool
  const identity = { id: address, dex, address, tokens }
  if (pool.form === 'pair') {
    const state = await getPairState(reader, address, fee)
    return state === undefined ? null : { kind: 'pair', ...identity, ...state }
  }
  const state = await getTickState(reader, address, fee, known?.kind === 'ticks' ? known : undefined)
  return state === undefined ? null : { kind: 'ticks', ...identity, ...state }
}
