import { topicAddress, uintAt } from '../parse/words.ts'
import { defineOther, type PoolEventDefinition } from './poolEvent.ts'

/** Pools of Balancer v1 and vaults of v2 and v3. */
export const balancer: readonly PoolEventDefinition[] = [
  {
    signature: 'LOG_SWAP(address,address,address,uint256,uint256)',
    decode: ({ address, topics, data }) => ({
      kind: 'swap',
      protocol: 'balancer_v1',
      pool: address,
      holder: address,
      tokenIn: topicAddress(topics[2]),
      tokenOut: topicAddress(topics[3]),
      amountIn: uintAt(data, 0),
      amountOut: uintAt(data, 1),
    }),
  },
  {
    signature: 'Swap(bytes32,address,address,uint256,uint256)',
    decode: ({ address, topics, data }) =>
      topics[1] === undefined
        ? null
        : {
            kind: 'swap',
            protocol: 'balancer_v2',
            pool: topics[1],
            holder: address,
            tokenIn: topicAddress(topics[2]),
            tokenOut: topicAddress(topics[3]),
            amountIn: uintAt(data, 0),
            amountOut: uintAt(data, 1),
          },
  },
  {
    signature: 'Swap(address,address,address,uint256,uint256,uint256,uint256)',
    decode: ({ address, topics, data }) => ({
      kind: 'swap',
      protocol: 'balancer_v3',
      pool: topicAddress(topics[1]),
      holder: address,
      tokenIn: topicAddress(topics[2]),
      tokenOut: topicAddress(topics[3]),
      amountIn: uintAt(data, 0),
      amountOut: uintAt(data, 1),
    }),
  },
  ...defineOther('balancer_v1', ['LOG_JOIN(address,address,uint256)', 'LOG_EXIT(address,address,uint256)']),
]
