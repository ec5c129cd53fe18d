export { nativeToken, permit2Address } from '@outrigger/calldata/internal'
export type { PoolActivity, TokenActivity } from './activity/computeActivity.ts'
export { type DexActivity, type DexActivityOptions, getDexActivity } from './activity/getDexActivity.ts'
export type { AggregatorRequest, AggregatorSwap } from './aggregators/aggregator.ts'
export { AggregatorError, AggregatorSchemaError, InvalidAggregatorError } from './aggregators/aggregatorErrors.ts'
export {
  type Aggregator,
  type AggregatorOptions,
  aggregatorDefaults,
  createAggregator,
} from './aggregators/createAggregator.ts'
export { type AggregatorName, aggregatorNames } from './aggregators/registry.ts'
export type { ComparedQuote } from './bestQuote/comparedQuote.ts'
export { type BestQuote, type BestQuoteParameters, getBestQuote } from './bestQuote/getBestQuote.ts'
export { createPoolBook } from './book/createPoolBook.ts'
export type { KnownPool } from './book/knownPool.ts'
export type {
  PoolBook,
  PoolBookBlock,
  PoolBookOptions,
  PoolBookStatus,
  PoolBookUpdate,
  PoolRequest,
  PoolSnapshot,
} from './book/poolBookTypes.ts'
export type { PoolState } from './poolState.ts'
export { createDexPriceSource, type DexPriceOptions } from './price/dexPriceSource.ts'
export {
  createSwapRouter,
  type SwapQuote,
  type SwapRequest,
  type SwapRouter,
  type SwapRouterOptions,
} from './router/createSwapRouter.ts'
export type { Route } from './router/findRoute.ts'
export { findRoute, type RouteRequest } from './router/findRoute.ts'
export { getSwapRoutes } from './router/getSwapRoutes.ts'
export { createRouteGraph, type RouteGraph, type RoutePools, toRoutePools } from './router/routeGraph.ts'
export type { SwapRoute, SwapRoutes } from './router/swapRoute.ts'
export {
  InvalidSwapError,
  routerDexes,
  type SwapPlan,
  type SwapTransaction,
  toSwapTransaction,
  universalRouters,
} from './router/universalRouter.ts'
