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
export { protocols } from './protocols/registry.ts'
export { wrappedNative } from './protocols/wrappedNative/addresses.ts'
