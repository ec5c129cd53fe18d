import type { MempoolWatchParameters, PendingReading } from '@outrigger/api'

export type TransactionType = PendingReading['classification']['type']

/** As the contract has them. */
export const transactionTypes = [
  ...['contract_deploy', 'liquidation', 'flashloan', 'bridge', 'nft', 'swap', 'transfer', 'other'],
] as readonly TransactionType[]

/** What the reader wants to see; '' for anything. */
export type PendingWish = {
  readonly type: TransactionType | 'all'
  /** In ETH, as it is typed. */
  readonly minValue: string
  /** Sender or recipient. */
  readonly address: string
  readonly onlyMev: boolean
}
export const anything: PendingWish = { type: 'all', minValue: '', address: '', onlyMev: false }

/** Why nothing can be asked with a wish; undefined where it can. */
export function findFault({ address, minValue }: PendingWish): string | undefined {
  if (address !== '' && !/^0x[\da-f]{40}$/i.test(address)) return 'An address is 0x and 40 hexadecimal digits.'
  if (minValue !== '' && !(Number(minValue) >= 0)) return 'The minimum value is a number of ETH.'
  return undefined
}

const toWei = (ether: string) => BigInt(Math.round(Number(ether) * 1e9)) * 10n ** 9n
const toHex = (address: string) => address.toLowerCase() as `0x${string}`

type Filter = Pick<MempoolWatchParameters, 'types' | 'minValue' | 'addresses' | 'onlyMev'>

/** The filter of the stream. */
export function toStreamFilter({ type, minValue, address, onlyMev }: PendingWish): Filter {
  return {
    ...(type !== 'all' && { types: [type] }),
    ...(minValue !== '' && { minValue: toWei(minValue) }),
    ...(address !== '' && { addresses: [toHex(address)] }),
    ...(onlyMev && { onlyMev }),
  }
}

/** The question for what is pending already, as far as a list can be asked: {@link isOf} does the rest. */
export function toQuery({ type, minValue, onlyMev }: PendingWish) {
  return {
    ...(type !== 'all' && { type }),
    ...(minValue !== '' && { minValue: toWei(minValue) }),
    ...(onlyMev && { onlyMev }),
  }
}

/** Whether an address sends or receives it; any does without one. */
export function isOf({ transaction: { from, to } }: PendingReading, address: string): boolean {
  const wanted = toHex(address)
  return address === '' || from === wanted || to === wanted
}

export const toEther = (wei: bigint): number => Number(wei) / 1e18
