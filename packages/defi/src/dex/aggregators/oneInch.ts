import type { AggregatorDefinition } from './aggregator.ts'
import { toChainId } from './chainId.ts'

/**
 * 1inch's Swap API v6.0: one question brings quote and calldata. The router that is called takes the input.
 * Form: types of the crate oinch 0.1.3 (docs.rs), `GET /swap/v6.0/{chainId}/swap`.
 */
export const oneInch: AggregatorDefinition = {
  url: 'https://api.1inch.dev',
  toKeyHeaders: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  async swap(ask, { chain, tokenIn, tokenOut, amountIn, slippageBps, from }) {
    const query = new URLSearchParams({
      ...{ src: tokenIn, dst: tokenOut, amount: String(amountIn), from, slippage: String(slippageBps / 100) },
      // It would check balance and allowance of the sender otherwise.
      disableEstimate: 'true',
    })
    const answer = await ask(`/swap/v6.0/${toChainId(chain)}/swap?${query}`)
    const tx = answer.object('tx')
    const transaction = { to: tx.address('to'), data: tx.data('data'), value: tx.amount('value') }
    return { amountOut: answer.amount('dstAmount'), spender: transaction.to, transaction }
  },
}
