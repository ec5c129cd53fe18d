import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { formatTime } from '../../data/format.ts'
import { type ProviderEvent, type Providers, toSpans } from '../../data/providers.ts'
import { Choice } from '../../ui/choice.tsx'
import { kindOf, Status } from '../../ui/status.tsx'

const reaches = { '15 minutes': 900_000, '1 hour': 3_600_000, '1 day': 86_400_000, all: Number.POSITIVE_INFINITY }
type Reach = keyof typeof reaches
const names = Object.keys(reaches) as Reach[]

/** Each status has its own height, so that color is never the only sign. */
const heights: Readonly<Record<string, number>> = { healthy: 4, unknown: 2, degraded: 10, unavailable: 18 }
const [width, height] = [1000, 20]

/**
 * Shows the status of each endpoint over time as a strip. The failovers of a chain are above its strips. The table of changes
 * contains the same data.
 */
export function Timeline({ data }: { readonly data: Providers }) {
  const [reach, setReach] = useState<Reach>('1 hour')
  const toMs = Date.parse(data.timestamp)
  const firstMs = Date.parse(data.events[0]?.timestamp ?? data.timestamp)
  const fromMs = Math.max(firstMs, toMs - reaches[reach])
  if (toMs <= fromMs) return <p class="empty">Nothing has changed since the start of the node.</p>
  return (
    <>
      <div class="tools">
        <Choice label="Reach" options={names} value={reach} onChange={setReach} />
        <span class="quiet">
          {formatTime(fromMs)} to {formatTime(toMs)}
        </span>
      </div>
      <div class="timeline">
        {data.chains.map((one) => (
          <ChainStrips key={one.chain} of={one} events={data.events} fromMs={fromMs} toMs={toMs} />
        ))}
      </div>
      <p class="legend">
        {Object.keys(heights).map((status) => (
          <Status key={status} of={status} isPast />
        ))}
        <span>
          <span aria-hidden="true">▼</span> to a backup <span aria-hidden="true">△</span> back to the primary
        </span>
      </p>
    </>
  )
}

type StripsProps = {
  readonly of: Providers['chains'][number]
  readonly events: readonly ProviderEvent[]
  readonly fromMs: number
  readonly toMs: number
}

function ChainStrips({ of: { chain, endpoints }, events, fromMs, toMs }: StripsProps) {
  const toX = (ms: number) => (width * (ms - fromMs)) / (toMs - fromMs)
  const moves = events.filter(
    (one) => one.kind === 'failover' && one.chain === chain && Date.parse(one.timestamp) >= fromMs,
  )
  return (
    <>
      <h3>
        {chain}
        <span class="quiet"> {moves.length === 1 ? '1 move of traffic' : `${moves.length} moves of traffic`}</span>
      </h3>
      {moves.length > 0 && (
        <>
          <span />
          <svg class="strip marks" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {moves.map(({ timestamp, active }) => {
              const x = toX(Date.parse(timestamp))
              const shape = active ? `${x - 5},2 ${x + 5},2 ${x},18` : `${x - 5},18 ${x + 5},18 ${x},2`
              return <polygon key={timestamp} points={shape} class={active ? 'filled' : 'hollow'} />
            })}
          </svg>
        </>
      )}
      {endpoints.map(({ name, status }) => (
        <Fragment key={name}>
          <span>{name}</span>
          <svg class="strip" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {toSpans(events, { chain, endpoint: name, present: status, fromMs, toMs }).map((span) => {
              const tall = heights[span.status] ?? 2
              const x = toX(span.fromMs)
              return (
                <rect
                  key={span.fromMs}
                  x={x}
                  y={height - tall}
                  width={Math.max(2, toX(span.toMs) - x)}
                  height={tall}
                  class={kindOf(span.status)}
                />
              )
            })}
          </svg>
        </Fragment>
      ))}
    </>
  )
}
