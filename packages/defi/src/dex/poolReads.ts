import type { DexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import { type Address, erc20Abi } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'
import { getPools } from './getPools.ts'
import { getLivePool, type LivePool } from './livePool.ts'
import { type Pool, sortTokens } from './pool.ts'

/** Largest number of pools considered for a pair of tokens: those with the largest balances. */
const poolsPerPair = 4

/** Finds and reads pools at one block. Each pool is read once. */
export type PoolReads = {
  /** Returns the pools of two tokens with the largest balances. */
  find(a: Address, b: Address): Promise<readonly Pool[]>
  read(pool: Pool): Promise<LivePool | undefined>
  /** Every pool read so far. */
  readonly live: ReadonlyMap<Address, LivePool>
}

/** @param known states at an earlier block, which save reads */
export function createPoolReads(
  reader: BlockReader,
  chain: ChainName,
  among: readonly DexFactories[],
  known: ReadonlyMap<Address, LivePool> = new Map(),
): PoolReads {
  const found = new Map<string, Promise<readonly Pool[]>>()
  const reading = new Map<Address, Promise<LivePool | undefined>>()
  const live = new Map<Address, LivePool>()
  return {
    live,
    find: (a, b) =>
      getOrCreate(found, sortTokens(a, b).join(), async () => {
        const pools = await getPools(reader, chain, sortTokens(a, b), among)
        return pools.length > poolsPerPair ? selectLargest(reader, pools) : pools
      }),
    read: (pool) =>
      getOrCreate(reading, pool.address, async () => {
        const state = await getLivePool(reader, pool, known.get(pool.address))
        if (state) live.set(pool.address, state)
        return state
      }),
  }
}

async function selectLargest(reader: BlockReader, pools: readonly Pool[]): Promise<readonly Pool[]> {
  const held = await Promise.all(
    pools.map(async (pool) => ({
      pool,
      amount: await reader.tryRead({
        address: pool.tokens[0],
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [pool.address],
      }),
    })),
  )
  held.sort((a, b) => ((a.amount ?? 0n) < (b.amount ?? 0n) ? 1 : -1))
  return held.slice(0, poolsPerPair).map(({ pool }) => pool)
}
