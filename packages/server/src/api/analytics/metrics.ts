import { type Aggregation, chainNames, type MetricDescription, metrics, type Response } from '@outrigger/api/contract'
import { type ChainName, getChain, isChainName } from '@outrigger/core'
import { type CounterBar, type CounterBars, sketchError } from '@outrigger/data/analytics'
import { formatUnits } from 'viem'
import { InvalidParameterError, ServiceError } from '../../errors/serviceError.ts'
import { InvalidChainError } from '../../node/chainErrors.ts'
import { toIso } from './time.ts'

/** The metric is unknown, or the chain does not have it. */
export class UnsupportedMetricError extends ServiceError {
  readonly code = 'UNSUPPORTED_METRIC'
}

type Timeseries = Response<'analyticsTimeseries'>
type Points = Timeseries['data_points']

/** @throws {InvalidChainError} */
export function requireChainName(chain: string): ChainName {
  if (isChainName(chain)) return chain
  throw new InvalidChainError(chain, chainNames)
}

/** @throws {UnsupportedMetricError} */
export function requireMetric(id: string): MetricDescription {
  const found = metrics.find((metric) => metric.id === id)
  if (found !== undefined) return found
  const shown = id.length > 64 ? `${id.slice(0, 64)}…` : id
  throw new UnsupportedMetricError(
    `There is no metric "${shown}": there are ${metrics.map((one) => one.id).join(', ')}.`,
  )
}

/** @throws {UnsupportedMetricError} */
export function requireOn({ id, chains }: MetricDescription, chain: ChainName): void {
  if (!chains.includes(chain)) {
    const own = metrics.filter((metric) => metric.chains.includes(chain)).map((metric) => metric.id)
    throw new UnsupportedMetricError(`${chain} has no ${id}. Its metrics are ${own.join(', ')}.`)
  }
}

/** Whether new wallets can only be found by their first appearance. True for chains whose transactions have no nonce. */
export const isByFirstSeen = ({ id }: MetricDescription, chain: ChainName): boolean =>
  id === 'new_wallets' && getChain(chain).family !== 'evm'

/** @throws {UnsupportedMetricError} if counting began after the first block, because an address may have appeared before */
export function requireFirstSeen(chain: ChainName, { bars, coverage }: CounterBars): void {
  if (bars.some(({ newWallets }) => newWallets !== null)) return
  const { fromBlock, toBlock } = coverage
  const counted = fromBlock === null ? 'no block is counted' : `only blocks ${fromBlock} to ${toBlock} are counted`
  throw new UnsupportedMetricError(
    `new_wallets of ${chain} counts addresses that appear for the first time. It needs every block from the first, but ${counted}.`,
  )
}

/** @throws {InvalidParameterError} */
export function requireAggregation({ id, aggregations }: MetricDescription, aggregation: Aggregation): void {
  if (aggregations.includes(aggregation)) return
  const message = `must be one of ${aggregations.join(', ')} for ${id}`
  throw new InvalidParameterError([{ path: 'query.aggregation', message }])
}

/** Returns the value of a metric in one bar, or null if unknown. */
const values: { readonly [id: string]: (bar: CounterBar, decimals: number) => number | null } = {
  transaction_volume: ({ volume }, decimals) => Number(formatUnits(volume, decimals)),
  active_addresses: ({ activeAddresses }) => activeAddresses,
  gas_usage: ({ gasUsed }) => (gasUsed === null ? null : Number(gasUsed)),
  new_wallets: ({ newWallets }) => newWallets,
}

export function toPoints({ id }: MetricDescription, chain: ChainName, { bars }: CounterBars): Points {
  const { decimals } = getChain(chain).nativeCurrency
  const points: Points = []
  for (const bar of bars) {
    const value = values[id]?.(bar, decimals) ?? null
    if (value === null) continue
    const point: Points[number] = { timestamp: toIso(bar.timestamp), value }
    if (id === 'transaction_volume') point.amount = String(bar.volume)
    if (bar.isPartial) point.partial = true
    points.push(point)
  }
  return points
}

export function toMeaning(metric: MetricDescription, chain: ChainName, { bars, coverage }: CounterBars) {
  const { fromBlock, toBlock, blocks, share, gaps } = coverage
  const unverified = bars.reduce((sum, bar) => sum + bar.unverified, 0)
  return {
    unit: metric.unit,
    method: toMethod(metric.id, chain, unverified),
    ...((metric.id === 'active_addresses' || isByFirstSeen(metric, chain)) && { standard_error: sketchError }),
    coverage: {
      from_block: fromBlock,
      to_block: toBlock,
      blocks,
      share,
      complete: gaps.length === 0,
      gaps: gaps.slice(0, mostGaps).map(({ fromTime, toTime }) => ({ start: toIso(fromTime), end: toIso(toTime) })),
    },
  }
}

const mostGaps = 100

const volumeMethods = {
  evm: 'top_level: value of successful transactions to another address; calls between contracts are not counted',
  bitcoin: 'outputs that pay no address of the inputs, without coinbases',
  solana:
    'lamports that the System program moved between distinct accounts in successful transactions, calls of programs included',
  starknet: 'Transfer events of STRK between distinct addresses, without those that pay fees',
  cosmos: 'bank transfers of the native denomination between distinct addresses, without fees',
} as const

function toMethod(id: string, chain: ChainName, unverified: number): string {
  const { family } = getChain(chain)
  if (id === 'gas_usage') return family === 'evm' ? 'gas used according to block headers' : 'what transactions used'
  if (id === 'new_wallets')
    return family === 'evm'
      ? 'nonce_zero: senders of a transaction with nonce 0, new to the chain as a whole'
      : 'first_seen: addresses that appear for the first time since the first block, by HyperLogLog of all addresses so far'
  if (id === 'active_addresses')
    return 'hyperloglog: distinct sources and destinations, including failed transactions, counted separately for each interval'
  const failed = ` In ${unverified} blocks failed transactions are included, because the provider returns no block receipts.`
  return `${volumeMethods[family]}.${unverified > 0 ? failed : ''}`
}
