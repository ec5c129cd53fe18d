import { type ChainName, chains } from '@outrigger/core'
import { createCache, createPoolClient, getOrCreate, retry, toListedTokens } from '@outrigger/core/internal'
import {
  type BestQuote,
  createSwapRouter,
  getBestQuote,
  InvalidSwapError,
  nativeToken,
  routerDexes,
  type SwapQuote,
  type SwapRouter,
  type SwapTransaction,
  toSwapTransaction,
} from '@outrigger/defi/dex'
import { createBlockReader } from '@outrigger/defi/internal'
import { type Address, erc20Abi, type Hex, type PublicClient, zeroAddress } from 'viem'
import { InvalidParameterError, ServiceError } from '../errors/serviceError.ts'
import { chooseQuote, type ProvenQuote, simulateProven, toWarnings } from './aggregatedSwaps.ts'
import { evmChains } from './evmChains.ts'
import { orUnavailable } from './orUnavailable.ts'
import { requirePool } from './perChain.ts'
import type { Pools } from './providers.ts'
import { type AggregatorLimits, createAggregators, type SwapSettings } from './swapSettings.ts'
import { PriceMovedError, simulateSwap } from './swapSimulation.ts'

/** The tokens and the amount of a swap. `nativeToken` is the native currency. Addresses are lower case. */
export type SwapQuestion = {
  readonly chain: string
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  /** Percent by which the output may fall. */
  readonly slippage: number
}

export type Quoted = {
  readonly quote: Offer
  /** The minimum output, below which the transaction reverts. Null if an aggregator's calldata does not reveal it. */
  readonly minAmountOut: bigint | null
  readonly warnings: readonly string[]
}
/** A quote of the local router, or a proven transaction of an aggregator, which does not reveal its pools. */
export type Offer = Pick<SwapQuote, 'amountIn' | 'amountOut' | 'gas' | 'gasPrice' | 'blockNumber'> & {
  /** Price impact. Null for an aggregator. */
  readonly priceImpact: number | null
  readonly hops: readonly Hop[]
}
export type Hop = {
  readonly dex: string
  readonly pool: string
  readonly from: Address
  readonly to: Address
  readonly amountIn: bigint
}
export type SwapToken = { readonly address: Address; readonly symbol: string; readonly decimals: number }
export type NamedToken = SwapToken & { readonly name: string }

/** Swap quotes and transactions, from pools that the node reads through its own providers. */
export type Swaps = {
  /**
   * @param isExecutable only use pools that our transactions can use
   * @throws {NoRouteError}
   */
  quote(question: SwapQuestion, isExecutable: boolean): Promise<Quoted>
  /**
   * @param isSimulated whether to reject a transaction that would revert, with the reason
   * @throws {NoRouteError} @throws {InvalidParameterError}
   */
  transaction(
    question: SwapQuestion,
    sender: { readonly from: Address; readonly permit?: Hex; readonly isSimulated: boolean },
  ): Promise<Quoted & { readonly transaction: SwapTransaction; readonly gas: bigint }>
  /** Compares the local route with all enabled aggregators. Simulates the output of each transaction. */
  compare(question: SwapQuestion, from?: Address): Promise<BestQuote>
  token(chain: string, address: Address): Promise<SwapToken>
  /** Lists the known tokens of the chain. */
  tokens(chain: string): Promise<readonly NamedToken[]>
}

/** The known pools cannot trade this amount of a token for the other. */
export class NoRouteError extends ServiceError {
  readonly code = 'NOT_FOUND'
}

/** Time until a swap expires. Slippage protects against sandwiches and price moves until the swap is mined. */
const deadlineSeconds = 1_200n
const tokensMs = 86_400_000
/** Basis points by which an aggregator may promise or deliver less than the node's own quote. */
const maxShortfallBps = 100

/** The account that simulates quotes. It has never been used. */
const nobody: Address = '0x00000000000000000000000000000000009a7e14'

type NameLists = ReturnType<typeof createCache<Promise<readonly NamedToken[]>>>

