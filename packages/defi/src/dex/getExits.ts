import { type DexFactories, dexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core'
import { type Address, erc20Abi } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'
import { toBases } from './bases.ts'
import type { Exit, Exits } from './exit.ts'
import { getPools } from './getPools.ts'
import { getLivePool, type LivePool } from './livePool.ts'
import { type Pool, sortTokens, toLower } from './pool.ts'
import { nothingToSell, type Route, selectExits, toRoutesOver } from './routes.ts'

export type ExitPair = { readonly tokenIn: Address; readonly tokenOut: Address }

export type ExitsOptions = {
  /** What an earlier call answered: its routes are read anew in one round, without a search. */
  readonly known?: PoolExits
  /** @default all that are known on the chain */
  readonly dexes?: readonly DexFactories[]
  /** Tokens a sale may go through. @default the wrapped native token and the main stablecoins */
  readonly bases?: readonly Address[]
}

/** Exits, and what their next reading starts from. */
export type PoolExits = Exits & {
  readonly routes: ReadonlyMap<string, readonly Route[]>
  readonly live: ReadonlyMap<Address, LivePool>
}

/** Pools of two tokens that are looked at: those that hold most. */
const poolsPerPair = 4
/** Pairs whose routes are remembered while nobody asks for them. */
const rememberedPairs = 2_000

/**
 * Ways to sell tokens at the reader's block, through one pool or two, on all DEXes whose arithmetic is known. What no
 * such pool trades has no exit. Tokens that keep a part of each transfer pay less than quoted.
 *
 * @param pairs bounded by the caller: each new one costs some hundred reads once, a known one some hundred a block
 * @throws what the client throws when its providers do not answer
 * @example
 * const exits = await getExits(reader, 'ethereum', [{ tokenIn: weth, tokenOut: usdc }])
 * exits.between(weth, usdc)[0]?.quote(10n ** 18n)
 */
export async function getExits(
  reader: BlockReader,
  chain: ChainName,
  pairs: readonly ExitPair[],
  { known, dexes: among = dexFactories, bases = toBases(chain) }: ExitsOptions = {},
): Promise<PoolExits> {
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

  async function findRoutes({ tokenIn, tokenOut }: ExitPair): Promise<readonly Route[]> {
    const between = bases.map(toLower).filter((base) => base !== tokenIn && base !== tokenOut)
    const [direct, ...around] = await Promise.all([
      findPools(tokenIn, tokenOut),
      ...between.map((base) => Promise.all([findPools(tokenIn, base), findPools(base, tokenOut)])),
    ])
    return [
      ...direct.map((pool) => [{ pool, tokenIn, tokenOut }]),
      ...around.flatMap(([firsts, seconds], index) =>
        toRoutesOver(tokenIn, between[index] as Address, tokenOut, firsts, seconds),
      ),
    ]
  }

  async function readPair(pair: ExitPair): Promise<Reading> {
    const remembered = known?.routes.get(toId(pair))
    const routes = remembered ?? (await findRoutes(pair))
    await Promise.all(routes.flatMap((route) => route.map(({ pool }) => readPool(pool))))
    const chosen = selectExits(pair.tokenIn, routes, live)
    // What was once a way out stays one to look at.
    return { pair, routes: remembered ?? chosen.map(({ route }) => route), exits: chosen.map(({ exit }) => exit) }
  }

  const wanted = new Map(
    pairs.map((pair) => [toId(pair), { tokenIn: toLower(pair.tokenIn), tokenOut: toLower(pair.tokenOut) }]),
  )
  const readings = await Promise.all(
    [...wanted.values()].filter(({ tokenIn, tokenOut }) => tokenIn !== tokenOut).map(readPair),
  )
  const exits = new Map(readings.map(({ pair, exits }) => [toId(pair), exits]))
  const asked = new Map(readings.map(({ pair, routes }) => [toId(pair), routes]))
  // Those asked for last: they are forgotten last.
  const routes = new Map(
    [...[...(known?.routes ?? [])].filter(([id]) => !asked.has(id)), ...asked].slice(-rememberedPairs),
  )
  return {
    blockNumber: reader.blockNumber,
    routes,
    live,
    between: (tokenIn, tokenOut) =>
      toLower(tokenIn) === toLower(tokenOut) ? [nothingToSell] : (exits.get(toId({ tokenIn, tokenOut })) ?? []),
  }
}

type Reading = { readonly pair: ExitPair; readonly routes: readonly Route[]; readonly exits: readonly Exit[] }

const toId = ({ tokenIn, tokenOut }: ExitPair) => `${tokenIn}>${tokenOut}`.toLowerCase()

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
