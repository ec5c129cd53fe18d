import type { mempoolChains, Response } from '@outrigger/api/contract'
import { wire } from '../../data/client.ts'
import { formatCount, formatTime } from '../../data/format.ts'
import { useHeld } from '../../data/hold.ts'
import { useUnknown } from '../../data/outages.ts'
import type { PendingWish } from '../../data/pending.ts'
import { useReading } from '../../data/reading.ts'
import { toLink } from '../../data/route.ts'
import { Figures } from '../../ui/figures.tsx'
import { TxLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { StepText } from '../transaction/steps.tsx'

export const outcomes = ['mined', 'failed', 'included', 'replaced', 'cancelled', 'dropped', 'reorged'] as const

/** `included` (mined, but it is unknown whether the transaction succeeded) is rare and shown only if it occurs. */
const isShown = (counts: Readonly<Record<string, number>>) => (kind: string) =>
  kind !== 'included' || (counts[kind] ?? 0) > 0

/** Rows of the table without a choice of an outcome. */
const mostRows = 100

type LifecycleProps = {
  readonly chain: (typeof mempoolChains)[number]
  /** The outcome in the URL. Undefined for all. */
  readonly kind: (typeof outcomes)[number] | undefined
  readonly type: PendingWish['type']
}
type Outcome = Response<'mempoolLifecycle'>['latest'][number]

/** Number of pending transactions per outcome, and a list of the latest outcomes. A count leads to the outcomes that it counts. */
export function LifecycleOf({ chain, kind, type }: LifecycleProps) {
  const reading = useReading(() => wire.mempoolLifecycle({ chain }), { everyMs: 3000 })
  const unknown = useUnknown(chain)
  const { shown, isHeld, holders } = useHeld(reading.data?.latest ?? [], `${kind} ${type}`)
  const rows = shown.filter(
    (one) => (kind === undefined || one.kind === kind) && (type === 'all' || one.tx_type === type),
  )
  return (
    <Panel
      title="Outcomes"
      reading={reading}
      note="A count shows the latest 50 of its outcome. The filter of the type applies."
    >
      {({ since, counts }) => (
        <>
          <Figures
            of={[
              ['seen', formatCount(counts['pending'] ?? 0)],
              ...outcomes
                .filter(isShown(counts))
                .map(
                  (one) =>
                    [
                      one,
                      <Count key={one} chain={chain} of={one} count={counts[one] ?? 0} isChosen={one === kind} />,
                    ] as const,
                ),
            ]}
          />
          <p class="quiet">
            {since === null ? (unknown ?? 'No transaction was seen yet.') : `Since ${formatTime(since)}.`}
            {kind !== undefined && (
              <>
                {' '}
                Only {kind}. <a href={toLink('mempool', chain)}>Show all</a>
              </>
            )}
            {isHeld && ' Held under the pointer.'}
          </p>
          {rows.length > 0 ? (
            <div {...holders}>
              <Outcomes chain={chain} rows={rows.slice(0, mostRows)} />
            </div>
          ) : (
            since !== null && <p class="empty">No outcome matches the filters.</p>
          )}
        </>
      )}
    </Panel>
  )
}

type CountProps = {
  readonly chain: string
  readonly of: string
  readonly count: number
  readonly isChosen: boolean
}

/** A count that leads to its outcomes. */
function Count({ chain, of, count, isChosen }: CountProps) {
  if (count === 0 && !isChosen) return <>{formatCount(count)}</>
  return (
    <a
      href={toLink('mempool', chain, isChosen ? undefined : of)}
      aria-current={isChosen ? 'true' : undefined}
      aria-label={`${formatCount(count)} ${of}`}
    >
      {formatCount(count)}
    </a>
  )
}

function Outcomes({ chain, rows }: { readonly chain: string; readonly rows: readonly Outcome[] }) {
  return (
    <Table
      label="Outcomes"
      rows={rows}
      keyOf={({ hash, kind, timestamp }, index) => `${hash} ${kind} ${timestamp} ${index}`}
      columns={[
        { title: 'Time', of: ({ timestamp }) => formatTime(timestamp) },
        { title: 'Hash', of: ({ hash }) => <TxLink chain={chain} hash={hash} /> },
        { title: 'Type', of: ({ tx_type }) => tx_type.replaceAll('_', ' ') },
        { title: 'What', of: (step) => <StepText chain={chain} of={step} /> },
      ]}
    />
  )
}
