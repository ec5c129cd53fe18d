import { aggregationRouters } from '@outrigger/calldata/internal'
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
const feeMask = 0x3fffn
/** MAX_FEE_PERCENT, in basis points. */
const mostFee = 200n

/**
 * Velora's (ParaSwap's) Market API: `GET /swap` brings price and calldata of Augustus 6.2; it knows no keys.
 * Form: developers.velora.xyz, and `SwapApiResponse` of its SDK (VeloraDEX/paraswap-sdk).
 */
export const velora: AggregatorDefinition = {
  url: 'https://api.paraswap.io',
  toKeyHeaders: null,
  contracts: aggregationRouters.velora,
  async swap(ask, { chain, tokenIn, tokenOut, decimalsIn, decimalsOut, amountIn, slippageBps, from }) {
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
    const answer = await ask(`/swap?${query}`)
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
    return {
      tokenIn: srcToken,
      tokenOut: destToken,
      amountIn: fromAmount,
      recipient: beneficiary,
      minAmountOut: toPaid(toAmount, quotedAmount, partnerAndFee),
    }
  },
}

/**
 * The least that is paid out: Augustus compares `toAmount` with what it has before it takes the surplus over `quotedAmount`,
 * the partner's fee and one unit of dust. Source: AugustusFees.processSwapExactAmountInFeesAndTransfer.
 */
function toPaid(toAmount: bigint, quotedAmount: bigint, partnerAndFee: bigint): bigint {
  const asked = partnerAndFee >> 96n === 0n ? 0n : partnerAndFee & feeMask
  const fee = asked < mostFee ? asked : mostFee
  const kept = ((toAmount < quotedAmount ? toAmount : quotedAmount) * (10_000n - fee)) / 10_000n
  return kept > 0n ? kept - 1n : 0n
}
