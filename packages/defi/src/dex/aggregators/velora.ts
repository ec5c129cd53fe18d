import type { AggregatorDefinition } from './aggregator.ts'
import { toChainId } from './chainId.ts'

/**
 * Velora's (ParaSwap's) Market API: `GET /swap` brings price and calldata of Augustus 6.2; it knows no keys.
 * Form: developers.velora.xyz, and `SwapApiResponse` of its SDK (VeloraDEX/paraswap-sdk).
 */
export const velora: AggregatorDefinition = {
  url: 'https://api.paraswap.io',
  toKeyHeaders: null,
  async swap(ask, { chain, tokenIn, tokenOut, decimalsIn, decimalsOut, amountIn, slippageBps, from }) {
    const query = new URLSearchParams({
      ...{ srcToken: tokenIn, destToken: tokenOut, srcDecimals: String(decimalsIn), destDecimals: String(decimalsOut) },
      ...{ amount: String(amountIn), side: 'SELL', network: String(toChainId(chain)), version: '6.2' },
      ...{ userAddress: from, slippage: String(slippageBps) },
    })
    const answer = await ask(`/swap?${query}`)
    const [route, tx] = [answer.object('priceRoute'), answer.object('txParams')]
    return {
      amountOut: route.amount('destAmount'),
      spender: route.address('tokenTransferProxy'),
      transaction: { to: tx.address('to'), data: tx.data('data'), value: tx.amount('value') },
    }
  },
}
