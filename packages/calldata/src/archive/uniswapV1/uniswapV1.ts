import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { type Decode, defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { tokenOfExchange } from './exchanges.ts'

type Exact = 'in' | 'out'

/** The token of the exchange, null if the exchange is not in the table. */
function ownToken(call: Call): Address | null {
  return tokenOfExchange.get(call.to) ?? null
}

/**
 * Decodes `(tokens, deadline[, recipient])`. `tokens` is the minimum or the exact output. The value sent is the exact
 * or the maximum input and must not be zero.
 */
function ethToToken(exact: Exact, recipient?: number): Decode {
  return (call) =>
    call.refusedIf(call.value === 0n).swap({
      exact,
      tokenIn: call.wrappedNative,
      isNativeIn: true,
      amountIn: call.value,
      tokenOut: ownToken(call),
      amountOut: call.uint(0),
      recipient: recipient === undefined ? call.from : call.address(recipient),
    })
}

/** Decodes `(sold, minimum, deadline …)` or `(bought, maximum, deadline …)`. */
function tokenTo(
  exact: Exact,
  tokenOut: (call: Call) => Address | null,
  isNativeOut: boolean,
  recipient?: number,
): Decode {
  return (call) => {
    const [amountIn, amountOut] = exact === 'in' ? [call.uint(0), call.uint(1)] : [call.uint(1), call.uint(0)]
    call.swap({
      exact,
      tokenIn: ownToken(call),
      amountIn,
      tokenOut: tokenOut(call),
      amountOut,
      isNativeOut,
      recipient: recipient === undefined ? call.from : call.address(recipient),
    })
  }
}

const eth = (call: Call) => call.wrappedNative
const token = (word: number) => (call: Call) => call.address(word)
const exchange = (word: number) => (call: Call) => tokenOfExchange.get(call.address(word)) ?? null

const exchangeFunctions = defineFunctions({
  'ethToTokenSwapInput(uint256,uint256)': ethToToken('in'),
  'ethToTokenTransferInput(uint256,uint256,address)': ethToToken('in', 2),
  'ethToTokenSwapOutput(uint256,uint256)': ethToToken('out'),
  'ethToTokenTransferOutput(uint256,uint256,address)': ethToToken('out', 2),
  'tokenToEthSwapInput(uint256,uint256,uint256)': tokenTo('in', eth, true),
  'tokenToEthTransferInput(uint256,uint256,uint256,address)': tokenTo('in', eth, true, 3),
  'tokenToEthSwapOutput(uint256,uint256,uint256)': tokenTo('out', eth, true),
  'tokenToEthTransferOutput(uint256,uint256,uint256,address)': tokenTo('out', eth, true, 3),
  'tokenToTokenSwapInput(uint256,uint256,uint256,uint256,address)': tokenTo('in', token(4), false),
  'tokenToTokenTransferInput(uint256,uint256,uint256,uint256,address,address)': tokenTo('in', token(5), false, 4),
  'tokenToTokenSwapOutput(uint256,uint256,uint256,uint256,address)': tokenTo('out', token(4), false),
  'tokenToTokenTransferOutput(uint256,uint256,uint256,uint256,address,address)': tokenTo('out', token(5), false, 4),
  'tokenToExchangeSwapInput(uint256,uint256,uint256,uint256,address)': tokenTo('in', exchange(4), false),
  'tokenToExchangeTransferInput(uint256,uint256,uint256,uint256,address,address)': tokenTo('in', exchange(5), false, 4),
  'tokenToExchangeSwapOutput(uint256,uint256,uint256,uint256,address)': tokenTo('out', exchange(4), false),
  'tokenToExchangeTransferOutput(uint256,uint256,uint256,uint256,address,address)': tokenTo(
    'out',
    exchange(5),
    false,
    4,
  ),
  'addLiquidity(uint256,uint256,uint256)': (call) => liquidity(call, 'add', [call.value, call.uint(1)]),
  'removeLiquidity(uint256,uint256,uint256,uint256)': (call) => liquidity(call, 'remove', [call.uint(1), call.uint(2)]),
})

function liquidity(call: Call, event: 'add' | 'remove', amounts: readonly bigint[]): void {
  const own = ownToken(call)
  call.emit({ kind: 'liquidity', event, tokens: own === null ? [] : [call.wrappedNative, own], amounts })
}

export const uniswapV1 = defineProtocol({
  id: 'uniswap_v1',
  name: 'Uniswap V1',
  source: 'https://docs.uniswap.org/contracts/v1/reference/exchange',
  contracts: [
    {
      name: 'Exchange',
      addresses: { ethereum: [...tokenOfExchange.keys()] },
      functions: exchangeFunctions,
      // Ether sent without calldata buys tokens, whatever the price.
      receive: (call) =>
        call.swap({
          tokenIn: call.wrappedNative,
          isNativeIn: true,
          amountIn: call.value,
          tokenOut: ownToken(call),
          amountOut: 1n,
          recipient: call.from,
        }),
    },
  ],
  atAnyAddress: exchangeFunctions,
})
