import type { MempoolWatchParameters, PendingReading } from '@outrigger/api'

export type TransactionType = PendingReading['classification']['type']

/** The transaction types of the API contract. */
export const transactionTypes = [
  ...['contract_deploy', 'liquidation', 'flashloan', 'bridge', 'nft', 'swap', 'transfer', 'other'],
] as readonly TransactionType[]

/** The filter that the user entered. '' matches everything. */
export type PendingWish = {
  readonly type: TransactionType | 'all'
  /** In the native currency, as typed. */
  readonly minValue: string
  /** Sender or recipient. */
  readonly address: string
  readonly onlyMev: boolean
}
export const anything: PendingWish = { type: 'all', minValue: '', address: '', onlyMev: false }

/** Says why there are no pending transactions and no findings of a chain. */
export const notWatched = (chain: string) => `the node does not watch the mempool of ${chain}`

/** Returns why a filter is invalid, or undefined if it is valid. */
export function findFault({ address, minValue }: PendingWish): string | undefined {
  if (address !== '' && !/^0x[\da-f]{40}$/i.test(address)) return 'An address is 0x and 40 hexadecimal digits.'
  if (minValue !== '' && !(Number(minValue) >= 0))
    return 'The minimum value is a number, in the native currency of the chain.'
  return undefined
}

const toWei = (ether: string) => BigInt(Math.round(Number(ether) * 1e9)) * 10n ** 9n
const toHex = (address: string) => address.toLowerCase() as `0x${string}`

type Filter = Pick<MempoolWatchParameters, 'types' | 'minValue' | 'addresses' | 'onlyMev'>

/** Converts a filter to the parameters of the stream. */
export function toStreamFilter({ type, minValue, address, onlyMev }: PendingWish): Filter {
  return {
    ...(type !== 'all' && { types: [type] }),
    ...(minValue !== '' && { minValue: toWei(minValue) }),
    ...(address !== '' && { addresses: [toHex(address)] }),
    ...(onlyMev && { onlyMev }),
  }
}

/** Converts a filter to the query for pending transactions. The API cannot filter by address, so {@link isOf} does. */
export function toQuery({ type, minValue, onlyMev }: PendingWish) {
  return {
    ...(type !== 'all' && { type }),
    ...(minValue !== '' && { minValue: toWei(minValue) }),
    ...(onlyMev && { onlyMev }),
  }
}

/** Whether an address is the sender or the recipient. The address '' matches every transaction. */
export function isOf({ transaction: { from, to } }: PendingReading, address: string): boolean {
  const wanted = toHex(address)
  return address === '' || from === wanted || to === wanted
}

export const toEther = (wei: bigint): number => Number(wei) / 1e18