type OnChain = { readonly chain: ChainName; readonly client: PublicClient; readonly router: SwapRouter }

export function createSwaps(pools: Pools, settings: SwapSettings = {}, aggregatorLimits: AggregatorLimits = {}): Swaps {
  const aggregators = createAggregators(settings, aggregatorLimits)
  const { use = 'local' } = settings
  const opened = new Map<string, OnChain>()
  const lists = createCache<Promise<readonly NamedToken[]>>({ max: evmChains.length, ttlMs: tokensMs })

  function open(name: string): OnChain {
    const [pool, chain] = [requirePool(pools, name, evmChains), name as ChainName]
    return getOrCreate(opened, name, () => {
      const client = createPoolClient(pool)
      return { chain, client, router: createSwapRouter({ pool }) }
    })
  }

  async function compare({ chain: name, slippage, ...question }: SwapQuestion, from = nobody): Promise<BestQuote> {
    const { chain, client, router } = open(name)
    const limits = { slippageBps: Math.floor(slippage * 100), maxShortfallBps }
    return getBestQuote(client, { ...question, ...limits, chain, router, aggregators, from })
  }

  /** Finds a proven transaction of an aggregator. Null if the local router should be used. */
  async function findProven(
    question: SwapQuestion,
    from?: Address,
  ): Promise<(Quoted & { proven: ProvenQuote }) | null> {
    if (use === 'local') return null
    const [compared, gasPrice] = await Promise.all([compare(question, from), open(question.chain).client.getGasPrice()])
    return toOffered(question, compared, gasPrice, use)
  }

  const make: Swaps['transaction'] = async (question, { from, permit, isSimulated }) => {
    const { chain, client } = open(question.chain)
    const offered = await findProven(question, from)
    if (offered !== null) {
      if (permit !== undefined)
        throw new InvalidParameterError([
          { path: 'body.permit', message: `is not supported with ${offered.proven.source}` },
        ])
      const { transaction, gas } = offered.proven
      const limit = isSimulated ? simulateProven(client, { ...question, from }, offered.proven) : (gas * 3n) / 2n
      return { ...offered, transaction, gas: await limit }
    }
    const quoted = await quoteLocally(open(question.chain), question, true)
    const transaction = orRefused(() =>
      toSwapTransaction({
        chain,
        tokenIn: question.tokenIn,
        tokenOut: question.tokenOut,
        shares: quoted.quote.shares,
        minAmountOut: quoted.minAmountOut,
        recipient: from,
        ...(permit && { permit }),
        deadline: quoted.quote.timestamp + deadlineSeconds,
      }),
    )
    const gas = isSimulated
      ? await simulateSwap(client, { ...question, from, hasPermit: permit !== undefined, transaction })
      : (quoted.quote.gas * 3n) / 2n
    return { ...quoted, transaction, gas }
  }

  /** Answers that no provider responds, if that is why a read fails. */
  const read = <value>(chain: string, ask: () => Promise<value>) => orUnavailable(chain, ask, pools[chain as ChainName])

  return {
    compare: (question, from) => read(question.chain, () => compare(question, from)),
    quote: (question, isExecutable) =>
      read(
        question.chain,
        async () => (await findProven(question)) ?? (await quoteLocally(open(question.chain), question, isExecutable)),
      ),
    // A trade may happen between the quote and the simulation.
    transaction: (question, sender) =>
      read(question.chain, () =>
        retry(() => make(question, sender), { tries: 3, minDelayMs: 0, shouldRetry: isMoved }),
      ),
    token: (name, address) => read(name, async () => readToken(open(name).client, name as ChainName, address)),
    tokens: (name) =>
      read(name, async () => {
        const { chain, client } = open(name)
        return lists.get(chain) ?? keepNames(lists, client, chain)
      }),
  }
}

