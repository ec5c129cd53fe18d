import type { MinedLog } from '../minedBlock.ts'
import { intAt } from '../parse/words.ts'
import type { PoolEvent, PoolEventDefinition } from './poolEvent.ts'

const common = 'bytes32,address,int128,int128,uint160,uint128,int24,uint24'

/** Pools of Uniswap V4 and PancakeSwap Infinity. Infinity's vault holds its tokens. */
export const uniswapV4: readonly PoolEventDefinition[] = [
  { signature: `Swap(${common})`, decode: (log) => toManagerSwap('uniswap_v4', log) },
  {
    signature: `Swap(${common},uint16)`,
    decode: (log) => {
      const swap = toManagerSwap('pancakeswap_infinity', log)
      return swap && { ...swap, holder: '0x238a358808379702088667322f80ac48bad5e6c4' }
    },
  },
]

/**
 * Event data: (amount0, amount1, …), as changes of the swapper's balances. Unlike in V3, negative amounts were paid in.
 */
function toManagerSwap(protocol: string, { address, topics, data }: MinedLog): PoolEvent | null {
  const [, id] = topics
  if (id === undefined) return null
  const [amount0, amount1] = [intAt(data, 0), intAt(data, 1)]
  const zeroForOne = amount0 < 0n
  return {
    kind: 'swap',
    protocol,
    pool: id,
    holder: address,
    zeroForOne,
    amountIn: zeroForOne ? -amount0 : -amount1,
    amountOut: zeroForOne ? amount1 : amount0,
  }
}
