// What the packages of this repository use of each other beside the public face. It may change with any version.

export { walkLogs } from './dex/activity/walkLogs.ts'
export { createNewPoolDecoder, type NewPool } from './dex/book/decodeNewPools.ts'
export { getPoolState } from './dex/book/getPoolState.ts'
export type { PoolBookEvents } from './dex/book/poolBookTypes.ts'
export {
  createSnapshotCopy,
  type SnapshotChanges,
  type SnapshotCopy,
  toSnapshotChanges,
} from './dex/book/snapshotChanges.ts'
export { toPairSwap, toTicksSwap } from './dex/directSwap.ts'
export type { PoolKind, PoolLog, SwapOutcome } from './dex/poolKind.ts'
export { advancePool, applyPoolLog, poolTopics, quotePool, swapPool, swapPoolOut, toPoolRate } from './dex/poolKinds.ts'
export type * from './dex/poolState.ts'
export type { Hop } from './dex/router/swapRoute.ts'
export type {
  Account,
  AssetValue,
  CollateralValue,
  Entry,
  Health,
  Liquidation,
  LiquidationCall,
  LiquidationTerms,
  Market,
  Pair,
  Refusal,
  RepayRange,
  Reserve,
  Screen,
  StableDebt,
} from './lending/market.ts'
export { computePreLiquidation, type PreLiquidation, type PreSeizure } from './lending/morpho/computePreLiquidation.ts'
export { getPreLiquidation, getPreLiquidationAddresses } from './lending/morpho/preLiquidations.ts'
export { NoDollarValueError, toPriceUsd, valueMarkets, withPrices } from './lending/prices.ts'
export type { AccountChange } from './lending/protocol.ts'
export { isAbsent, isVerdict, type ReadFailure } from './lending/readFailure.ts'
export { type MarketMemory, type ReadMarket, readMarkets, tryMarkets } from './lending/readMarkets.ts'
export { listUnsupportedLenders } from './lending/unsupported.ts'
export type { Book, BookMarket, BooksEvents, ReadAccounts } from './liquidation/book/bookTypes.ts'
export type { HealthModel, LiquidatableAccount } from './liquidation/book/liquidatable.ts'
export {
  createPositionTable,
  type PositionCount,
  type PositionSums,
  type PositionTable,
} from './liquidation/book/positionTable.ts'
export type { ProofRecord } from './liquidation/book/proofArchive.ts'
export { computeOpportunities } from './liquidation/computeOpportunities.ts'
export { type FlashLender, pickFlashLoan } from './liquidation/flashLoans.ts'
export { getFlashLenders, type KnownLenders } from './liquidation/getFlashLenders.ts'
export type { GasCost } from './liquidation/sizing/sizingTypes.ts'
export type { Candidate, SizingContext } from './liquidation/sizingContext.ts'
export { toChangedAccounts } from './positions/changedAccounts.ts'
export { computePosition, toHealthStatus } from './positions/computePosition.ts'
export { readPositions } from './positions/readPositions.ts'
export { type BlockReader, type BlockReaderOptions, createBlockReader, type Read } from './reads/blockReader.ts'
export { multicall3 } from './reads/multicall.ts'
export { UnreadableBlockError } from './reads/readErrors.ts'
