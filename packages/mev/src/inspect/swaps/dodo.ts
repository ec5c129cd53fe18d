import { addressAt, uintAt } from '../parse/words.ts'
import { definePool, type PoolEventDefinition } from './poolEvent.ts'

/** DODO's proactive market maker pools: v1 by base and quote, v2 by token. */
export const dodo: readonly PoolEventDefinition[] = [
  {
    signature: 'DODOSwap(address,address,uint256,uint256,address,address)',
    decode: ({ address, data }) => ({
      kind: 'swap',
      protocol: 'dodo',
      pool: address,
      holder: address,
      tokenIn: addressAt(data, 0),
      tokenOut: addressAt(data, 1),
      amountIn: uintAt(data, 2),
      amountOut: uintAt(data, 3),
    }),
  },
  definePool('dodo', 'SellBaseToken(address,uint256,uint256)'),
  definePool('dodo', 'BuyBaseToken(address,uint256,uint256)'),
]