async function quoteLocally({ chain, router }: OnChain, question: SwapQuestion, isExecutable: boolean) {
  const [tokenIn, tokenOut] = [toWrapped(chain, question.tokenIn), toWrapped(chain, question.tokenOut)]
  const { amountIn, slippage } = question
  if (tokenIn === tokenOut)
    throw new NoRouteError(
      `${tokenIn} is the wrapped native currency of ${chain}. Its functions deposit and withdraw convert between it and the native currency at par, without a pool.`,
    )
  const found = await router.quote({ tokenIn, tokenOut, amountIn, ...(isExecutable && { dexes: routerDexes }) })
  if (found === null) throw new NoRouteError(`No known pools trade ${amountIn} units of ${tokenIn} for ${tokenOut}.`)
  return { quote: { ...found, hops: toHops(found) }, minAmountOut: toLeast(found.amountOut, slippage), warnings: [] }
}

/** Subtracts the slippage from an output. */
const toLeast = (amount: bigint, slippage: number): bigint =>
  (amount * (1_000_000n - BigInt(Math.round(slippage * 10_000)))) / 1_000_000n

const toHops = ({ shares }: SwapQuote): readonly Hop[] =>
  shares.flatMap(({ path, amountIn }) =>
    path.map(({ pool, tokenIn, tokenOut }) => ({
      dex: pool.dex,
      pool: pool.id,
      from: tokenIn,
      to: tokenOut,
      amountIn,
    })),
  )

function toOffered(
  { tokenIn, tokenOut, amountIn, slippage }: SwapQuestion,
  compared: BestQuote,
  gasPrice: bigint,
  use: SwapSettings['use'],
): (Quoted & { proven: ProvenQuote }) | null {
  const proven = chooseQuote(compared, use)
  if (proven === null) return null
  const hop = { dex: proven.source, pool: proven.transaction.to, from: tokenIn, to: tokenOut, amountIn }
  const quote = { amountIn, amountOut: proven.received, gas: proven.gas, gasPrice, priceImpact: null, hops: [hop] }
  return {
    quote: { ...quote, blockNumber: compared.blockNumber },
    minAmountOut: proven.minAmountOut,
    warnings: toWarnings(proven, toLeast(proven.promised, slippage)),
    proven,
  }
}

function keepNames(lists: NameLists, client: PublicClient, chain: ChainName): Promise<readonly NamedToken[]> {
  const found = readNames(client, chain)
  lists.set(chain, found)
  found.catch(() => lists.delete(chain))
  return found
}

const isMoved = (error: unknown) => error instanceof PriceMovedError

function toWrapped(chain: ChainName, token: Address): Address {
  return token === nativeToken ? (chains[chain].wrappedNative ?? zeroAddress) : token
}

function orRefused<value>(make: () => value): value {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof InvalidSwapError)) throw error
    throw new InvalidParameterError([{ path: 'body.permit', message: `is rejected: ${error.message}` }])
  }
}

async function readToken(client: PublicClient, chain: ChainName, address: Address): Promise<SwapToken> {
  if (address === nativeToken) return { address, ...chains[chain].nativeCurrency }
  const listed = toListedTokens(chain).get(address)
  if (listed !== undefined && listed.decimals !== null)
    return { address, symbol: listed.symbol, decimals: listed.decimals }
  const [symbol, decimals] = await Promise.all([
    client.readContract({ address, abi: erc20Abi, functionName: 'symbol' }),
    client.readContract({ address, abi: erc20Abi, functionName: 'decimals' }),
  ])
  return { address, symbol, decimals }
}

/**
 * Reads the names of the listed tokens. A token without a name does not exist on the chain.
 *
 * @throws the client's error if a read fails, so that a list without these tokens is never kept
 */
async function readNames(client: PublicClient, chain: ChainName): Promise<readonly NamedToken[]> {
  const reader = await createBlockReader(client)
  const tokens = await Promise.all(
    [...toListedTokens(chain)].map(async ([address, { symbol, decimals }]) => {
      const name = await reader.tryRead({ address, abi: erc20Abi, functionName: 'name' })
      return name === undefined || decimals === null ? [] : [{ address, symbol, decimals, name }]
    }),
  )
  return tokens.flat()
}
