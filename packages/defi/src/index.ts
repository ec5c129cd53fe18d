export { defineLending, type LendingProtocol } from './lending/protocol.ts'
export type { SkippedProtocol } from './lending/readFailure.ts'
export { LendingUnavailableError } from './lending/readMarkets.ts'
export { lendingProtocols } from './lending/registry.ts'
export type { BookBlock, Books, BooksOptions } from './liquidation/book/bookTypes.ts'
export { createBooks, InvalidProofIntervalError } from './liquidation/book/createBooks.ts'
export { InvalidBookFileError } from './liquidation/book/parseSnapshot.ts'
export { type BookStatus, EmptyBookError, exportBook, getBookStatus, importBook } from './liquidation/book/snapshot.ts'
export type {
  FlashLoan,
  LiquidationScan,
  Opportunity,
  SkippedPosition,
  TokenAmount,
} from './liquidation/opportunity.ts'
export { type Proof, type ProofState, proveLiquidation } from './liquidation/proveLiquidation.ts'
export {
  NoBorrowersError,
  NoGasValueError,
  type ScanOptions,
  scanLiquidations,
} from './liquidation/scanLiquidations.ts'
export { createLiquidationScanner, ScannerClosedError } from './liquidation/scanner.ts'
export type {
  BookState,
  BorrowerPosition,
  LiquidationScanner,
  LiquidationScannerOptions,
  ProtocolStats,
  ScannerEvents,
} from './liquidation/scannerTypes.ts'
export { computeBestLiquidation } from './liquidation/sizing/computeBestLiquidation.ts'
export type { BestLiquidation, SizingInput } from './liquidation/sizing/sizingTypes.ts'
export { getPositionHealth, NoLendingError, type PositionHealthOptions } from './positions/getPositionHealth.ts'
export type {
  CollateralAsset,
  DebtAsset,
  HealthStatus,
  LendingPosition,
  PositionHealth,
} from './positions/position.ts'
export { getPriceSources } from './prices/getPriceSources.ts'
export type { LendingPriceSource } from './prices/lendingPriceSource.ts'
export { predictMarkets } from './prices/predictMarkets.ts'
export { LendingReadError, NoContractError } from './reads/readErrors.ts'
