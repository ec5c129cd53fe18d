export { getSwapRoutes, type SwapRouteSnapshot, type SwapRoutesOptions, type TokenPair } from './dex/getSwapRoutes.ts'
export type { Hop, SwapRoute, SwapRoutes } from './dex/swapRoute.ts'
export {
  computePreLiquidation,
  type PreLiquidation,
  type PreSeizure,
} from './lending/morpho/computePreLiquidation.ts'
export { getPreLiquidation, getPreLiquidationAddresses } from './lending/morpho/preLiquidations.ts'
export { defineLending, type LendingProtocol, type Touch } from './lending/protocol.ts'
export { lendingProtocols } from './lending/registry.ts'
export type {
  Book,
  BookBlock,
  BookMarket,
  Books,
  BooksEvents,
  BooksOptions,
  Touched,
} from './liquidation/book/bookTypes.ts'
export { createBooks, InvalidProofIntervalError } from './liquidation/book/createBooks.ts'
export type { HealthModel, LiquidatableAccount } from './liquidation/book/liquidatable.ts'
export { InvalidBookFileError } from './liquidation/book/parseSnapshot.ts'
export {
  createPositionTable,
  type PositionCount,
  type PositionSums,
  type PositionTable,
} from './liquidation/book/positionTable.ts'
export type { ProofRecord } from './liquidation/book/proofArchive.ts'
export {
  type BookStatus,
  EmptyBookError,
  exportBook,
  getBookStatus,
  importBook,
} from './liquidation/book/snapshot.ts'
export { computeOpportunities } from './liquidation/computeOpportunities.ts'
export { type FlashLender, pickFlashLoan } from './liquidation/flashLoans.ts'
export { getFlashLenders, type KnownLenders } from './liquidation/getFlashLenders.ts'
export type {
  FlashLoan,
  LiquidationScan,
  Opportunity,
  SkippedPosition,
  TokenAmount,
} from './liquidation/opportunity.ts'
export { type Proof, proveLiquidation } from './liquidation/proveLiquidation.ts'
export {
  NoBorrowersError,
  NoGasValueError,
  type ScanOptions,
  scanLiquidations,
} from './liquidation/scanLiquidations.ts'
export { createLiquidationScanner, ScannerClosedError } from './liquidation/scanner.ts'
export type {
  BookState,
  LiquidationScanner,
  LiquidationScannerOptions,
  ProtocolStats,
  ScannerEvents,
} from './liquidation/scannerTypes.ts'
export { computeBestLiquidation } from './liquidation/sizing/computeBestLiquidation.ts'
export type { BestLiquidation, GasCost, SizingInput } from './liquidation/sizing/sizingTypes.ts'
export type { Candidate, SizingContext } from './liquidation/sizingContext.ts'
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
} from './market/market.ts'
export { toPriceUsd, valueMarkets, withPrices } from './market/prices.ts'
export { LendingUnavailableError, type MarketMemory, type ReadMarket, readMarkets } from './market/readMarkets.ts'
export { computePosition, NoDollarValueError, toHealthStatus } from './positions/computePosition.ts'
export { getPositionHealth, NoLendingError, type PositionHealthOptions } from './positions/getPositionHealth.ts'
export type {
  CollateralAsset,
  DebtAsset,
  HealthStatus,
  LendingPosition,
  PositionHealth,
  SkippedProtocol,
} from './positions/position.ts'
export { getPriceSources } from './prices/getPriceSources.ts'
export { predictMarkets } from './prices/predictMarkets.ts'
export type { PriceSource } from './prices/priceSource.ts'
export { type BlockReader, type BlockReaderOptions, createBlockReader, type Read } from './reads/blockReader.ts'
export { LendingReadError, NoContractError } from './reads/readErrors.ts'
