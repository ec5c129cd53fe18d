// What the packages of this repository use of each other beside the public face. It may change with any version.

export { computeMovedValue, type MovedValue, type NativeWorth } from './classify/movedValue.ts'
export { computeEffectiveTip } from './classify/priorityScore.ts'
export { toSwapDetails } from './classify/swapDetails.ts'
export { checkBounds } from './lifecycle/evictions.ts'
export type { ContractSource } from './tokens/contractSource.ts'
export type { PoolTokens } from './tokens/poolAddresses.ts'
export { decodeSymbol } from './tokens/tokenRegistry.ts'
export { type SignedAuthorization, toAuthority } from './transaction/authorization.ts'
export { type BlobSidecar, type RawTransaction, readRawTransaction } from './transaction/readRawTransaction.ts'
export { maxS, recoverSigner } from './transaction/recoverSigner.ts'
export type { TransactionCall } from './transaction/toTransaction.ts'
export type { Transaction } from './transaction/transaction.ts'
