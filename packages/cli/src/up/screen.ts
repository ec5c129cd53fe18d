import type { EndpointReport, PoolReport } from '@outrigger/core'
import type { BeaconStatus, GasPrice, LrtRates } from '@outrigger/oracle'
import type { Listening } from '@outrigger/server'
import { formatCount, formatDuration, formatMs, formatPercent } from '../output/format.ts'
import { gasColumns, toGasCells } from '../output/gasRow.ts'
import type { Paint } from '../output/paint.ts'
import { type Column, toTable } from '../output/table.ts'

/** Everything the live view shows, at one moment. */
export type Screen = {
  readonly version: string
  readonly upMs: number
  readonly addresses: Listening
  readonly apiKey: string
  readonly gas: readonly GasPrice[]
  readonly pools: readonly PoolReport[]
  readonly lrt: LrtRates | null
  readonly beacon: BeaconStatus | null
  readonly devnet: { readonly sent: number; readonly failed: number; readonly breakLines: readonly string[] } | null
}

const statusFormats = { healthy: 'green', degraded: 'yellow', unavailable: 'red', unknown: 'dim' } as const

const endpointColumns: readonly Column[] = [
  { title: 'provider', width: 9 },
  { title: '' },
  { title: 'state', width: 11 },
  { title: 'latency', align: 'right', width: 8 },
  { title: 'success', align: 'right' },
  { title: 'head', align: 'right', width: 11 },
  { title: 'feed', width: 6 },
  { title: 'address, or what is wrong' },
]

export function toAddressLines({ url, wsUrl, gatewayUrl, gatewayWsUrl }: Listening, apiKey: string): readonly string[] {
  return [
    `REST       ${url}`,
    `WebSocket  ${wsUrl}`,
    `Gateway    ${gatewayUrl}  ${gatewayWsUrl}`,
    `API key    ${apiKey}  (until this node stops)`,
  ]
}

/** How to see the fail-over at work. */
export function toBreakLines({
  controlUrl,
  proxies,
}: {
  controlUrl: string
  proxies: readonly string[]
}): readonly string[] {
  // Without the scheme, because stderr shows no more than the origin of a URL.
  const control = controlUrl.replace('http://', '')
  const [first = ''] = proxies.filter((name) => name.startsWith('ethereum'))
  return [
    `Break one: curl -X PUT ${control}/${first.replace(/backup$/, 'primary')} -d '{"kind":"hang"}'`,
    `Mend it: the same with '{"kind":"none"}'. More: curl ${control}`,
  ]
}

export function toScreenLines(screen: Screen, paint: Paint): readonly string[] {
  const { addresses, apiKey, gas, pools, lrt, beacon, devnet } = screen
  return [
    `${paint('bold', `Outrigger ${screen.version}`)}  up ${formatDuration(screen.upMs)}  ${paint('dim', 'Ctrl-C stops it')}`,
    '',
    ...toAddressLines(addresses, apiKey),
    '',
    ...(gas.length > 0
      ? toTable(
          gasColumns,
          gas.map((price) => toGasCells(price, paint)),
        )
      : [paint('yellow', 'Waiting for the first gas price …')]),
    '',
    ...toTable(
      endpointColumns,
      pools.flatMap(({ chain, endpoints }) =>
        endpoints.map((endpoint, index) => toRow(index === 0 ? chain : '', endpoint, paint)),
      ),
    ),
    ...(beacon ? ['', toBeaconLine(beacon)] : []),
    ...(lrt ? [toLrtLine(lrt)] : []),
    ...(devnet
      ? ['', `Traffic: ${formatCount(devnet.sent)} sent, ${formatCount(devnet.failed)} refused`, ...devnet.breakLines]
      : []),
  ]
}

function toRow(chain: string, endpoint: EndpointReport, paint: Paint): readonly string[] {
  const { name, status, reason, latencyMs, successRate, head, socket, url } = endpoint
  return [
    chain,
    name,
    paint(statusFormats[status], status),
    formatMs(latencyMs),
    formatPercent(successRate),
    head === null ? '-' : formatCount(head),
    head === null || status === 'unavailable' ? '-' : socket ? 'socket' : 'poll',
    status === 'unavailable' ? (reason ?? url) : paint('dim', url),
  ]
}

function toBeaconLine({ slot, syncStatus, validators }: BeaconStatus): string {
  return `Beacon: ${syncStatus}, slot ${formatCount(slot.slot)}, epoch ${slot.epoch}, finalized ${slot.finalizedEpoch}, ${formatCount(validators.total)} validators`
}

function toLrtLine({ rates, ethPriceUsd }: LrtRates): string {
  const list = Object.values(rates).map(({ token, rate }) => `${token} ${rate.toFixed(4)}`)
  return `Restaking in ETH: ${list.join(', ')}; ETH ${formatCount(ethPriceUsd)} USD`
}
