import type { CosmosEvent, Decoded } from './decoded.ts'
import { type Transfer, toTransfers } from './events.ts'

export type Movements = {
  /** The account named as payer of the fee, otherwise the first signer. Null if neither can be determined. */
  readonly from: string | null
  /** The recipient of the first transfer from `from`. Null if there is none. */
  readonly to: string | null
  /** The amount of the native currency that `from` transfers, without fees. */
  readonly value: bigint
  /** All transfers of the messages. Empty for a failed transaction. */
  readonly transfers: readonly Transfer[]
}

export function computeMovements(transaction: Decoded, nativeDenom: string): Movements {
  const { code, messageEvents } = transaction
  const transfers = code === 0 ? toTransfers(messageEvents) : []
  const from = findPayer(transaction)
  const sent = transfers.filter(({ sender }) => sender === from)
  const value = sent
    .flatMap(({ amounts }) => amounts)
    .reduce((total, { denom, amount }) => (denom === nativeDenom ? total + amount : total), 0n)
  return { from, to: sent[0]?.recipient ?? null, value, transfers }
}

function findPayer({ feePayer, signer, events }: Decoded): string | null {
  if (feePayer !== null) return feePayer
  // The account whose sequence number increases: `address/number`.
  const counted = findAttribute(events, 'tx', 'acc_seq')?.split('/')[0]
  return counted ?? signer ?? findAttribute(events, 'message', 'sender') ?? null
}

function findAttribute(events: readonly CosmosEvent[], type: string, key: string): string | undefined {
  const attributes = events.flatMap((event) => (event.type === type ? event.attributes : []))
  return attributes.find((attribute) => attribute.key === key)?.value
}
