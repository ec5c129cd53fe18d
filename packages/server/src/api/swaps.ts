import type { Response } from '@outrigger/api/contract'
import { swapChains } from '@outrigger/api/contract'
import type { ChainName } from '@outrigger/core'
import { toTokenLogos } from '@outrigger/core/internal'
import { nativeToken } from '@outrigger/defi/dex'
import type { Address, Hex } from 'viem'
import { zeroAddress } from 'viem'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { toChainName } from '../node/chainName.ts'
import { toEvmAddress } from '../node/evmAddress.ts'
import { requirePool } from '../node/perChain.ts'
import type { Pools } from '../node/providers.ts'
import type { Quoted, SwapQuestion, Swaps } from '../node/swaps.ts'
import type { Api } from './fulfilment.ts'
import { toMetadata } from './gasQuestions.ts'

export type SwapApiParts = { readonly swaps: Swaps; readonly pools: Pools }

type SwapApi = Pick<Api, 'swapQuote' | 'aggregatorQuote' | 'aggregatorSwap' | 'aggregatorTokens'>

type Asked = {
  readonly chain: string
  readonly from_token: string
  readonly to_token: string
  readonly amount: string
  readonly slippage?: number
}

export function createSwapApi({ swaps, pools }: SwapApiParts): SwapApi {
  /** Requires a chain that the aggregator supports. */
  const requireSwapChain = (chain: string) => void requirePool(pools, chain, swapChains)

  return {
    async swapQuote(asked) {
      const startedMs = performance.now()
      const question = toQuestion(asked, 'query')
      const quoted = await swaps.quote(question, false)
      const { quote } = quoted
      const data = {
        from_token: question.tokenIn,
        to_token: question.tokenOut,
        ...toAmounts(quoted),
        price_impact: quote.priceImpact,
        route: quote.hops.map(({ amountIn, ...hop }) => ({ ...hop, percent: toPercent(amountIn, quote.amountIn) })),
        gas_estimate: Number(quote.gas),
        block_number: Number(quote.blockNumber),
      }
      return { success: true, data, metadata: toMetadata(startedMs, question.chain) }
    },
    async aggregatorQuote(asked) {
      const startedMs = performance.now()
      const question = toQuestion(asked, 'body')
      const { chain, tokenIn, tokenOut } = question
      requireSwapChain(chain)
      const quoted = await swaps.quote(question, true)
      // A token with a route is valid. Any other address cannot be queried for its symbol.
      const [from, to] = await Promise.all([swaps.token(chain, tokenIn), swaps.token(chain, tokenOut)])
      const { quote } = quoted
      const data = {
        from_token: from,
        to_token: to,
        ...toAmounts(quoted),
        estimated_gas: Number(quote.gas),
        protocols: toProtocols(quoted),
        price_impact: quote.priceImpact,
        block_number: Number(quote.blockNumber),
      }
      return { success: true, data, metadata: toMetadata(startedMs, chain) }
    },
    async aggregatorSwap({ from_address, disable_estimate = false, permit, ...asked }) {
      const startedMs = performance.now()
      const question = toQuestion(asked, 'body')
      requireSwapChain(question.chain)
      const from = toEvmAddress(from_address)
      const made = await swaps.transaction(question, {
        from,
        isSimulated: !disable_estimate,
        ...(permit !== undefined && { permit: permit as Hex }),
      })
      const { to, data: calldata, value } = made.transaction
      const data = {
        tx: {
          from,
          to,
          data: calldata,
          value: String(value),
          gas: Number(made.gas),
          gasPrice: String(made.quote.gasPrice),
        },
        ...toAmounts(made),
        block_number: Number(made.quote.blockNumber),
      }
      return { success: true, data, metadata: toMetadata(startedMs, question.chain) }
    },
    async aggregatorTokens({ chain: asked = 'ethereum' }) {
      const startedMs = performance.now()
      const chain = toChainName(asked)
      requireSwapChain(chain)
      const logos = toTokenLogos(chain as ChainName)
      const tokens = (await swaps.tokens(chain)).map(({ address, symbol, name, decimals }) => {
        return { address, symbol, name, decimals, logo_uri: logos.get(address) ?? null }
      })
      return { success: true, data: { chain, tokens }, metadata: toMetadata(startedMs, chain) }
    },
  }
}

/** @throws {InvalidParameterError} @throws {InvalidAddressError} */
function toQuestion(asked: Asked, place: 'query' | 'body'): SwapQuestion {
  const { chain, from_token, to_token, amount, slippage = 0.5 } = asked
  const [tokenIn, tokenOut] = [toToken(from_token), toToken(to_token)]
  const refuse = (name: string, message: string) => new InvalidParameterError([{ path: `${place}.${name}`, message }])
  if (tokenIn === tokenOut) throw refuse('to_token', 'must differ from the token to sell')
  const amountIn = BigInt(amount)
  if (amountIn === 0n) throw refuse('amount', 'must be above 0')
  if (amountIn >= 1n << 160n) throw refuse('amount', 'must be below 2 ** 160, the most that Permit2 transfers')
  return { chain: toChainName(chain), tokenIn, tokenOut, amountIn, slippage }
}

/** Converts an address to a token. The zero address also means the native currency, as in many APIs. */
function toToken(text: string): Address {
  const address = toEvmAddress(text)
  return address === zeroAddress ? nativeToken : address
}

function toAmounts({ quote, minAmountOut, warnings }: Quoted) {
  return {
    from_amount: String(quote.amountIn),
    to_amount: String(quote.amountOut),
    to_amount_min: minAmountOut === null ? null : String(minAmountOut),
    warnings: [...warnings],
  }
}

type Protocols = Response<'aggregatorQuote'>['data']['protocols']

function toProtocols({ quote }: Quoted): Protocols {
  return quote.hops.map(({ dex, from, to, amountIn }) => {
    const part = Math.round(toPercent(amountIn, quote.amountIn))
    return { name: dex, part, from_token_address: from, to_token_address: to }
  })
}

/** Returns a share in percent, with four decimals. */
const toPercent = (part: bigint, whole: bigint): number => Number((part * 1_000_000n) / whole) / 10_000
