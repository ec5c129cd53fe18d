import { isSameFelt, toU256 } from '../felt.ts'
import type { Felt } from '../rpcTypes.ts'
import type { StarknetEvent } from './toReceipt.ts'

/** starknet_keccak of `Transfer`. */
export const transferKey = '0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9'

/** A movement of an ERC-20 token. */
export type StarknetTransfer = {
  readonly token: Felt
  readonly from: Felt
  readonly to: Felt
  readonly amount: bigint
}

/**
 * Finds ERC-20 transfers among events. They have the form `Transfer(from, to, amount)`, with the amount as u256 and
 * the addresses in the data (Cairo 0) or in the keys (Cairo 1). NFT transfers, which also have the token's id in the
 * keys, are skipped.
 */
export function toTransfers(events: readonly StarknetEvent[]): readonly StarknetTransfer[] {
  return events.flatMap(({ from: token, keys, data }) => {
    if (keys[0] === undefined || !isSameFelt(keys[0], transferKey)) return []
    const [from, to, low, high, ...more] = [...keys.slice(1), ...data]
    if (keys.length > 3 || from === undefined || to === undefined || low === undefined || high === undefined) return []
    return more.length > 0 ? [] : [{ token, from, to, amount: toU256(low, high) }]
  })
}

type Fee = { readonly payer: Felt; readonly token: Felt; readonly amount: bigint }

/**
 * Removes the transfer that paid the fee, which is the payer's last transfer of that amount. Old blocks have no transfer for the
 * fee.
 */
export function withoutFee(transfers: readonly StarknetTransfer[], { payer, token, amount }: Fee) {
  const index = transfers.findLastIndex(
    (one) => isSameFelt(one.token, token) && isSameFelt(one.from, payer) && one.amount === amount,
  )
  return index === -1 ? transfers : transfers.toSpliced(index, 1)
}
