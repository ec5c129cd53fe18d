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
  /** What an earlier call answered: its paths are read anew in one round, without a search. */
  readonly known?: SwapRouteSnapshot
  /** @default all that are known on the chain */
  readonly dexes?: readonly DexFactories[]
  /** Tokens a sale may go through. @default the wrapped native token and the main stablecoins */
  readonly bases?: readonly Address[]
}

/** Swap routes at one block, and the paths and pool states from which they are refreshed at a later one. */
export type SwapRouteSnapshot = SwapRoutes & {
  readonly paths: ReadonlyMap<string, readonly Path[]>
  readonly live: ReadonlyMap<Address, LivePool>
}

/** Pairs whose paths are kept while nobody asks for them. */
const rememberedPairs = 2_000

/**
 * Swap routes at the reader's block, through one pool or two, on all DEXes whose arithmetic is known. Tokens that no such
 * pool trades have no route. Tokens with a transfer fee pay less than quoted.
 *
 * Formulas: `UniswapV2Library.getAmountOut`, and `SwapMath` of Uniswap V3, with their rounding.
 *
 * @param pairs bounded by the caller: each new one costs some hundred reads once, a known one some hundred a block
 * @throws what the client throws when its providers do not answer
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
    // A refresh looks at every path once chosen, also at those that are not among the best now.
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

/** The pairs just read come last, so that they are dropped last. */
function mergePaths(
  known: SwapRouteSnapshot['paths'] = new Map(),
  readings: readonly Reading[],
): SwapRouteSnapshot['paths'] {
  const read = new Map(readings.map(({ pair, paths }) => [toId(pair), paths]))
  return new Map([...[...known].filter(([id]) => !read.has(id)), ...read].slice(-rememberedPairs))
}

/** Every path of one pool, or of two with a base token between them. */
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
