import { nativeToken, permit2Address } from '@outrigger/calldata/internal'
import { type ChainName, chains, OutriggerError } from '@outrigger/core'
import { type ChainOption, type ClientOption, requireClientChain, toClient } from '@outrigger/core/internal'
import {
  AbiDecodingDataSizeTooSmallError,
  type Address,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  encodeFunctionData,
  erc20Abi,
  type PublicClient,
  parseAbi,
  zeroAddress,
} from 'viem'
import type { Step } from '../../reads/simulate.ts'
import { AggregatorError, UnsafeSwapError } from '../aggregators/aggregatorErrors.ts'
import { checkContracts } from '../aggregators/checkContracts.ts'
import type { Aggregator } from '../aggregators/createAggregator.ts'
import { toLower } from '../pool.ts'
import type { SwapQuote, SwapRouter } from '../router/createSwapRouter.ts'
import { routerDexes, toSwapTransaction } from '../router/universalRouter.ts'
import { type ComparedQuote, rankQuotes, refuseShortfalls } from './comparedQuote.ts'
import { fundSender } from './fundSender.ts'
import { type Candidate, toApprovals, trySwap } from './trySwap.ts'

export type BestQuoteParameters = {
  /** @default the client's chain */
  readonly chain?: ChainOption
  readonly router: SwapRouter
  readonly aggregators: readonly Aggregator[]
  /** `nativeToken` for the native currency, like in `tokenOut`. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  /** Basis points by which the output may fall below the promise. @default 50 */
  readonly slippageBps?: number
  /** Basis points by which an aggregator may promise or bring less than the local quote. @default 100 */
  readonly maxShortfallBps?: number
  /** Sender and recipient. It does not need the input because simulations provide it. */
  readonly from: Address
  /** Price of one unit of gas in smallest units of `tokenOut`, used to rank kept quotes. @default 0 */
  readonly outPerGas?: number
}

export type BestQuote = {
  /**
   * The first quote whose simulated output reaches the promise. If the node cannot simulate, the local quote. Null if
   * there is no quote.
   */
  readonly best: ComparedQuote | null
  /** The quotes of the local router and each aggregator, best first. */
  readonly quotes: readonly ComparedQuote[]
  /** The block of all simulations. */
  readonly blockNumber: bigint
}

const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
/** Time in seconds during which the transactions can be sent. */
const lifetime = 1_200n

/**
 * Queries the local router and all aggregators at once. It simulates each returned transaction on the same block, so
 * that quotes are compared by their real output. A transaction is `unsafe` if it calls or approves unknown contracts,
 * takes other assets than the input, or grants other rights. An aggregator delays the result at most by its own time
 * limit.
 *
 * @throws {UnknownChainError} the client's chain has no profile
 * @throws the client's errors when its providers do not respond. Errors of an aggregator are part of `quotes`
 * @example
 * const { best, quotes } = await getBestQuote(client, {
 *   router,
 *   aggregators: [createAggregator({ name: 'kyberswap' })],
 *   tokenIn: weth,
 *   tokenOut: usdc,
 *   amountIn: 10n ** 18n,
 *   from,
 * })
 */
export async function getBestQuote(client: ClientOption, parameters: BestQuoteParameters): Promise<BestQuote> {
  const viemClient = toClient(client)
  const asked = { ...parameters, tokenIn: toLower(parameters.tokenIn), tokenOut: toLower(parameters.tokenOut) }
  const { slippageBps = 50, maxShortfallBps = 100, amountIn, tokenIn, tokenOut, from } = asked
  const chain = (await requireClientChain(viemClient, parameters.chain)).name as ChainName
  const request = { ...asked, chain, slippageBps }
  const decimals = readDecimals(viemClient, request)
  // The error is thrown where the promise is awaited.
  decimals.catch(() => {})
  const answers = await Promise.all([
    quoteLocal(request),
    ...request.aggregators.map((aggregator) => quoteAggregator(viemClient, aggregator, request, decimals)),
  ])
  const blockNumber = await viemClient.getBlockNumber({ cacheTime: 0 })
  const funding = { token: tokenIn, amount: amountIn, holder: from, blockNumber }
  const hasCandidates = answers.some((answer) => !('verdict' in answer))
  const overrides = hasCandidates ? await fundSender(viemClient, funding) : null
  const trial = { blockNumber, tokenIn, tokenOut, amountIn, from, slippageBps, overrides }
  const tried = await Promise.all(
    answers.map((answer) => ('verdict' in answer ? answer : trySwap(viemClient, answer, trial))),
  )
  const quotes = rankQuotes(refuseShortfalls(tried, maxShortfallBps), parameters.outPerGas)
  const best = quotes.find(({ verdict }) => verdict === 'kept')
  const exact = quotes.find(({ verdict, source }) => verdict === 'unproven' && source === 'local')
  return { best: best ?? exact ?? null, quotes, blockNumber }
}

