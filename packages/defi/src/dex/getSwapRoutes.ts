import { type DexFactories, dexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'
import { toBases } from './bases.ts'
import type { LivePool } from './livePool.ts'
import { toLower } from './pool.ts'
import { createPoolReads, type PoolReads } from './poolReads.ts'
import { emptyRoute, type Path, selectSwapRoutes, toTwoHopPaths } from './selectSwapRoutes.ts'
import type { SwapRoute, SwapRoutes } from './swapRoute.ts'

export type TokenPair = { readonly tokenIn: Address; readonly tokenOut: Address }

export type SwapRoutesOptions = {
  /** The result of an earlier call. Its paths are read again in one round, without a search. */
  readonly known?: SwapRouteSnapshot
  /** @default all known DEXes of the chain */
  readonly dexes?: readonly DexFactories[]
  /** Tokens allowed between the two hops of a route. @default the wrapped native token and the main stablecoins */
  readonly bases?: readonly Address[]
}

/** Swap routes at one block, with the paths and pool states needed to refresh them at a later block. */
export type SwapRouteSnapshot = SwapRoutes & {
  readonly paths: ReadonlyMap<string, readonly Path[]>
  readonly live: ReadonlyMap<Address, LivePool>
}

/** Largest number of pairs whose paths are kept between calls. */
const rememberedPairs = 2_000

/**
 * Returns swap routes at the reader's block, through one pool or two, on all DEXes with exact arithmetic here. If no
 * such pool trades a token, it has no route. Tokens with a transfer fee pay less than quoted.
 *
 * Formulas: `UniswapV2Library.getAmountOut` and Uniswap V3's `SwapMath`, with their rounding.
 *
 * @param pairs the caller limits their number: a new pair costs a few hundred reads, a known one about a hundred per
 * block
 * @throws the client's errors when its providers do not respond
 * @example
 * const routes = await getSwapRoutes(reader, 'ethereum', [{ tokenIn: weth, tokenOut: usdc }])
 * routes.between(weth, usdc)[0]?.quote(10n ** 18n)
 */
export async function getSwapRoutes(
  reader: BlockReader,
  chain: ChainName,
  pairs: readonly TokenPair[],
  { known, dexes: among = dexFactories, bases = toBases(chain) }: SwapRoutesOptions = {},
): Promise<SwapRouteSnapshot> {
  const pools = createPoolReads(reader, chain, among, known?.live)

  async function readPair(pair: TokenPair): Promise<Reading> {
    const remembered = known?.paths.get(toId(pair))
    const paths = remembered ?? (await findPaths(pools, pair, bases))
    await Promise.all(paths.flatMap((path) => path.map(({ pool }) => pools.read(pool))))
    const chosen = selectSwapRoutes(pair.tokenIn, paths, pools.live)
    // A refresh reads every path that was ever chosen, because any of them may become the best again.
    return { pair, paths: remembered ?? chosen.map(({ path }) => path), routes: chosen.map(({ route }) => route) }
  }

  const wanted = new Map(
    pairs.map((pair) => [toId(pair), { tokenIn: toLower(pair.tokenIn), tokenOut: toLower(pair.tokenOut) }]),
  )
  const readings = await Promise.all(
    [...wanted.values()].filter(({ tokenIn, tokenOut }) => tokenIn !== tokenOut).map(readPair),
  )
  const routes = new Map(readings.map(({ pair, routes }) => [toId(pair), routes]))
  return {
    blockNumber: reader.blockNumber,
    paths: mergePaths(known?.paths, readings),
    live: pools.live,
    between: (tokenIn, tokenOut) =>
      toLower(tokenIn) === toLower(tokenOut) ? [emptyRoute] : (routes.get(toId({ tokenIn, tokenOut })) ?? []),
  }
}

type Reading = { readonly pair: TokenPair; readonly paths: readonly Path[]; readonly routes: readonly SwapRoute[] }

const toId = ({ tokenIn, tokenOut }: TokenPair) => `${tokenIn}>${tokenOut}`.toLowerCase()

/** Puts the pairs read now last, so that older pairs are dropped first. */
function mergePaths(
  known: SwapRouteSnapshot['paths'] = new Map(),
  readings: readonly Reading[],
): SwapRouteSnapshot['paths'] {
  const read = new Map(readings.map(({ pair, paths }) => [toId(pair), paths]))
  return new Map([...[...known].filter(([id]) => !read.has(id)), ...read].slice(-rememberedPairs))
}

/** Finds every path through one pool, or through two pools with a base token between them. */
async function findPaths(
  pools: PoolReads,
  { tokenIn, tokenOut }: TokenPair,
  bases: readonly Address[],
): Promise<readonly Path[]> {
  const between = bases.map(toLower).filter((base) => base !== tokenIn && base !== tokenOut)
  const [direct, ...around] = await Promise.all([
    pools.find(tokenIn, tokenOut),
    ...between.map((base) => Promise.all([pools.find(tokenIn, base), pools.find(base, tokenOut)])),
  ])
  return [
    ...direct.map((pool) => [{ pool, tokenIn, tokenOut }]),
    ...around.flatMap(([firsts, seconds], index) =>
      toTwoHopPaths(tokenIn, between[index] as Address, tokenOut, firsts, seconds),
    ),
  ]
}
