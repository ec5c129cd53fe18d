import type { Hex } from 'viem'
import type { Felt, RpcResourceBounds, RpcTransaction } from '../rpcTypes.ts'
import { type StarknetCall, toCalls } from './toCalls.ts'

/** The maximum that a transaction of version 3 pays for a resource. */
export type StarknetBound = { readonly maxAmount: bigint; readonly maxPricePerUnit: bigint }

/** The fee limit of a transaction. It is one sum before version 3, and amounts and prices of gas since. */
export type StarknetFeeLimit =
  | { readonly kind: 'maxFee'; readonly maxFee: bigint }
  | {
      readonly kind: 'resources'
      readonly l1Gas: StarknetBound
      readonly l2Gas: StarknetBound
      /** Null before Starknet 0.13.4. */
      readonly l1DataGas: StarknetBound | null
      readonly tip: bigint
      readonly paymasterData: readonly Felt[]
      readonly nonceDataAvailability: 'L1' | 'L2'
      readonly feeDataAvailability: 'L1' | 'L2'
    }

type Common = { readonly hash: Felt; readonly version: number; readonly signature: readonly Felt[] }

/** A Starknet transaction as it was sent. */
export type StarknetTransactionBody =
  | (Common & {
      readonly type: 'INVOKE'
      readonly sender: Felt
      /** Null before version 1. */
      readonly nonce: bigint | null
      /** Only in version 0, in which the transaction names the called function. */
      readonly selector: Felt | null
      readonly calldata: readonly Felt[]
      /** The calls that the account makes. Null if its calldata has another layout. */
      readonly calls: readonly StarknetCall[] | null
      readonly accountDeploymentData: readonly Felt[]
      readonly feeLimit: StarknetFeeLimit
    })
  | (Common & {
      readonly type: 'DECLARE'
      readonly sender: Felt
      readonly nonce: bigint | null
      readonly classHash: Felt
      /** Null before version 2. */
      readonly compiledClassHash: Felt | null
      readonly accountDeploymentData: readonly Felt[]
      readonly feeLimit: StarknetFeeLimit
    })
  | (Common & {
      readonly type: 'DEPLOY_ACCOUNT'
      readonly nonce: bigint
      readonly classHash: Felt
      readonly salt: Felt
      readonly constructorCalldata: readonly Felt[]
      readonly feeLimit: StarknetFeeLimit
    })
  | (Common & {
      readonly type: 'DEPLOY'
      readonly classHash: Felt
      readonly salt: Felt
      readonly constructorCalldata: readonly Felt[]
    })
  | (Common & {
      readonly type: 'L1_HANDLER'
      /** The contract that receives the message. */
      readonly contract: Felt
      /** The Ethereum contract that sent it, which is the first value of the calldata. */
      readonly l1Sender: Hex
      readonly selector: Felt
      readonly nonce: bigint | null
      readonly calldata: readonly Felt[]
    })

/** Bit 128 of the version marks a transaction that is only used for fee estimates. */
const queryBit = 1n << 128n

/** Converts a transaction of `starknet_getTransactionByHash`, or of a block with transactions or receipts. */
export function toTransaction(row: RpcTransaction, hash = row.transaction_hash as Felt): StarknetTransactionBody {
  const version = Number(BigInt(row.version) & ~queryBit)
  const common = { hash, version, signature: row.signature ?? [] }
  const nonce = row.nonce === undefined ? null : BigInt(row.nonce)
  const { calldata = [], class_hash: classHash, account_deployment_data: accountDeploymentData = [] } = row
  const deployment = {
    classHash: classHash as Felt,
    salt: row.contract_address_salt as Felt,
    constructorCalldata: row.constructor_calldata ?? [],
  }
  if (row.type === 'DEPLOY') return { ...common, type: 'DEPLOY', ...deployment }
  if (row.type === 'DEPLOY_ACCOUNT')
    return { ...common, type: 'DEPLOY_ACCOUNT', ...deployment, nonce: nonce ?? 0n, feeLimit: toFeeLimit(row) }
  const selector = row.entry_point_selector ?? null
  const contract = row.contract_address as Felt
  if (row.type === 'L1_HANDLER')
    return {
      ...common,
      type: 'L1_HANDLER',
      contract,
      l1Sender: calldata[0] ?? '0x0',
      selector: selector as Felt,
      nonce,
      calldata,
    }
  const sent = {
    ...common,
    sender: row.sender_address ?? contract,
    nonce,
    accountDeploymentData,
    feeLimit: toFeeLimit(row),
  }
  if (row.type === 'DECLARE') {
    const compiledClassHash = row.compiled_class_hash ?? null
    return { ...sent, type: 'DECLARE', classHash: classHash as Felt, compiledClassHash }
  }
  return { ...sent, type: 'INVOKE', selector, calldata, calls: toCalls(calldata) }
}

function toFeeLimit(row: RpcTransaction): StarknetFeeLimit {
  const { resource_bounds: bounds } = row
  if (bounds === undefined) return { kind: 'maxFee', maxFee: BigInt(row.max_fee ?? 0) }
  return {
    kind: 'resources',
    ...toBounds(bounds),
    tip: BigInt(row.tip ?? 0),
    paymasterData: row.paymaster_data ?? [],
    nonceDataAvailability: row.nonce_data_availability_mode ?? 'L1',
    feeDataAvailability: row.fee_data_availability_mode ?? 'L1',
  }
}

const toBounds = ({ l1_gas, l2_gas, l1_data_gas }: RpcResourceBounds) => ({
  l1Gas: toBound(l1_gas),
  l2Gas: toBound(l2_gas),
  l1DataGas: l1_data_gas ? toBound(l1_data_gas) : null,
})

const toBound = (bound: RpcResourceBounds['l1_gas']): StarknetBound => ({
  maxAmount: BigInt(bound.max_amount),
  maxPricePerUnit: BigInt(bound.max_price_per_unit),
})
