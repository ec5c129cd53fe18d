import type { PoolReport } from '@outrigger/core'
import { describeOutage, type PoolOutage } from '@outrigger/core/internal'
import type { BeaconStatus, GasPrice, LrtRates } from '@outrigger/oracle'
import type { Listening } from '@outrigger/server'
import { formatAge, formatCount, formatDuration, formatGwei, formatPercent } from '../output/format.ts'
import { createGasTable } from '../output/gasTable.ts'
import type { Paint } from '../output/paint.ts'
import { type Column, toTable } from '../output/table.ts'
import { wrap } from '../output/text.ts'
import type { FeeTrail } from './feeTrail.ts'
import type { OpportunityTrail } from './opportunityTrail.ts'
import { findRange, toSparkline } from './sparkline.ts'

/** Everything the live view shows, at one moment. */
export type Screen = {
  readonly version: string
  readonly upMs: number
  /** Unix ms. */
  readonly nowMs: number
  readonly gas: readonly GasPrice[]
  readonly fees: readonly FeeTrail[]
  readonly opportunities: OpportunityTrail
  readonly pools: readonly PoolReport[]
  readonly lrt: LrtRates | null
  readonly beacon: BeaconStatus | null
  /** Traffic of the embedded chains. */
  readonly traffic: { readonly sent: number; readonly failed: number } | null
}

const statusFormats = { healthy: 'green', degraded: 'yellow', unavailable: 'red', unknown: 'dim' } as const

const right = (title: string, width: number): Column => ({ title, align: 'right', width })

const poolColumns: readonly Column[] = [
  { title: 'provider', width: 8 },
  { title: 'state', width: 8 },
  { title: 'answers', width: 7 },
  right('latency', 8),
  right('success', 7),
  right('head', 7),
  { title: 'feed', width: 6 },
  { title: 'answering', align: 'right' },
]
/** Columns that are dropped if a row does not fit on one line. */
const roomyColumns = ['success', 'feed']
const wideEnough = 76
const sparkColumns = [{ title: 'base fee' }, { title: '' }, right('lowest', 6), right('highest', 7)]
/** Width of the other columns of the base fees. */
const besideSpark = 34
const mostBars = 60

/** The API key, and the link that signs a browser in. */
type SignIn = { readonly apiKey: string; readonly dashboardUrl: string | null }

/** Returns the addresses of a node, and the key and sign-in link or a note that they are hidden. */
export function toAddressLines(
  { url, wsUrl, gatewayUrl, gatewayWsUrl }: Listening,
  signIn?: SignIn,
): readonly string[] {
  const addresses = [`REST       ${url}`, `WebSocket  ${wsUrl}`, `Gateway    ${gatewayUrl}  ${gatewayWsUrl}`]
  if (signIn === undefined) return [...addresses, 'API key    not shown without a terminal: --print-key shows it']
  const { apiKey, dashboardUrl } = signIn
  return [
    ...addresses,
    `API key    ${apiKey}`,
    '           valid until this node stops',
    ...(dashboardUrl === null ? [] : [`Dashboard  ${dashboardUrl}`, '           signs in one browser, once']),
  ]
}

/** Returns the view, the most important lines first, because a low terminal cuts off the end. */
export function toScreenLines(screen: Screen, paint: Paint, width: number): readonly string[] {
  const { gas, pools, lrt, beacon, traffic } = screen
  return [
    `${paint('bold', `Outrigger ${screen.version}`)}  up ${formatDuration(screen.upMs)}  ${paint('dim', 'Ctrl-C stops it')}`,
    ...toStateLines(screen, paint, width),
    '',
    ...(gas.length > 0 ? createGasTable(paint, width)(gas) : [paint('yellow', 'Waiting for the first gas price …')]),
    '',
    ...toFeeLines(screen.fees, width),
    ...toPoolLines(pools, paint, width),
    '',
    ...toOpportunityLines(screen, paint, width),
    ...(beacon ? ['', ...wrapBelow(toBeaconLine(beacon), width)] : []),
    ...(lrt ? wrapBelow(toLrtLine(lrt), width) : []),
    ...(traffic ? ['', `Traffic: ${formatCount(traffic.sent)} sent, ${formatCount(traffic.failed)} refused`] : []),
  ]
}

/**
 * Returns one line if everything works. Otherwise returns a line for each chain with problems, and a line with the
 * reason for each provider out of service.
 */
