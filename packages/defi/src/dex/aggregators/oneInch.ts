import { aggregationRouters, nativeToken } from '@outrigger/calldata/internal'
import { type Address, decodeFunctionData, type Hex, pad, parseAbi, slice, toHex } from 'viem'
import type { AggregatorDefinition, SwapTerms } from './aggregator.ts'
import { toChainId } from './chainId.ts'

// AggregationRouterV6: GenericRouter, UnoswapRouter. The upper bits of an address in a `uint256` are flags.
const abi = parseAbi([
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data)',
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function unoswap2(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function unoswap3(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function unoswapTo3(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
  'function ethUnoswap(uint256 minReturn, uint256 dex)',
  'function ethUnoswap2(uint256 minReturn, uint256 dex, uint256 dex2)',
  'function ethUnoswap3(uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
  'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex)',
  'function ethUnoswapTo2(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function ethUnoswapTo3(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
])
/** With this flag, `minReturnAmount` is a rate for the spent input and not an amount. */
const partialFill = 1n

/**
 * 1inch's Swap API v6.0. One request returns the quote and the calldata. The called router takes the input. Form:
 * types of the crate oinch 0.1.3 (docs.rs), `GET /swap/v6.0/{chainId}/swap`.
 */
export const oneInch: AggregatorDefinition = {
  url: 'https://api.1inch.dev',
  toKeyHeaders: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  contracts: aggregationRouters.oneinch,
  async swap(fetchJson, { chain, tokenIn, tokenOut, amountIn, slippageBps, from }) {
    const query = new URLSearchParams({
      src: tokenIn,
      dst: tokenOut,
      amount: String(amountIn),
      from,
      slippage: String(slippageBps / 100),
      // Otherwise the API checks the sender's balance and allowance.
      disableEstimate: 'true',
    })
    const answer = await fetchJson(`/swap/v6.0/${toChainId(chain)}/swap?${query}`)
    const tx = answer.object('tx')
    const transaction = { to: tx.address('to'), data: tx.data('data'), value: tx.amount('value') }
    return { amountOut: answer.amount('dstAmount'), spender: transaction.to, transaction }
  },
  readTerms({ data, value }, { from }) {
    const { functionName, args } = decodeFunctionData({ abi, data })
    if (functionName !== 'swap') return readUnoswap(functionName, args as readonly bigint[], value, from)
    const [, { srcToken, dstToken, dstReceiver, amount, minReturnAmount, flags }] = args
    return {
      tokenIn: srcToken,
      tokenOut: dstToken,
      amountIn: amount,
      recipient: dstReceiver,
      minAmountOut: (flags & partialFill) === 0n ? minReturnAmount : null,
    }
  },
}

/** The router compares `minReturn` with the pools' quotes instead of their payments, so it is not a minimum. */
function readUnoswap(name: string, words: readonly bigint[], value: bigint, from: Address): SwapTerms {
  const [recipient, ...rest] = name.includes('To') ? [toAddress(words[0]), ...words.slice(1)] : [from, ...words]
  const isNativeIn = name.startsWith('eth')
  return {
    tokenIn: isNativeIn ? nativeToken : toAddress(rest[0]),
    tokenOut: null,
    amountIn: isNativeIn ? value : (rest[1] ?? 0n),
    recipient,
    minAmountOut: null,
  }
}

const toAddress = (word = 0n): Hex => slice(pad(toHex(word)), 12)
