import type { Hex } from 'viem'
import type { FeeUnit } from '../feeTokens.ts'
import type { Felt, FinalityStatus, RpcEvent, RpcMessage, RpcReceipt } from '../rpcTypes.ts'

/** The result of a Starknet transaction. */
export type StarknetReceipt = {
  /** The paid fee, in `feeUnit`. Reverted transactions pay too. */
  readonly fee: bigint
  readonly feeUnit: FeeUnit
  readonly executionStatus: 'SUCCEEDED' | 'REVERTED'
  /** Null unless it reverted. */
  readonly revertReason: string | null
  readonly finalityStatus: FinalityStatus
  readonly events: readonly StarknetEvent[]
  /** Messages to Ethereum. */
  readonly messagesSent: readonly StarknetMessage[]
  /** The deployed contract of `DEPLOY` and `DEPLOY_ACCOUNT`. */
  readonly contract: Felt | null
  /** Ethereum's hash of a message from Ethereum, otherwise null. */
  readonly messageHash: Hex | null
  readonly resources: StarknetResources
}

export type StarknetEvent = { readonly from: Felt; readonly keys: readonly Felt[]; readonly data: readonly Felt[] }
export type StarknetMessage = { readonly from: Felt; readonly to: string; readonly payload: readonly Felt[] }

/** Used resources. Each is null if the node does not report it: gas is reported since JSON-RPC 0.8, steps before. */
export type StarknetResources = {
  readonly l1Gas: bigint | null
  readonly l1DataGas: bigint | null
  readonly l2Gas: bigint | null
  readonly steps: bigint | null
}

/** Converts a receipt of `starknet_getTransactionReceipt`, or of a block with receipts. */
export function toReceipt(row: RpcReceipt, version: number): StarknetReceipt {
  return {
    ...toFee(row.actual_fee, version),
    executionStatus: row.execution_status ?? 'SUCCEEDED',
    revertReason: row.revert_reason ?? null,
    finalityStatus: row.finality_status,
    contract: row.contract_address ?? null,
    messageHash: row.message_hash ?? null,
    events: row.events.map(toEvent),
    messagesSent: row.messages_sent.map(toMessage),
    resources: toResources(row.execution_resources ?? {}),
  }
}

/** Nodes before JSON-RPC 0.7 return only the amount. Transactions of version 3 pay in FRI, older ones in WEI. */
const toFee = (fee: RpcReceipt['actual_fee'], version: number): Pick<StarknetReceipt, 'fee' | 'feeUnit'> =>
  typeof fee === 'string'
    ? { fee: BigInt(fee), feeUnit: version < 3 ? 'WEI' : 'FRI' }
    : { fee: BigInt(fee.amount), feeUnit: fee.unit }

export const toEvent = ({ from_address, keys, data }: RpcEvent): StarknetEvent => ({ from: from_address, keys, data })

const toMessage = ({ from_address, to_address, payload }: RpcMessage): StarknetMessage => ({
  from: from_address,
  to: to_address,
  payload,
})

function toResources(resources: Readonly<Record<string, unknown>>): StarknetResources {
  const read = (name: string) => {
    const value = resources[name]
    return typeof value === 'number' || typeof value === 'string' ? BigInt(value) : null
  }
  return { l1Gas: read('l1_gas'), l1DataGas: read('l1_data_gas'), l2Gas: read('l2_gas'), steps: read('steps') }
}
