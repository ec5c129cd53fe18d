import type { Address } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'

/** Returns the first amount of a token that an address paid, or null. */
export const findPaid = ({ transfers }: TransactionFlow, token: Address, payer: Address): bigint | null =>
  transfers.find((transfer) => transfer.token === token && transfer.from === payer)?.amount ?? null

/** Returns the last amount of a token that an address received. An earlier one may be a flash loan of the same token. */
export const findReceived = ({ transfers }: TransactionFlow, token: Address, receiver: Address): bigint | null =>
  transfers.findLast((transfer) => transfer.token === token && transfer.to === receiver)?.amount ?? null

/** Returns the token of which exactly this amount moved to or from an address. */
export function findToken(
  { transfers }: TransactionFlow,
  amount: bigint,
  side: { readonly to: Address } | { readonly from: Address },
): Address | null {
  const found = transfers.find(
    (transfer) => transfer.amount === amount && ('to' in side ? transfer.to === side.to : transfer.from === side.from),
  )
  return found?.token ?? null
}
