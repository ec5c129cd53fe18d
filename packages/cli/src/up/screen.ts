import type { EndpointReport, PoolReport } from '@outrigger/core'
import type { BeaconStatus, GasPrice, LrtRates } from '@outrigger/oracle'
import type { Listening } from '@outrigger/server'
import { formatCount, formatDuration, formatPercent } from '../output/format.ts'
import { createGasTable } from '../output/gasTable.ts'
import type { Paint } from '../output/paint.ts'
import { type Column, toTable } from '../output/table.ts'
import { wrap } from '../output/text.ts'

/** Everything the live view shows, at one moment. */
export type Screen = {
  readonly version: string
  readonly upMs: number
  readonly gas: readonly GasPrice[]
  readonly pools: readonly PoolReport[]
  readonly lrt: LrtRates | null
  readonly beacon: BeaconStatus | null
  /** Of the embedded chains. */
  readonly traffic: { readonly sent: number; readonly failed: number } | null
}

const statusFormats = { healthy: 'green', degraded: 'yellow', unavailable: 'red', unknown: 'dim' } as const

const endpointColumns: readonly Column[] = [
  { title: 'provider', width: 8 },
  { title: '' },
  { title: 'state', width: 8 },
  { title: 'latency', align: 'right', width: 8 },
  { title: 'success', align: 'right' },
  { title: 'head', align: 'right', width: 7 },
  { title: 'feed', width: 6 },
  { title: '', text: true },
]
/** Only a line as long as this has room for addresses. */
const roomyWidth = 110

export function toAddressLines(
  { url, wsUrl, gatewayUrl, gatewayWsUrl }: Listening,
  apiKey: string,
  dashboardUrl: string | null = null,
): readonly string[] {
  return [
    `REST       ${url}`,
    `WebSocket  ${wsUrl}`,
    `Gateway    ${gatewayUrl}  ${gatewayWsUrl}`,
    `API key    ${apiKey}`,
    '           good until this node stops',
    ...(dashboardUrl === null ? [] : [`Dashboard  ${dashboardUrl}`, '           signs one browser in, once']),
  ]
}

export function toScreenLines(screen: Screen, paint: Paint, width: number): readonly string[] {
  const { gas, pools, lrt, beacon, traffic } = screen
  return [
    `${paint('bold', `Outrigger ${screen.version}`)}  up ${formatDuration(screen.upMs)}  ${paint('dim', 'Ctrl-C stops it')}`,
    '',
    ...(gas.length > 0 ? createGasTable(paint, width)(gas) : [paint('yellow', 'Waiting for the first gas price …')]),
    '',
    ...toTable(
      endpointColumns,
      pools.flatMap(({ chain, endpoints }) =>
        endpoints.map((endpoint, index) => toRow(index === 0 ? chain : '', endpoint, paint, width)),
      ),
      width,
    ),
    ...(beacon ? ['', ...wrapBelow(toBeaconLine(beacon), width)] : []),
    ...(lrt ? wrapBelow(toLrtLine(lrt), width) : []),
    ...(traffic ? ['', `Traffic: ${formatCount(traffic.sent)} sent, ${formatCount(traffic.failed)} refused`] : []),
  ]
}

function toRow(chain: string, endpoint: EndpointReport, paint: Paint, width: number): readonly string[] {
  const { name, status, reason, latencyMs, successRate, head, socket, url } = endpoint
  const isOut = status === 'unavailable'
  return [
    chain,
    name,
    // As long as the word is, the line has no room for it.
    paint(statusFormats[status], isOut ? 'out' : status),
    latencyMs === null ? '-' : `${latencyMs.toFixed(1)} ms`,
    formatPercent(successRate),
    head === null ? '-' : formatCount(head),
    head === null || isOut ? '-' : socket ? 'socket' : 'poll',
    isOut && reason !== null ? paint('red', reason) : width < roomyWidth ? '' : paint('dim', url),
  ]
}

/** The rest of a line that is too long further in than its begin. */
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
