import type { Response } from '@outrigger/api/contract'
import { type ChainName, type Clock, getChain } from '@outrigger/core'
import {
  InvalidAddressError as ChainAddressError,
  type ChainHistory,
  type ChainPool,
  type GetHistoryOptions,
  getHistory,
} from '@outrigger/data'
import type { PriceOracle } from '@outrigger/oracle/prices'
import type { AddressIndexes } from '../../node/addressIndexes.ts'
import { UpstreamUnavailableError } from '../../node/chainErrors.ts'
import { MalformedAddressError, toEvmAddress } from '../../node/evmAddress.ts'
import type { FamilyPools, Pools } from '../../node/providers.ts'
import type { Api } from '../fulfilment.ts'
import { noPrice, readNativeUsd, toReason, toUsd } from './dollars.ts'
import { toIso } from './time.ts'
import { computeWorth, type DayPrice, type Movement } from './worth.ts'

export type UserParts = {
  readonly pools: Pools
  readonly familyPools: FamilyPools
  readonly prices: PriceOracle
  readonly clock: Clock
  /** Used for histories if given. */
  readonly addressIndexes?: AddressIndexes
}

/** Maximum number of history pages of an address that one request reads per chain. */
const mostPages = 5
const pageSize = 100
/** Prices are available for this many days. */
const mostDays = 365

/** Native currency that an address moved on one chain. */
type Activity = {
  transactions: number
  sent: number
  readonly movements: Movement[]
  /** Unix seconds. */
  first: number
  last: number
  complete: boolean
}

type HistoryIndex = GetHistoryOptions['index']
type ChainRow = Response<'analyticsUserActivity'>['chains'][string]

/** Reports the activity of an address on the chains of the node. */
export function createUserApi(parts: UserParts): Pick<Api, 'analyticsUserActivity'> {
  const { pools, familyPools, prices, clock, addressIndexes } = parts
  async function readChain(chain: ChainName, pool: ChainPool, address: string) {
    const [activity, priceUsd] = await Promise.all([
      readActivity(pool, address, await addressIndexes?.get(chain)),
      readNativeUsd(prices, chain),
    ])
    const { transactions, sent, movements, first, complete } = activity
    const days = transactions === 0 ? [] : await readDays(chain, first)
    const worth = computeWorth(movements, days, priceUsd, (amount, usd) => toUsd(chain, amount, usd))
    const row: ChainRow = {
      transactions,
      sent,
      received: transactions - sent,
      complete,
      volume_usd: worth?.volumeUsd ?? null,
      gas_spent_usd: worth?.feesUsd ?? null,
      price_basis: worth?.basis ?? null,
    }
    return { chain, activity, row }
  }

  /** Returns daily prices since a Unix time in seconds. Empty if no source has historical prices. */
  async function readDays(chain: ChainName, since: number): Promise<readonly DayPrice[]> {
    const days = Math.ceil((clock.now() / 1000 - since) / 86_400) + 1
    if (days > mostDays) return []
    const { symbol } = getChain(chain).nativeCurrency
    return prices.history(chain, symbol, { days: Math.max(days, 1), interval: '1d' }).then(
      ({ bars }) => bars,
      () => [],
    )
  }

  return {
    async analyticsUserActivity({ address: text }) {
      const isHex = /^0x/i.test(text) && !/^0x[\da-f]{41,64}$/i.test(text)
      const address = isHex ? toEvmAddress(text) : text
      const asked = Object.entries(isHex ? pools : familyPools) as [ChainName, ChainPool][]
      const results = await Promise.all(
        asked.map(([chain, pool]) =>
          readChain(chain, pool, address).catch((error: unknown) => ({ chain, error: error as Error })),
        ),
      )
      const read = results.flatMap((one) => ('row' in one ? [one] : []))
      const failed = results.flatMap((one) => ('error' in one ? [one] : []))
      const others = failed.filter(({ error }) => !(error instanceof ChainAddressError))
      if (read.length === 0) throw toFailure(text, failed, others)
      const used = read.filter(({ activity }) => activity.transactions > 0)
      const unpriced = used.filter(({ row }) => row.volume_usd === null)
      const sumOf = (name: 'volume_usd' | 'gas_spent_usd') =>
        unpriced.length > 0 ? null : used.reduce((sum, { row }) => sum + (row[name] ?? 0), 0)
      const times = used.flatMap(({ activity }) => [activity.first, activity.last])
      return {
        address,
        total_transactions: used.reduce((sum, { row }) => sum + row.transactions, 0),
        chains_used: used.map(({ chain }) => chain),
        first_transaction: times.length === 0 ? null : toIso(Math.min(...times)),
        last_transaction: times.length === 0 ? null : toIso(Math.max(...times)),
        total_volume_usd: sumOf('volume_usd'),
        gas_spent_usd: sumOf('gas_spent_usd'),
        chains: Object.fromEntries(read.map(({ chain, row }) => [chain, row])),
        timestamp: new Date(clock.now()).toISOString(),
        unavailable: Object.fromEntries([
          ...others.map(({ chain, error }) => [chain, toReason(error)]),
          ...unpriced.map(({ chain }) => [`${chain}.volume_usd`, noPrice(chain)]),
        ]),
      }
    },
  }
}

