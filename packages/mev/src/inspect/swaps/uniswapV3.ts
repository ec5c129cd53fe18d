import type { MinedLog } from '../minedBlock.ts'
import { intAt } from '../parse/words.ts'
import { defineOther, type PoolEvent, type PoolEventDefinition } from './poolEvent.ts'

const common = 'address,address,int256,int256,uint160,uint128,int24'

/** Pools of Uniswap V3 and its forks (including Kyber Elastic), PancakeSwap V3 and Algebra. */
export const uniswapV3: readonly PoolEventDefinition[] = [
  { signature: `Swap(${common})`, decode: (log) => toTickSwap('uniswap_v3', log) },
  { signature: `Swap(${common},uint128,uint128)`, decode: (log) => toTickSwap('pancakeswap_v3', log) },
  { signature: `Swap(${common},uint24,uint24)`, decode: (log) => toTickSwap('algebra', log) },
  ...defineOther('uniswap_v3', [
    'Mint(address,address,int24,int24,uint128,uint256,uint256)',
    'Collect(address,address,int24,int24,uint128,uint128)',
    'Collect(address,address,int24,int24,uint256,uint256)',
    'CollectProtocol(address,address,uint128,uint128)',
    'Flash(address,address,uint256,uint256,uint256,uint256)',
  ]),
]

/** Event data: (amount0, amount1, …), as changes of the pool's balances. Positive amounts were paid in. */
function toTickSwap(protocol: string, { address, data }: MinedLog): PoolEvent {
  const [amount0, amount1] = [intAt(data, 0), intAt(data, 1)]
  const zeroForOne = amount0 > 0n
  return {
    kind: 'swap',
    protocol,
    pool: address,
    holder: address,
    zeroForOne,
    amountIn: zeroForOne ? amount0 : amount1,
    amountOut: zeroForOne ? -amount1 : -amount0,
  }
}
