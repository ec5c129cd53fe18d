// Names for the other packages of this repository only. They may change in any version.

export { computeEffectiveTip } from './classify/priorityScore.ts'
export { checkBounds } from './lifecycle/evictions.ts'
export type { PoolTokens } from './tokens/poolAddresses.ts'
export { type SignedAuthorization, toAuthority } from './transaction/authorization.ts'
export { type BlobSidecar, type RawTransaction, readRawTransaction } from './transaction/readRawTransaction.ts'
export { maxS, recoverSigner } from './transaction/recoverSigner.ts'
export type { TransactionCall } from './transaction/toTransaction.ts'
export type { Transaction } from './transaction/transaction.ts'
