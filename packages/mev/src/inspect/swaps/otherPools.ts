import { topicAddress, uintAt } from '../parse/words.ts'
import { definePool, type PoolEventDefinition } from './poolEvent.ts'

const mooniswap = 'address,address,address,address,uint256,uint256,uint256,uint256'

/** DEXes whose logs vary or contain no amounts. The swapped amounts are read from the transfers. */
export const otherPools: readonly PoolEventDefinition[] = [
  definePool('mooniswap', `Swapped(${mooniswap},address)`),
  definePool('mooniswap', `Swapped(${mooniswap},uint256,address)`),
  definePool('clipper', 'Swapped(address,address,address,uint256,uint256,bytes)'),
  definePool('trader_joe_lb', 'Swap(address,address,uint24,bytes32,bytes32,uint24,bytes32,bytes32)'),
  definePool('trader_joe_lb', 'Swap(address,address,uint256,bool,uint256,uint256,uint256,uint256)'),
  definePool('kyber', 'TradeExecute(address,address,uint256,address,uint256,address)'),
  definePool('wombat', 'Swap(address,address,address,uint256,uint256,address)'),
  definePool(
    'ambient',
    'CrocSwap(address,address,uint256,bool,bool,uint128,uint16,uint128,uint128,uint8,int128,int128)',
  ),
  definePool('hashflow', 'Trade(address,address,bytes32,address,address,uint256,uint256)'),
  {
    // (orderHash, maker, taker, feeRecipient, makerToken, takerToken, takerFilled, makerFilled, takerFeeFilled, nonce, pool)
    signature:
      'LimitOrderFilled(bytes32,address,address,address,address,address,uint128,uint128,uint128,uint256,bytes32)',
    decode: ({ data }) => {
      const word = (index: number) => topicAddress(`0x${data.slice(2 + index * 64, 66 + index * 64)}`)
      return {
        kind: 'swap',
        protocol: 'zero_ex',
        pool: word(1),
        holder: word(1),
        tokenIn: word(5),
        tokenOut: word(4),
        amountIn: uintAt(data, 6),
        amountOut: uintAt(data, 7),
      }
    },
  },
]
