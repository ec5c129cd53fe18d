import { uintAt } from '../parse/words.ts'
import type { PoolEventDefinition } from './poolEvent.ts'

/** Event data without the indexed buyer: (sold_id, tokens_sold, bought_id, tokens_bought, …). */
const define = (signature: string): PoolEventDefinition => ({
  signature,
  decode: ({ address, data }) => ({
    kind: 'swap',
    protocol: 'curve',
    pool: address,
    holder: address,
    amountIn: uintAt(data, 1),
    amountOut: uintAt(data, 3),
  }),
})

/** Curve pools of all generations: stable, meta, crypto and NG. */
export const curve: readonly PoolEventDefinition[] = [
  define('TokenExchange(address,int128,uint256,int128,uint256)'),
  define('TokenExchangeUnderlying(address,int128,uint256,int128,uint256)'),
  define('TokenExchange(address,uint256,uint256,uint256,uint256)'),
  define('TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)'),
  // Saddle, Synapse and similar pools: (tokensSold, tokensBought, soldId, boughtId).
  ...['TokenSwap', 'TokenSwapUnderlying'].map(
    (name): PoolEventDefinition => ({
      signature: `${name}(address,uint256,uint256,uint128,uint128)`,
      decode: ({ address, data }) => ({
        kind: 'swap',
        protocol: 'saddle',
        pool: address,
        holder: address,
        amountIn: uintAt(data, 0),
        amountOut: uintAt(data, 1),
      }),
    }),
  ),
]
