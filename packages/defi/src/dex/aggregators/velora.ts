import { aggregationRouters, toAugustusPaid } from '@outrigger/calldata/internal'
import { decodeFunctionData, parseAbi } from 'viem'
import type { AggregatorDefinition } from './aggregator.ts'
import { toChainId } from './chainId.ts'

const trade =
  'address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary;'
// AugustusV6Types.sol
const abi = parseAbi([
  `struct Generic { ${trade} }`,
  `struct Pooled { ${trade} bytes pools; }`,
  `struct CurveV1 { uint256 curveData; uint256 curveAssets; ${trade} }`,
  `struct CurveV2 { uint256 curveData; uint256 i; uint256 j; address poolAddress; ${trade} }`,
  'function swapExactAmountIn(address executor, Generic trade, uint256 partnerAndFee, bytes permit, bytes executorData)',
  'function swapExactAmountInOnUniswapV2(Pooled trade, uint256 partnerAndFee, bytes permit)',
  'function swapExactAmountInOnUniswapV3(Pooled trade, uint256 partnerAndFee, bytes permit)',
  'function swapExactAmountInOnCurveV1(CurveV1 trade, uint256 partnerAndFee, bytes permit)',
  'function swapExactAmountInOnCurveV2(CurveV2 trade, uint256 partnerAndFee, bytes permit)',
])

/**
 * Velora's (ParaSwap's) Market API: `GET /swap` returns the price and calldata for Augustus 6.2. It has no keys.
 * Form: developers.velora.xyz, and `SwapApiResponse` of its SDK (VeloraDEX/paraswap-sdk).
 */
export const velora: AggregatorDefinition = {
  url: 'https://api.paraswap.io',
  toKeyHeaders: null,
  contracts: aggregationRouters.velora,
  async swap(fetchJson, { chain, tokenIn, tokenOut, decimalsIn, decimalsOut, amountIn, slippageBps, from }) {
    const query = new URLSearchParams({
      srcToken: tokenIn,
      destToken: tokenOut,
      srcDecimals: String(decimalsIn),
      destDecimals: String(decimalsOut),
      amount: String(amountIn),
      side: 'SELL',
      network: String(toChainId(chain)),
      version: '6.2',
      userAddress: from,
      slippage: String(slippageBps),
    })
    const answer = await fetchJson(`/swap?${query}`)
    const [route, tx] = [answer.object('priceRoute'), answer.object('txParams')]
    return {
      amountOut: route.amount('destAmount'),
      spender: route.address('tokenTransferProxy'),
      transaction: { to: tx.address('to'), data: tx.data('data'), value: tx.amount('value') },
    }
  },
  readTerms({ data }) {
    const { functionName, args } = decodeFunctionData({ abi, data })
    const [{ srcToken, destToken, fromAmount, toAmount, quotedAmount, beneficiary }, partnerAndFee] =
      functionName === 'swapExactAmountIn' ? [args[1], args[2]] : [args[0], args[1]]
    const paid = toAugustusPaid(toAmount, quotedAmount, partnerAndFee)
    return {
      tokenIn: srcToken,
      tokenOut: destToken,
      amountIn: fromAmount,
      recipient: beneficiary,
      // Augustus keeps one unit of dust.
      minAmountOut: paid > 0n ? paid - 1n : 0n,
    }
  },
}
