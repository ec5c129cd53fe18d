import type { BlockReader } from '../../reads/blockReader.ts'
import { getBalancerStableState } from '../balancer/readStable.ts'
import { type BalancerFacts, getWeightedState } from '../balancer/readWeighted.ts'
import { getCryptoswapState } from '../curve/readCryptoswap.ts'
import { getStableswapState } from '../curve/readStableswap.ts'
import type { PoolState } from '../poolState.ts'
import { getSolidlyState } from '../solidly/read.ts'
import { getPairState } from '../uniswapV2/read.ts'
import { getTick, getTickState, toAllWords } from '../uniswapV3/read.ts'
import type { TickState } from '../uniswapV3/tickState.ts'
import { getV4State, getV4Tick } from '../uniswapV4/read.ts'
import type { KnownPool } from './knownPool.ts'

/**
 * Reads a pool's state at the reader's block. Returns undefined if the contract does not respond like a pool, or the
 * pool has no price yet.
 *
 * @param near the approximate tick, or `anywhere` to read the whole bitmap at once: then two rounds are enough for a
 * pool with ticks, otherwise three
 */
export async function readPoolState(
  reader: BlockReader,
  pool: KnownPool,
  known?: PoolState | null,
  near?: number | 'anywhere',
): Promise<PoolState | undefined> {
  const words = near === 'anywhere' && 'tickSpacing' in pool ? toAllWords(pool.tickSpacing) : []
  switch (pool.kind) {
    case 'pair': {
      const state = await getPairState(reader, pool.address, pool.fee)
      return state && { ...pool, ...state }
    }
    case 'ticks': {
      const state = await getTickState(reader, pool.address, pool.fee, toNear(pool, known, near), words)
      return state && { ...pool, ...state }
    }
    case 'v4': {
      const state = await getV4State(reader, pool, toNear(pool, known, near), words)
      // A dynamic fee is stored as a flag, because no log reports its changes.
      return state && { ...pool, ...state, fee: pool.fee }
    }
    case 'solidly': {
      const { factory, ...identity } = pool
      const state = await getSolidlyState(reader, pool.address, factory, pool.isStable)
      return state && { ...identity, ...state }
    }
    default:
      return readBalancePool(reader, pool, known)
  }
}

type BalancePool = Extract<KnownPool, { readonly kind: 'stableswap' | 'cryptoswap' | 'weighted' | 'balancerStable' }>

/** Takes at most two rounds, or one for a Curve pool that was read before, unless it is a meta pool. */
async function readBalancePool(
  reader: BlockReader,
  pool: BalancePool,
  known: PoolState | null | undefined,
): Promise<PoolState | undefined> {
  const { address, tokens } = pool
  const state = await (() => {
    switch (pool.kind) {
      case 'stableswap':
        return getStableswapState(reader, address, { tokens, proven: known?.kind === 'stableswap' ? known : null })
      case 'cryptoswap':
        return getCryptoswapState(reader, address, { tokens, proven: known?.kind === 'cryptoswap' ? known : null })
      case 'weighted':
        return getWeightedState(reader, pool.id, toBalancerFacts(pool))
      case 'balancerStable':
        return getBalancerStableState(reader, pool.id, toBalancerFacts(pool))
    }
  })()
  if (state === undefined || state.tokens.join() !== tokens.join()) return undefined
  const identity = { dex: pool.dex, tokens, ...(pool.nativeAs && { nativeAs: pool.nativeAs }) }
  return 'hasMovingRates' in pool && 'hasMovingRates' in state
    ? { ...state, ...identity, hasMovingRates: state.hasMovingRates || pool.hasMovingRates === true }
    : { ...state, ...identity }
}

function toBalancerFacts(pool: Extract<BalancePool, { readonly version: 2 | 3 }>): BalancerFacts {
  const { version, poolId, address: vault, tokens } = pool
  if (version === 3) return { vaultV3: vault }
  return poolId === undefined ? {} : { v2: { vault, poolId, tokens } }
}

/** Returns whether the known state of a pool is reused, so that it is not verified again. */
export const isRefreshed = (pool: KnownPool, known: PoolState | null): boolean =>
  known !== null && known.kind === pool.kind && (pool.kind === 'stableswap' || pool.kind === 'cryptoswap')

/** Returns around which ticks to read. */
function toNear(
  { tickSpacing }: { readonly tickSpacing: number },
  known: PoolState | null | undefined,
  near: number | 'anywhere' | undefined,
): Pick<TickState, 'tick' | 'tickSpacing' | 'ticks'> | undefined {
  if (known && 'ticks' in known) return known
  return typeof near === 'number' ? { tick: near, tickSpacing, ticks: [] } : undefined
}

/** Returns whether the price determines what to read. */
export const needsTick = ({ kind }: KnownPool): boolean => kind === 'ticks' || kind === 'v4'

/** Reads the tick of a pool's price. Returns undefined if the pool has no price. */
export function readTick(reader: BlockReader, pool: KnownPool): Promise<number | undefined> {
  return pool.kind === 'v4' ? getV4Tick(reader, pool) : getTick(reader, pool.address)
}
