import { aggregationRouters, nativeToken } from '@outrigger/calldata/internal'
import { decodeFunctionData, getAddress, parseAbi } from 'viem'
import type { AggregatorDefinition } from './aggregator.ts'
import { AggregatorError } from './aggregatorErrors.ts'
import { toChainId } from './chainId.ts'

// OdosRouterV3
const abi = parseAbi([
  'struct Tokens { address inputToken; uint256 inputAmount; address inputReceiver; address outputToken; uint256 outputQuote; uint256 outputMin; address outputReceiver; }',
  'struct Referral { uint64 code; uint64 fee; address feeRecipient; }',
  'function swap(Tokens tokens, bytes pathDefinition, address executor, Referral referral)',
  'function swapWithHook(Tokens tokens, bytes pathDefinition, address executor, Referral referral, address hookTarget, bytes hookData)',
])

/**
 * Odos' Smart Order Routing v3. One request returns a quote, and another returns its calldata. Only swaps between
 * tokens are supported, because the documentation does not specify the native currency's address. Form:
 * docs.odos.xyz/api/sor/quote and /api/sor/assemble.
 */
export const odos: AggregatorDefinition = {
  url: 'https://enterprise-api.odos.xyz',
  toKeyHeaders: (apiKey) => ({ 'x-api-key': apiKey }),
  contracts: aggregationRouters.odos,
  async swap(fetchJson, { chain, tokenIn, tokenOut, amountIn, slippageBps, from }) {
    if (tokenIn === nativeToken || tokenOut === nativeToken)
      throw new AggregatorError('it only swaps tokens: use the wrapped token')
    const userAddr = getAddress(from)
    const quote = await fetchJson('/sor/quote/v3', {
      chainId: toChainId(chain),
      inputTokens: [{ tokenAddress: getAddress(tokenIn), amount: String(amountIn) }],
      outputTokens: [{ tokenAddress: getAddress(tokenOut), proportion: 1 }],
      userAddr,
      slippageLimitPercent: slippageBps / 100,
    })
    const amountOut = quote.onlyAmount('outAmounts')
    const built = await fetchJson('/sor/assemble', { userAddr, pathId: quote.text('pathId'), simulate: false })
    const tx = built.object('transaction')
    const transaction = { to: tx.address('to'), data: tx.data('data'), value: tx.amount('value') }
    return { amountOut, spender: transaction.to, transaction }
  },
  readTerms({ data }) {
    const [{ inputToken, inputAmount, outputToken, outputMin, outputReceiver }] = decodeFunctionData({ abi, data }).args
    return {
      tokenIn: inputToken,
      tokenOut: outputToken,
      // 0 takes the sender's full balance.
      amountIn: inputAmount,
      recipient: outputReceiver,
      // The contract compares it with the output after the referral fee.
      minAmountOut: outputMin,
    }
  },
}