function toStateLines({ pools, nowMs }: Screen, paint: Paint, width: number): readonly string[] {
  const lines = pools.flatMap(({ chain, outage, failoverActive, endpoints }) => {
    const out = endpoints.filter((endpoint) => endpoint.status === 'unavailable')
    const state = outage ? toOutageLine(outage, nowMs) : failoverActive ? 'a backup answers' : null
    return [
      ...(state === null ? [] : [{ format: outage ? 'red' : 'yellow', line: `${chain}: ${state}` } as const]),
      ...out.map(
        ({ name, reason }) => ({ format: 'red', line: `${chain} ${name} is out: ${reason ?? 'unknown'}` }) as const,
      ),
    ]
  })
  if (lines.length > 0)
    return lines.flatMap(({ format, line }) => wrapBelow(line, width).map((part) => paint(format, part)))
  const isKnown = pools.every(({ endpoints }) => endpoints.some((endpoint) => endpoint.status !== 'unknown'))
  return [isKnown ? paint('green', 'Every provider answers.') : paint('dim', 'Asking the providers …')]
}

/** Says what is wrong and since when. The lines of the providers below it give the reasons. */
function toOutageLine(outage: PoolOutage, nowMs: number): string {
  const { kind, sinceMs } = outage
  if (kind === 'lateHead') return `${describeOutage(outage, nowMs)}, figures are stale`
  const words = kind === 'wrongChain' ? 'no provider serves this chain' : describeOutage(outage, nowMs)
  return sinceMs === null ? words : `${words} for ${formatAge(nowMs - sinceMs)}, figures are stale`
}

function toPoolLines(pools: readonly PoolReport[], paint: Paint, width: number): readonly string[] {
  const isShown = (_: unknown, index: number) =>
    width >= wideEnough || !roomyColumns.includes(poolColumns[index]?.title ?? '')
  return toTable(
    poolColumns.filter(isShown),
    pools.map((pool) => toPoolRow(pool, paint).filter(isShown)),
    width,
  )
}

/** Returns the row of a chain: the endpoint that answers now, and the number of endpoints that could. */
function toPoolRow({ chain, endpoints, status, failoverActive }: PoolReport, paint: Paint): readonly string[] {
  const usable = endpoints.filter((endpoint) => endpoint.status !== 'unavailable')
  const answering = (failoverActive ? usable.find(({ role }) => role !== 'primary') : undefined) ?? usable[0]
  const { name = '-', latencyMs = null, successRate = null, head = null, socket = false } = answering ?? {}
  return [
    chain,
    // The line has no room for the word `unavailable`.
    paint(statusFormats[status], status === 'unavailable' ? 'out' : status),
    name,
    latencyMs === null ? '-' : `${latencyMs.toFixed(1)} ms`,
    formatPercent(successRate),
    head === null ? '-' : formatCount(head),
    head === null ? '-' : socket ? 'socket' : 'poll',
    `${usable.length} of ${endpoints.length}`,
  ]
}

/** Returns a chart for each chain: the base fees of its latest blocks, as many as fit on the line. */
function toFeeLines(trails: readonly FeeTrail[], width: number): readonly string[] {
  const shown = trails.flatMap(({ chain, fees }) => {
    const last = fees.slice(-Math.max(1, Math.min(mostBars, width - besideSpark)))
    return last.length > 1 ? [{ chain, last }] : []
  })
  if (shown.length === 0) return []
  const rows = shown.map(({ chain, last }) => {
    const { lowest, highest } = findRange(last)
    return [chain, toSparkline(last), formatGwei(lowest), formatGwei(highest)]
  })
  return [...toTable(sparkColumns, rows, width), '']
}

function toOpportunityLines({ opportunities, nowMs }: Screen, paint: Paint, width: number): readonly string[] {
  const { isSearched, found } = opportunities
  if (found.length > 0)
    return [
      'Last opportunities',
      ...found.flatMap(({ atMs, text }) => wrap(`${formatAge(nowMs - atMs)} ago: ${text}`, width, '  ')),
    ]
  const none = isSearched
    ? 'No opportunity yet.'
    : 'The search for opportunities starts with the first request for them.'
  return wrapBelow(none, width).map((line) => paint('dim', line))
}

/** Wraps a line that is too long. Its further lines are indented more than the first. */
function wrapBelow(line: string, width: number): readonly string[] {
  const [first = '', ...more] = wrap(line, width - 2)
  return [first, ...more.map((rest) => `  ${rest}`)]
}

function toBeaconLine({ slot, syncStatus, validators }: BeaconStatus): string {
  return `Beacon: ${syncStatus}, slot ${formatCount(slot.slot)}, epoch ${slot.epoch}, finalized ${slot.finalizedEpoch}, ${formatCount(validators.total)} validators`
}

function toLrtLine({ rates, ethPriceUsd }: LrtRates): string {
  const list = Object.values(rates).map(({ token, rate }) => `${token} ${rate.toFixed(4)}`)
  return `Restaking in ETH: ${list.join(', ')}; ETH ${formatCount(ethPriceUsd)} USD`
}
