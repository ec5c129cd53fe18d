import type { Hex } from 'viem'

/** A field element in the form of Starknet's JSON-RPC: 0x without leading zeros. */
export type Felt = Hex

/** The used fields of Starknet's JSON-RPC answers (0.5 to 0.10). */
export type RpcTransaction = {
  readonly transaction_hash?: Felt
  readonly type: 'INVOKE' | 'DECLARE' | 'DEPLOY' | 'DEPLOY_ACCOUNT' | 'L1_HANDLER'
  readonly version: Hex
  readonly nonce?: Felt
  readonly max_fee?: Felt
  readonly signature?: readonly Felt[]
  readonly sender_address?: Felt
  readonly contract_address?: Felt
  readonly entry_point_selector?: Felt
  readonly calldata?: readonly Felt[]
  readonly class_hash?: Felt
  readonly compiled_class_hash?: Felt
  readonly contract_address_salt?: Felt
  readonly constructor_calldata?: readonly Felt[]
  readonly resource_bounds?: RpcResourceBounds
  readonly tip?: Hex
  readonly paymaster_data?: readonly Felt[]
  readonly account_deployment_data?: readonly Felt[]
  readonly nonce_data_availability_mode?: 'L1' | 'L2'
  readonly fee_data_availability_mode?: 'L1' | 'L2'
}

export type RpcResourceBounds = {
  readonly l1_gas: RpcResourceBound
  readonly l2_gas: RpcResourceBound
  /** Since Starknet 0.13.4. */
  readonly l1_data_gas?: RpcResourceBound
}

export type RpcResourceBound = { readonly max_amount: Hex; readonly max_price_per_unit: Hex }

export type RpcReceipt = {
  readonly transaction_hash: Felt
  readonly type: RpcTransaction['type']
  readonly actual_fee: { readonly amount: Hex; readonly unit: 'WEI' | 'FRI' } | Hex
  readonly execution_status?: 'SUCCEEDED' | 'REVERTED'
  readonly finality_status: FinalityStatus
  readonly revert_reason?: string
  readonly block_hash?: Felt
  readonly block_number?: number
  readonly events: readonly RpcEvent[]
  readonly messages_sent: readonly RpcMessage[]
  readonly message_hash?: Hex
  readonly contract_address?: Felt
  /** Gas since JSON-RPC 0.8; Cairo steps and builtins before. */
  readonly execution_resources?: Readonly<Record<string, unknown>>
}

export type FinalityStatus = 'RECEIVED' | 'CANDIDATE' | 'PRE_CONFIRMED' | 'ACCEPTED_ON_L2' | 'ACCEPTED_ON_L1'

export type RpcEvent = { readonly from_address: Felt; readonly keys: readonly Felt[]; readonly data: readonly Felt[] }

/** An event of `starknet_getEvents`. Events of a pre-confirmed block have no block and no index. Old nodes omit the index. */
export type RpcEmittedEvent = RpcEvent & {
  readonly transaction_hash: Felt
  readonly block_hash?: Felt
  readonly block_number?: number
  readonly transaction_index?: number
  readonly event_index?: number
}

export type RpcMessage = { readonly from_address: Felt; readonly to_address: Hex; readonly payload: readonly Felt[] }

export type RpcGasPrice = { readonly price_in_wei: Hex; readonly price_in_fri: Hex }

/** A block in any of the three forms: with hashes, with transactions, or with receipts. */
export type RpcBlock = {
  readonly status?: FinalityStatus
  /** Hash of the block. A pre-confirmed block has no hash, and no `status`, `parent_hash` and `new_root`. */
  readonly block_hash?: Felt
  readonly parent_hash?: Felt
  readonly new_root?: Felt
  readonly block_number: number
  readonly timestamp: number
  readonly sequencer_address: Felt
  readonly starknet_version?: string
  readonly l1_da_mode?: 'BLOB' | 'CALLDATA'
  readonly l1_gas_price?: RpcGasPrice
  readonly l1_data_gas_price?: RpcGasPrice
  readonly l2_gas_price?: RpcGasPrice
  readonly transaction_count?: number
  readonly event_count?: number
  readonly state_diff_length?: number
  readonly transaction_commitment?: Felt
  readonly event_commitment?: Felt
  readonly receipt_commitment?: Felt
  readonly state_diff_commitment?: Felt
  readonly transactions: readonly (
    | Felt
    | RpcTransaction
    | { readonly transaction: RpcTransaction; readonly receipt: RpcReceipt }
  )[]
}
