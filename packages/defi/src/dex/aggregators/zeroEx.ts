import type { AggregatorDefinition } from './aggregator.ts'
import { AggregatorError } from './aggregatorErrors.ts'
import { toChainId } from './chainId.ts'

/**
 * 0x's Swap API v2 with AllowanceHolder, which the sender approves and calls.
 * Form: 0x.org/docs/upgrading/upgrading_to_swap_v2, `GET /swap/allowance-holder/quote`.
 */
export const zeroEx: AggregatorDefinition = {
  url: 'https://api.0x.org',
  toKeyHeaders: (apiKey) => ({ '0x-api-key': apiKey }),
  headers: { '0x-version': 'v2' },
  async swap(ask, { chain, tokenIn, tokenOut, amountIn, slippageBps, from }) {
    const query = new URLSearchParams({
      ...{ chainId: String(toChainId(chain)), sellToken: tokenIn, buyToken: tokenOut, sellAmount: String(amountIn) },
      ...{ taker: from, slippageBps: String(slippageBps) },
    })
    const answer = await ask(`/swap/allowance-holder/quote?${query}`)
    if (answer.raw['liquidityAvailable'] === false) throw new AggregatorError('it has no route')
    const tx = answer.object('transaction')
    const transaction = { to: tx.address('to'), data: tx.data('data'), value: tx.amount('value') }
    const spender = answer.optionalAddress('allowanceTarget') ?? transaction.to
    return { amountOut: answer.amount('buyAmount'), spender, transaction }
  },
}
