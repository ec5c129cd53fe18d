export { createPoolBook } from './book/createPoolBook.ts'
export type { KnownPool } from './book/knownPool.ts'
export type {
  PoolBook,
  PoolBookBlock,
  PoolBookOptions,
  PoolBookStatus,
  PoolBookUpdate,
  PoolSnapshot,
  PoolWant,
} from './book/poolBookTypes.ts'
export { getSwapRoutes } from './getSwapRoutes.ts'
export type { PoolState } from './poolState.ts'
export { createDexPriceSource, type DexPriceOptions } from './price/dexPriceSource.ts'
export type { SwapRoute, SwapRoutes } from './swapRoute.ts'
