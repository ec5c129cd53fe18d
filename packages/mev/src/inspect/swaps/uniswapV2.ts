import type { MinedLog } from '../minedBlock.ts'
import { uintAt } from '../parse/words.ts'
import { defineOther, type PoolEvent, type PoolEventDefinition } from './poolEvent.ts'

/** Pairs of Uniswap V2 and its forks, Solidly, Velodrome, Aerodrome and Kyber DMM. */
export const uniswapV2: readonly PoolEventDefinition[] = [
  {
    signature: 'Swap(address,uint256,uint256,uint256,uint256,address)',
    decode: (log) => toPairSwap('uniswap_v2', log),
  },
  {
    signature: 'Swap(address,address,uint256,uint256,uint256,uint256)',
    decode: (log) => toPairSwap('solidly', log),
  },
  {
    signature: 'Swap(address,uint256,uint256,uint256,uint256,address,uint256)',
    decode: (log) => toPairSwap('kyber_dmm', log),
  },
  ...defineOther('uniswap_v2', [
    'Mint(address,uint256,uint256)',
    'Burn(address,uint256,uint256,address)',
    'Burn(address,address,uint256,uint256)',
  ]),
]

/**
 * Event data: (amount0In, amount1In, amount0Out, amount1Out). A flash swap's repayment in the same token appears on
 * both sides.
 */
function toPairSwap(protocol: string, { address, data }: MinedLog): PoolEvent {
  const [in0, in1, out0, out1] = [uintAt(data, 0), uintAt(data, 1), uintAt(data, 2), uintAt(data, 3)]
  const zeroForOne = in0 > out0
  return {
    kind: 'swap',
    protocol,
    pool: address,
    holder: address,
    zeroForOne,
    amountIn: zeroForOne ? in0 : in1,
    amountOut: zeroForOne ? out1 : out0,
  }
}
