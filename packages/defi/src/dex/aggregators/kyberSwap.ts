import { nativeToken } from '../router/universalRouter.ts'
import type { AggregatorDefinition } from './aggregator.ts'

/**
 * KyberSwap's Aggregator API v1: a route, then its calldata. Its chains have our names. Requests with an `x-client-id`
 * have their own limit of requests, so that is what a key stands for.
 * Form: docs.kyberswap.com, and the types of its interface (`services/route/types`).
 */
export const kyberSwap: AggregatorDefinition = {
  url: 'https://aggregator-api.kyberswap.com',
  toKeyHeaders: (apiKey) => ({ 'x-client-id': apiKey }),
  async swap(ask, { chain, tokenIn, tokenOut, amountIn, slippageBps, from }) {
    const query = new URLSearchParams({ tokenIn, tokenOut, amountIn: String(amountIn) })
    const found = await ask(`/${chain}/api/v1/routes?${query}`)
    const { raw: routeSummary } = found.object('data').object('routeSummary')
    const built = await ask(`/${chain}/api/v1/route/build`, {
      ...{ routeSummary, sender: from, recipient: from, slippageTolerance: slippageBps },
    })
    const data = built.object('data')
    const to = data.address('routerAddress')
    const value = tokenIn === nativeToken ? amountIn : 0n
    return { amountOut: data.amount('amountOut'), spender: to, transaction: { to, data: data.data('data'), value } }
  },
}
