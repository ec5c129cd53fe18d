export type {
  Action,
  ApprovalAction,
  BridgeAction,
  FlashLoanAction,
  LendingAction,
  LiquidationAction,
  LiquidityAction,
  Meaning,
  NftAction,
  OtherAction,
  SwapAction,
  TransferAction,
  Undecoded,
  UndecodedReason,
  WrapAction,
} from './calldata/action.ts'
export { Args, type Span } from './calldata/args.ts'
export { Call, type SwapMeaning } from './calldata/call.ts'
export { type CallData, createDecoder, type Decoded, type Decoder, type DecoderOptions } from './calldata/decoder.ts'
export {
  type Contract,
  type Decode,
  defineFunctions,
  defineProtocol,
  type FunctionDefinition,
  type Functions,
  type Protocol,
} from './calldata/protocol.ts'
export type { Exit, Exits, Hop } from './exits/exit.ts'
export { type ExitPair, type ExitsOptions, getExits, type PoolExits } from './exits/getExits.ts'
export { type BlockReader, type BlockReaderOptions, createBlockReader, type Read } from './lending/blockReader.ts'
export { computePosition, NoDollarValueError, toHealthStatus } from './lending/computePosition.ts'
export { getPositionHealth, NoLendingError, type PositionHealthOptions } from './lending/getPositionHealth.ts'
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
export type {
  CollateralAsset,
  DebtAsset,
  HealthStatus,
  LendingPosition,
  PositionHealth,
  SkippedProtocol,
} from './lending/position.ts'
export { toPriceUsd, valueMarkets, withPrices } from './lending/prices.ts'
export { type Deployment, defineLending, type LendingProtocol, type Touch } from './lending/protocol.ts'
export { LendingReadError, NoContractError } from './lending/readErrors.ts'
export { LendingUnavailableError, type MarketMemory, type ReadMarket, readMarkets } from './lending/readMarkets.ts'
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
export { decodeOracleUpdate } from './prices/decodeOracleUpdate.ts'
export { getPriceSources } from './prices/getPriceSources.ts'
export { predictMarkets } from './prices/predictMarkets.ts'
export type { OracleUpdate, PriceSource } from './prices/priceSource.ts'
export { compoundMarkets } from './protocols/compoundV2/markets.ts'
export { dexIds } from './protocols/dexIds.ts'
export { lendingProtocols } from './protocols/lendingRegistry.ts'
export {
  computePreLiquidation,
  type PreLiquidation,
  type PreSeizure,
} from './protocols/morpho/computePreLiquidation.ts'
export { getPreLiquidation, getPreLiquidationAddresses } from './protocols/morpho/preLiquidations.ts'
export { protocols } from './protocols/registry.ts'
export { wrappedNative } from './protocols/wrappedNative/addresses.ts'
