import { parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { PoolState } from '../poolState.ts'
import { getPairState } from '../uniswapV2/read.ts'
import { getTickState } from '../uniswapV3/read.ts'
import type { KnownPool } from './knownPool.ts'

// PancakeSwap's fee protocol has 32 bits; a word of the answer holds either.
const slot0Abi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint32, bool)',
])

/**
 * A pool's state at the reader's block; undefined where its contract does not answer as one, or has no price yet.
 *
 * @param tick where the price is about: then two rounds of questions are enough for a pool with ticks
 */
export async function readPoolState(
  reader: BlockReader,
  pool: KnownPool,
  known?: PoolState | null,
  tick?: number,
): Promise<PoolState | undefined> {
  switch (pool.kind) {
    case 'pair': {
      const state = await getPairState(reader, pool.address, pool.fee)
      return state && { ...pool, ...state }
    }
    case 'ticks': {
      const { fee, tickSpacing } = pool
      const near = tick === undefined ? undefined : toNear(fee, tickSpacing, tick)
      const before = known?.kind === 'ticks' ? known : near
      const state = await getTickState(reader, pool.address, fee, before)
      return state && { ...pool, ...state }
    }
  }
}

const toNear = (fee: number, tickSpacing: number, tick: number) => ({
  ...{ sqrtPriceX96: 0n, liquidity: 0n, fee, tickSpacing, tick, ticks: [], from: tick, to: tick },
})

/** Whether what to read of a pool follows from where its price is. */
export const needsTick = ({ kind }: KnownPool): boolean => kind === 'ticks'

/** Where the price of a pool is; undefined where it has none. */
export async function readTick(reader: BlockReader, { address }: KnownPool): Promise<number | undefined> {
  const slot0 = await reader.tryRead({ address, abi: slot0Abi, functionName: 'slot0' })
  return slot0 && slot0[0] > 0n ? slot0[1] : undefined
}
