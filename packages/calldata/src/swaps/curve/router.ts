import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { swapAt } from '../swapFunctions.ts'

const none = '0x0000000000000000000000000000000000000000'

/** Decodes a route: token, pool, token, pool, … in a fixed array that is padded with zeros. */
function route(call: Call, words: number, amount: number, recipient?: number) {
  const path: Address[] = [call.address(0)]
  const pools: Address[] = []
  for (let at = 1; at + 1 < words && call.address(at) !== none; at += 2) {
    pools.push(call.address(at))
    path.push(call.address(at + 1))
  }
  if (pools.length === 0) return call.reject()
  call.swap({
    path,
    pools,
    amountIn: call.uint(amount),
    amountOut: call.uint(amount + 1),
    recipient: recipient === undefined ? null : call.address(recipient),
  })
}

const named = swapAt({ tokenIn: 1, tokenOut: 2, amountIn: 3, amountOut: 4 })
const best = swapAt({ tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3 })

/** Functions of the registry's exchange (2020-2023) and of the later routers. */
export const routerFunctions: Functions = defineFunctions({
  'exchange(address,address,address,uint256,uint256)': named,
  'exchange(address,address,address,uint256,uint256,address)': named,
  'exchange_with_best_rate(address,address,uint256,uint256)': best,
  'exchange_with_best_rate(address,address,uint256,uint256,address)': best,
  ...each(
    (call) => route(call, 9, 21),
    'exchange_multiple(address[9],uint256[3][4],uint256,uint256)',
    'exchange_multiple(address[9],uint256[3][4],uint256,uint256,address[4])',
  ),
  'exchange_multiple(address[9],uint256[3][4],uint256,uint256,address[4],address)': (call) => route(call, 9, 21, 27),
  ...each(
    (call) => route(call, 11, 36),
    'exchange(address[11],uint256[5][5],uint256,uint256)',
    'exchange(address[11],uint256[5][5],uint256,uint256,address[5])',
  ),
  'exchange(address[11],uint256[5][5],uint256,uint256,address[5],address)': (call) => route(call, 11, 36, 43),
  'exchange(address[11],uint256[4][5],uint256,uint256)': (call) => route(call, 11, 31),
  'exchange(address[11],uint256[4][5],uint256,uint256,address)': (call) => route(call, 11, 31, 33),
})