type Request = Omit<BestQuoteParameters, 'chain'> & { readonly chain: ChainName; readonly slippageBps: number }
type Answer = Candidate | ComparedQuote
type Decimals = Promise<readonly [number, number]>

function toFailed(source: string, reason: string, verdict: 'failed' | 'unsafe' = 'failed'): ComparedQuote {
  return {
    source,
    verdict,
    promised: null,
    received: null,
    minAmountOut: null,
    difference: null,
    gas: null,
    transaction: null,
    spender: null,
    reason,
  }
}

async function quoteLocal({ chain, router, tokenIn, tokenOut, amountIn, slippageBps, from }: Request): Promise<Answer> {
  const [wrappedIn, wrappedOut] = [toWrapped(chain, tokenIn), toWrapped(chain, tokenOut)]
  const quote: SwapQuote | null = await router.quote({
    tokenIn: wrappedIn,
    tokenOut: wrappedOut,
    amountIn,
    dexes: routerDexes,
  })
  if (quote === null) return toFailed('local', 'No known pools can trade this amount.')
  const minAmountOut = (quote.amountOut * BigInt(10_000 - slippageBps)) / 10_000n
  const transaction = toSwapTransaction({
    chain,
    tokenIn,
    tokenOut,
    shares: quote.shares,
    recipient: from,
    minAmountOut,
    deadline: quote.timestamp + lifetime,
  })
  const approvals =
    tokenIn === nativeToken
      ? []
      : [
          ...toApprovals(tokenIn, from, permit2Address, amountIn),
          toPermit2Approval(tokenIn, from, transaction.to, amountIn),
        ]
  return { source: 'local', promised: quote.amountOut, minAmountOut, transaction, spender: permit2Address, approvals }
}

function toPermit2Approval(token: Address, owner: Address, spender: Address, amount: bigint): Step {
  const args = [token, spender, amount, 2 ** 48 - 1] as const
  return {
    from: owner,
    to: permit2Address,
    data: encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args }),
  }
}

async function quoteAggregator(
  client: PublicClient,
  aggregator: Aggregator,
  request: Request,
  decimals: Decimals,
): Promise<Answer> {
  const { chain, tokenIn, tokenOut, amountIn, slippageBps, from } = request
  try {
    const [decimalsIn, decimalsOut] = await decimals
    const swap = await aggregator.swap({
      chain,
      tokenIn,
      tokenOut,
      decimalsIn,
      decimalsOut,
      amountIn,
      slippageBps,
      from,
    })
    await checkContracts(client, aggregator, swap)
    const approvals = toApprovals(tokenIn, from, swap.spender, amountIn)
    const { amountOut: promised, minAmountOut, transaction, spender } = swap
    return { source: aggregator.name, promised, minAmountOut, transaction, spender, approvals }
  } catch (error) {
    if (error instanceof UnsafeSwapError) return toFailed(aggregator.name, error.message, 'unsafe')
    if (!(error instanceof OutriggerError)) throw error
    return toFailed(aggregator.name, error.message)
  }
}

function toWrapped(chain: ChainName, token: Address): Address {
  return token === nativeToken ? (chains[chain].wrappedNative ?? zeroAddress) : token
}

/** Returns whether the contract caused the error, and not unavailable providers. */
const isContractsFault = (error: ContractFunctionExecutionError): boolean =>
  [ContractFunctionZeroDataError, ContractFunctionRevertedError, AbiDecodingDataSizeTooSmallError].some((fault) =>
    error.walk((cause) => cause instanceof fault),
  )

/** Reads the decimals of both tokens. */
async function readDecimals(client: PublicClient, { tokenIn, tokenOut, chain }: Request): Decimals {
  const read = (address: Address) =>
    address === nativeToken
      ? chains[chain].nativeCurrency.decimals
      : client.readContract({ address, abi: erc20Abi, functionName: 'decimals' }).catch((cause) => {
          if (!(cause instanceof ContractFunctionExecutionError) || !isContractsFault(cause)) throw cause
          throw new AggregatorError(`${address} reports no decimals, so it is not a token`, { cause })
        })
  return Promise.all([read(tokenIn), read(tokenOut)])
}
