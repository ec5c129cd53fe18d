import { topicAddress, uintAt } from '../parse/words.ts'
import type { PoolEventDefinition } from './poolEvent.ts'

/** Bancor's network and converters (v1, v2), the v3 network, and Carbon. */
export const bancor: readonly PoolEventDefinition[] = [
  {
    signature: 'Conversion(address,address,address,uint256,uint256,address)',
    decode: ({ topics, data }) => ({
      kind: 'swap',
      protocol: 'bancor',
      pool: topicAddress(topics[1]),
      holder: topicAddress(topics[1]),
      tokenIn: topicAddress(topics[2]),
      tokenOut: topicAddress(topics[3]),
      amountIn: uintAt(data, 0),
      amountOut: uintAt(data, 1),
    }),
  },
  {
    signature: 'TokensTraded(address,address,address,uint256,uint256,uint128,bool)',
    decode: ({ address, topics, data }) => ({
      kind: 'swap',
      protocol: 'carbon',
      pool: address,
      holder: address,
      tokenIn: topicAddress(topics[2]),
      tokenOut: topicAddress(topics[3]),
      amountIn: uintAt(data, 0),
      amountOut: uintAt(data, 1),
    }),
  },
  {
    signature: 'TokensTraded(bytes32,address,address,uint256,uint256,uint256,uint256,uint256,address)',
    decode: ({ address, topics, data }) => ({
      kind: 'swap',
      protocol: 'bancor_v3',
      pool: address,
      holder: address,
      tokenIn: topicAddress(topics[2]),
      tokenOut: topicAddress(topics[3]),
      amountIn: uintAt(data, 0),
      amountOut: uintAt(data, 2),
    }),
  },
]
