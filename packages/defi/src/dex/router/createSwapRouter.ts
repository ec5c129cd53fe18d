import { type DexFactories, dexFactories } from '@outrigger/calldata'
import { type ChainName, chains } from '@outrigger/core'
import { type ClientOption, chainOf, toClient } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { type BlockReader, createBlockReader } from '../../reads/blockReader.ts'
import { toBases } from '../bases.ts'
import { toLower } from '../pool.ts'
import type { PoolState } from '../poolState.ts'
import { createPairPools } from '../readPairPools.ts'
import { findRoute, type Route } from './findRoute.ts'
import { createRouteGraph, type RouteGraph, toRoutePools } from './routeGraph.ts'
import { createRouteSearch } from './routeSearch.ts'

/** Settings of a swap router. Only `pool` is required. */
export type SwapRouterOptions = {
  /** A provider pool, or a viem client made with a chain. */
  readonly pool: ClientOption
  /** @default all known DEXes of the chain */
  readonly dexes?: readonly DexFactories[]
  /** Tokens allowed between the hops of a route. @default the wrapped native token and the main stablecoins */
  readonly bases?: readonly Address[]
}

export type SwapRequest = {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  /** DEXes whose pools may be used. @default all */
  readonly dexes?: ReadonlySet<string>
  /** @default 4 */
  readonly maxHops?: number
  /** @default 4 */
  readonly maxSplits?: number
}

/** A route that is exact at its block. */
export type SwapQuote = Route & {
  readonly chain: ChainName
  /** Lower case, like `tokenOut`. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly blockNumber: bigint
  /** Unix seconds of the block. */
  readonly timestamp: bigint
  /** Gas price in wei used to compare routes. */
  readonly gasPrice: bigint
}

export type SwapRouter = {
  /**
   * Returns the route with the largest output after gas at the latest block, or null if no pools can take the amount.
   *
   * @throws the client's errors when its providers do not respond
   */
  quote(request: SwapRequest): Promise<SwapQuote | null>
}

/** State shared by quotes at one block. */
type Present = {
  readonly reader: BlockReader
  readonly gasPrice: bigint
  /** Pools by the two tokens of a request. */
  readonly pools: Map<string, Promise<readonly PoolState[]>>
}

/**
 * Creates a router that quotes swaps from the pools' own state, read through the user's provider: Uniswap V2, V3 and
 * their forks, directly between the two tokens and through the chain's main tokens. It splits a swap over several
 * paths if the additional output exceeds the additional gas cost. Tokens with a transfer fee pay less than quoted.
 *
 * @example
 * const router = createSwapRouter({ pool })
 * const quote = await router.quote({ tokenIn: weth, tokenOut: usdc, amountIn: 10n ** 18n })
 */
export function createSwapRouter(options: SwapRouterOptions): SwapRouter {
  const client = toClient(options.pool)
  const chain = chainOf(options.pool).name as ChainName
  const { dexes = dexFactories, bases = toBases(chain) } = options
  const pairPools = createPairPools(chain, dexes)
  let present: Promise<Present> | null = null
  let presentNumber = -1n

  /** Returns the shared state of the latest block: the same object until there is a new block. */
  async function getPresent(): Promise<Present> {
    const block = await client.getBlock({ blockTag: 'latest' })
    if (present === null || block.number !== presentNumber) {
      presentNumber = block.number
      present = openBlock(block).catch((error) => {
        present = null
        throw error
      })
    }
    return present
  }

  async function openBlock(block: { readonly number: bigint; readonly timestamp: bigint; readonly hash: Address }) {
    const [reader, gasPrice] = await Promise.all([createBlockReader(client, { block }), client.getGasPrice()])
    return { reader, gasPrice, pools: new Map() }
  }

  function readPools({ reader, pools }: Present, tokenIn: Address, tokenOut: Address): Promise<readonly PoolState[]> {
    const key = [tokenIn, tokenOut].sort().join()
    const known = pools.get(key)
    if (known !== undefined) return known
    const found = readAll(reader, [...new Set([tokenIn, tokenOut, ...bases.map(toLower)])])
    pools.set(key, found)
    found.catch(() => pools.delete(key))
    return found
  }

  /** Reads the pools of every pair of tokens. */
  async function readAll(reader: BlockReader, tokens: readonly Address[]): Promise<readonly PoolState[]> {
    const pairs = tokens.flatMap((a, index) => tokens.slice(index + 1).map((b) => [a, b] as const))
    return (await Promise.all(pairs.map(([a, b]) => pairPools(reader, a, b)))).flat()
  }

  return {
    async quote({ dexes: wanted, ...request }) {
      const [tokenIn, tokenOut] = [toLower(request.tokenIn), toLower(request.tokenOut)]
      const block = await getPresent()
      const read = await readPools(block, tokenIn, tokenOut)
      const graph = createRouteGraph(toRoutePools(wanted ? read.filter(({ dex }) => wanted.has(dex)) : read))
      const outPerGas = toOutPerGas(graph, chain, tokenOut, block.gasPrice)
      const route = findRoute(graph, { ...request, tokenIn, tokenOut, outPerGas })
      if (route === null) return null
      const { blockNumber, timestamp } = block.reader
      return { ...route, chain, tokenIn, tokenOut, blockNumber, timestamp, gasPrice: block.gasPrice }
    },
  }
}

/** Returns the price of one unit of gas in a token, by the best rate of the native token; 0 if no pool has one. */
function toOutPerGas(graph: RouteGraph, chain: ChainName, token: Address, gasPrice: bigint): number {
  const native = chains[chain].wrappedNative
  if (native === null) return 0
  const rate = native === token ? 1 : (createRouteSearch(graph, native, token, 2).start.reaches[2] ?? 0)
  return Number(gasPrice) * rate
}