/** Matches addresses of every chain family, configured or not: base58, bech32 or hexadecimal. */
const addressForm = /^[\da-z]{26,90}$/i

type Failure = { readonly chain: ChainName; readonly error: Error }

function toFailure(text: string, failed: readonly Failure[], others: readonly Failure[]): Error {
  const [first] = others
  if (first !== undefined) return new UpstreamUnavailableError(first.chain, toReason(first.error), first.error)
  if (failed.length > 0 || !addressForm.test(text))
    return new MalformedAddressError(`"${text.slice(0, 64)}" is not an address of any chain of this node.`)
  return new UpstreamUnavailableError(
    'chains',
    'No chain with addresses of this form has a configured provider. Set chains.<name>.endpoints in the configuration of the node.',
  )
}

async function readActivity(pool: ChainPool, address: string, index: HistoryIndex): Promise<Activity> {
  const sums: Activity = {
    transactions: 0,
    sent: 0,
    movements: [],
    first: Number.POSITIVE_INFINITY,
    last: 0,
    complete: true,
  }
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const history = await getHistory(pool, { address, index, limit: pageSize, ...(cursor !== undefined && { cursor }) })
    for (const one of toEntries(history, address)) addEntry(sums, one)
    sums.complete &&= history.coverage.complete
    if (history.nextCursor === null) return sums
    cursor = history.nextCursor
  }
  return { ...sums, complete: false }
}

type Entry = {
  readonly isSender: boolean
  readonly value: bigint
  readonly fee: bigint
  readonly time: bigint | null
  /** Whether the node reports the outcome and the fee of the transaction. */
  readonly isKnown: boolean
}

function toEntries(history: ChainHistory, address: string): readonly Entry[] {
  if (history.family === 'evm')
    return history.transactions.map(({ transaction, receipt, timestamp, status, gasPrice }) => {
      const { from, to, value } = transaction
      const isSender = from.toLowerCase() === address
      const l1Fee = (receipt as { readonly l1Fee?: bigint | null } | null)?.l1Fee ?? 0n
      const isMoved = status === 'success' && (isSender || to?.toLowerCase() === address)
      const fee = isSender && receipt !== null ? receipt.gasUsed * (gasPrice ?? 0n) + l1Fee : 0n
      const isKnown = status !== 'unknown' && (gasPrice !== null || !isSender)
      return { isSender, value: isMoved ? value : 0n, fee, time: timestamp, isKnown }
    })
  return history.transactions.map(({ from, to, value, fee, timestamp, status }) => {
    const isSender = from === history.address
    const isMoved = status === 'success' && (isSender || to === history.address)
    return { isSender, value: isMoved ? value : 0n, fee: isSender ? (fee ?? 0n) : 0n, time: timestamp, isKnown: true }
  })
}

function addEntry(sums: Activity, { isSender, value, fee, time, isKnown }: Entry): void {
  if (time === null) return
  sums.complete &&= isKnown
  sums.transactions += 1
  sums.sent += isSender ? 1 : 0
  sums.movements.push({ value, fee, time: Number(time) })
  sums.first = Math.min(sums.first, Number(time))
  sums.last = Math.max(sums.last, Number(time))
}
