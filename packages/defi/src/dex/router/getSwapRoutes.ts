import { type DexFactories, dexFactories } from '@outrigger/calldata'
import { type ChainOption, type ClientOption, getOrCreate, toChainName } from '@outrigger/core/internal'
import { type Address, erc20Abi } from 'viem'
import { type BlockReader, toBlockReader } from '../../reads/blockReader.ts'
import { toBases } from '../bases.ts'
import { getPools } from '../getPools.ts'
import { type Pool, sortTokens, toLower } from '../pool.ts'
import type { PoolState } from '../poolState.ts'
import { readPool } from '../readPairPools.ts'
import { createRouteGraph, toRoutePools } from './routeGraph.ts'
import { emptyRoute, selectSwapRoutes } from './selectSwapRoutes.ts'
import type { SwapRoutes } from './swapRoute.ts'

export type TokenPair = { readonly tokenIn: Address; readonly tokenOut: Address }

type SwapRoutesOptions = {
  /** The result of an earlier call. Its pools are read again in one round, without a search. */
  readonly known?: SwapRouteSnapshot
  /** @default all known DEXes of the chain */
  readonly dexes?: readonly DexFactories[]
  /** Tokens allowed between the two hops of a route. @default the wrapped native token and the main stablecoins */
  readonly bases?: readonly Address[]
}

/** Swap routes at one block, with the pools and states needed to refresh them at a later block. */
export type SwapRouteSnapshot = SwapRoutes & {
  /** Pools of the selected routes by pair of tokens. */
  readonly pools: ReadonlyMap<string, readonly Pool[]>
  readonly states: ReadonlyMap<Address, PoolState>
}

/** Largest number of pairs whose pools are kept between calls. */
const rememberedPairs = 2_000
/** Largest number of pools considered for two tokens. They are the pools with the largest balances. */
const mostPools = 4

/**
 * Returns swap routes through one or two pools at one block (the latest, or the block of a reader). It uses all DEXes
 * whose arithmetic this package has. A token that no such pool trades has no route. Tokens with a transfer fee pay
 * less than quoted.
 *
 * @param pairs the caller limits their number: a new pair costs a few hundred reads, a known one about a hundred per
 * block
 * @throws the client's errors when its providers do not respond
 * @example
 * const routes = await getSwapRoutes(client, 'ethereum', [{ tokenIn: weth, tokenOut: usdc }])
 * routes.between(weth, usdc)[0]?.quote(10n ** 18n)
 */
export async function getSwapRoutes(
  client: ClientOption | BlockReader,
  chain: ChainOption,
  pairs: readonly TokenPair[],
  { known, dexes = dexFactories, bases = toBases(toChainName(chain)) }: SwapRoutesOptions = {},
): Promise<SwapRouteSnapshot> {
  const reader = await toBlockReader(client)
  const found = new Map<string, Promise<readonly Pool[]>>()
  const reads = new Map<Address, Promise<PoolState | null>>()
  const states = new Map<Address, PoolState>()

  function find(a: Address, b: Address): Promise<readonly Pool[]> {
    const tokens = sortTokens(a, b)
    return getOrCreate(found, tokens.join(), async () =>
      selectLargest(reader, await getPools(reader, toChainName(chain), tokens, dexes)),
    )
  }

  async function read(pool: Pool): Promise<PoolState | null> {
    const earlier = known?.states.get(pool.address)
    const state = await getOrCreate(reads, pool.address, () => readPool(reader, pool, earlier))
    if (state !== null) states.set(pool.address, state)
    return state
  }

  async function readPair([id, { tokenIn, tokenOut }]: readonly [string, TokenPair]) {
    const remembered = known?.pools.get(id)
    const pools = remembered ?? (await findAll(find, tokenIn, tokenOut, bases))
    const present = (await Promise.all(pools.map(read))).filter((state) => state !== null)
    const routes = selectSwapRoutes(createRouteGraph(toRoutePools(present)), tokenIn, tokenOut)
    const selected = new Set(routes.flatMap(({ hops }) => hops.map(({ pool }) => pool)))
    // A refresh reads every pool that was ever selected, because any of them may become the best again.
    return { id, routes, pools: remembered ?? pools.filter(({ address }) => selected.has(address)) }
  }

  const readings = await Promise.all([...toPairs(pairs)].map(readPair))
  const routes = new Map(readings.map((one) => [one.id, one.routes]))
  return {
    blockNumber: reader.blockNumber,
    pools: mergePools(known?.pools, new Map(readings.map(({ id, pools }) => [id, pools]))),
    states,
    between: (tokenIn, tokenOut) =>
      toLower(tokenIn) === toLower(tokenOut) ? [emptyRoute] : (routes.get(toId(tokenIn, tokenOut)) ?? []),
  }
}

const toId = (tokenIn: Address, tokenOut: Address) => `${tokenIn}>${tokenOut}`.toLowerCase()

/** Returns pairs of two different tokens, each once, in lower case. */
function toPairs(pairs: readonly TokenPair[]): ReadonlyMap<string, TokenPair> {
  const lower = pairs.map(({ tokenIn, tokenOut }) => ({ tokenIn: toLower(tokenIn), tokenOut: toLower(tokenOut) }))
  return new Map(
    lower
      .filter(({ tokenIn, tokenOut }) => tokenIn !== tokenOut)
      .map((pair) => [toId(pair.tokenIn, pair.tokenOut), pair]),
  )
}

/** Puts the pairs read now last, so that older pairs are dropped first. */
function mergePools(
  known: SwapRouteSnapshot['pools'] = new Map(),
  read: SwapRouteSnapshot['pools'],
): SwapRouteSnapshot['pools'] {
  return new Map([...[...known].filter(([id]) => !read.has(id)), ...read].slice(-rememberedPairs))
}

/** Finds the pools between two tokens, and between each of them and the base tokens. */
async function findAll(
  find: (a: Address, b: Address) => Promise<readonly Pool[]>,
  tokenIn: Address,
  tokenOut: Address,
  bases: readonly Address[],
): Promise<readonly Pool[]> {
  const between = bases.map(toLower).filter((base) => base !== tokenIn && base !== tokenOut)
  const around = between.flatMap((base) => [find(tokenIn, base), find(base, tokenOut)])
  return (await Promise.all([find(tokenIn, tokenOut), ...around])).flat()
}

async function selectLargest(reader: BlockReader, pools: readonly Pool[]): Promise<readonly Pool[]> {
  if (pools.length <= mostPools) return pools
  const balances = await Promise.all(
    pools.map(async (pool) => {
      const [address] = pool.tokens
      const balance = { address, abi: erc20Abi, functionName: 'balanceOf', args: [pool.address] } as const
      return { pool, amount: (await reader.tryRead(balance)) ?? 0n }
    }),
  )
  balances.sort((a, b) => (a.amount < b.amount ? 1 : -1))
  return balances.slice(0, mostPools).map(({ pool }) => pool)
}
