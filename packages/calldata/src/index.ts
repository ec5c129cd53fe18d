export { wrappers } from './accounts/registry.ts'
export type {
  Action,
  ActionFields,
  ApprovalAction,
  BridgeAction,
  FeeAction,
  FlashLoanAction,
  Holder,
  LendingAction,
  LiquidationAction,
  LiquidityAction,
  NftAction,
  OracleUpdateAction,
  OtherAction,
  PaymentAction,
  SwapAction,
  TransferAction,
  Undecoded,
  UndecodedReason,
  WrapAction,
} from './decoder/action.ts'
export type { SwapFields } from './decoder/call.ts'
export { type CallData, createDecoder, type Decoded, type Decoder, type DecoderOptions } from './decoder/decoder.ts'
export type { AddressBook, Deployment } from './decoder/deployment.ts'
export { type Contract, type Decode, defineFunctions, defineProtocol, type Protocol } from './decoder/protocol.ts'
export { pools as aaveV2Pools } from './lending/aaveV2/addresses.ts'
export { pools as aaveV3Pools } from './lending/aaveV3/addresses.ts'
export { compoundMarkets, comptrollers } from './lending/compoundV2/markets.ts'
export { type Comet, comets } from './lending/compoundV3/comets.ts'
export { morphoContracts } from './lending/morpho/addresses.ts'
export { sparkPools } from './lending/spark/spark.ts'
export { type OracleUpdate, toOracleUpdates } from './oracleUpdates/toOracleUpdates.ts'
export { protocols } from './registry.ts'
export { dexIds } from './swaps/dexIds.ts'
export { type DexFactories, dexFactories } from './swaps/factories.ts'
export { type PoolContracts, poolContracts } from './swaps/poolContracts.ts'
