import { type DexFactories, dexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import { type Address, erc20Abi } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'
import { toBases } from './bases.ts'
import { getPools } from './getPools.ts'
import { getLivePool, type LivePool } from './livePool.ts'
import { type Pool, sortTokens, toLower } from './pool.ts'
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

/** Most pools considered per pair of tokens: those with the largest balance. */
const poolsPerPair = 4
/** Pairs whose paths are kept while nobody asks for them. */
const rememberedPairs = 2_000

/**
 * Swap routes at the reader's block, through one pool or two, on all DEXes whose arithmetic is known. Tokens that no such
 * pool trades have no route. Tokens with a transfer fee pay less than quoted.
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
  const found = new Map<string, Promise<readonly Pool[]>>()
  const reading = new Map<Address, Promise<LivePool | undefined>>()
  const live = new Map<Address, LivePool>()

  const findPools = (a: Address, b: Address) =>
    getOrCreate(found, sortTokens(a, b).join(), async () => {
      const pools = await getPools(reader, chain, sortTokens(a, b), among)
      return pools.length > poolsPerPair ? selectLargest(reader, pools) : pools
    })
  const readPool = (pool: Pool) =>
    getOrCreate(reading, pool.address, async () => {
      const read = await getLivePool(reader, pool, known?.live.get(pool.address))
      if (read) live.set(pool.address, read)
      return read
    })

  async function findPaths({ tokenIn, tokenOut }: TokenPair): Promise<readonly Path[]> {
    const between = bases.map(toLower).filter((base) => base !== tokenIn && base !== tokenOut)
    const [direct, ...around] = await Promise.all([
      findPools(tokenIn, tokenOut),
      ...between.map((base) => Promise.all([findPools(tokenIn, base), findPools(base, tokenOut)])),
    ])
    return [
      ...direct.map((pool) => [{ pool, tokenIn, tokenOut }]),
      ...around.flatMap(([firsts, seconds], index) =>
        toTwoHopPaths(tokenIn, between[index] as Address, tokenOut, firsts, seconds),
      ),
    ]
  }

  async function readPair(pair: TokenPair): Promise<Reading> {
    const remembered = known?.paths.get(toId(pair))
    const paths = remembered ?? (await findPaths(pair))
    await Promise.all(paths.flatMap((path) => path.map(({ pool }) => readPool(pool))))
    const chosen = selectSwapRoutes(pair.tokenIn, paths, live)
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
  const asked = new Map(readings.map(({ pair, paths }) => [toId(pair), paths]))
  // The pairs of this call come last, so that they are dropped last.
  const paths = new Map(
    [...[...(known?.paths ?? [])].filter(([id]) => !asked.has(id)), ...asked].slice(-rememberedPairs),
  )
  return {
    blockNumber: reader.blockNumber,
    paths,
    live,
    between: (tokenIn, tokenOut) =>
      toLower(tokenIn) === toLower(tokenOut) ? [emptyRoute] : (routes.get(toId({ tokenIn, tokenOut })) ?? []),
  }
}

type Reading = { readonly pair: TokenPair; readonly paths: readonly Path[]; readonly routes: readonly SwapRoute[] }

const toId = ({ tokenIn, tokenOut }: TokenPair) => `${tokenIn}>${tokenOut}`.toLowerCase()

async function selectLargest(reader: BlockReader, pools: readonly Pool[]): Promise<readonly Pool[]> {
  const held = await Promise.all(
    pools.map(async (pool) => ({
      pool,
      amount: await reader.tryRead({
        ...{ address: pool.tokens[0], abi: erc20Abi, functionName: 'balanceOf', args: [pool.address] },
      }),
    })),
  )
  held.sort((a, b) => ((a.amount ?? 0n) < (b.amount ?? 0n) ? 1 : -1))
  return held.slice(0, poolsPerPair).map(({ pool }) => pool)
}
