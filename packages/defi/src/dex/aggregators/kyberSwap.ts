import { aggregationRouters, nativeToken } from '@outrigger/calldata/internal'
import { decodeFunctionData, parseAbi } from 'viem'
import type { AggregatorDefinition } from './aggregator.ts'

// MetaAggregationRouterV2
const abi = parseAbi([
  'struct Description { address srcToken; address dstToken; address[] srcReceivers; uint256[] srcAmounts; address[] feeReceivers; uint256[] feeAmounts; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; bytes permit; }',
  'struct Execution { address callTarget; address approveTarget; bytes targetData; Description desc; bytes clientData; }',
  'function swap(Execution execution)',
  'function swapGeneric(Execution execution)',
  'function swapSimpleMode(address caller, Description desc, bytes executorData, bytes clientData)',
])
/** With this flag, `minReturnAmount` is a rate for the spent input and not an amount. */
const partialFill = 1n

/**
 * KyberSwap's Aggregator API v1. One request returns a route, and another returns its calldata. Its chain names equal
 * ours. The API key is sent as `x-client-id`, because each client id has its own rate limit. Form:
 * docs.kyberswap.com, and the types of its interface (`services/route/types`).
 */
export const kyberSwap: AggregatorDefinition = {
  url: 'https://aggregator-api.kyberswap.com',
  toKeyHeaders: (apiKey) => ({ 'x-client-id': apiKey }),
  contracts: aggregationRouters.kyberSwap,
  async swap(fetchJson, { chain, tokenIn, tokenOut, amountIn, slippageBps, from }) {
    const query = new URLSearchParams({ tokenIn, tokenOut, amountIn: String(amountIn) })
    const found = await fetchJson(`/${chain}/api/v1/routes?${query}`)
    const { raw: routeSummary } = found.object('data').object('routeSummary')
    const built = await fetchJson(`/${chain}/api/v1/route/build`, {
      routeSummary,
      sender: from,
      recipient: from,
      slippageTolerance: slippageBps,
    })
    const data = built.object('data')
    const to = data.address('routerAddress')
    const value = tokenIn === nativeToken ? amountIn : 0n
    return { amountOut: data.amount('amountOut'), spender: to, transaction: { to, data: data.data('data'), value } }
  },
  readTerms({ data }) {
    const { functionName, args } = decodeFunctionData({ abi, data })
    const { srcToken, dstToken, dstReceiver, amount, minReturnAmount, flags } =
      functionName === 'swapSimpleMode' ? args[1] : args[0].desc
    return {
      tokenIn: srcToken,
      tokenOut: dstToken,
      amountIn: amount,
      recipient: dstReceiver,
      // The contract measures what the receiver gained, after fees.
      minAmountOut: (flags & partialFill) === 0n ? minReturnAmount : null,
    }
  },
}
