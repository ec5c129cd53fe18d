import { wire } from '../../data/client.ts'
import { formatCount, formatTime } from '../../data/format.ts'
import { useUnknown } from '../../data/outages.ts'
import { useReading } from '../../data/reading.ts'
import { Figures } from '../../ui/figures.tsx'
import { TxLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { StepText } from '../transaction/steps.tsx'

const kinds = ['pending', 'mined', 'failed', 'included', 'replaced', 'cancelled', 'dropped', 'reorged'] as const

/** `included` (mined, but it is unknown whether the transaction succeeded) is rare and shown only if it occurs. */
const isShown = (counts: Readonly<Record<string, number>>) => (kind: string) =>
  kind !== 'included' || (counts[kind] ?? 0) > 0

/** Number of pending transactions per outcome, and a list of the latest outcomes. */
export function LifecycleOf({ chain }: { readonly chain: string }) {
  const reading = useReading(() => wire.mempoolLifecycle({ chain }), { everyMs: 3000 })
  const unknown = useUnknown(chain)
  return (
    <Panel title="Outcomes" reading={reading}>
      {({ since, counts, latest }) => (
        <>
          <Figures
            of={kinds
              .filter(isShown(counts))
              .map((kind) => [kind === 'pending' ? 'seen' : kind, formatCount(counts[kind] ?? 0)])}
          />
          <p class="quiet">
            {since === null ? (unknown ?? 'No transaction was seen yet.') : `Since ${formatTime(since)}.`}
          </p>
          {latest.length > 0 && (
            <Table
              label="Outcomes"
              rows={latest}
              keyOf={({ hash, kind, timestamp }, index) => `${hash} ${kind} ${timestamp} ${index}`}
              columns={[
                { title: 'Time', of: ({ timestamp }) => formatTime(timestamp) },
                { title: 'Hash', of: ({ hash }) => <TxLink chain={chain} hash={hash} /> },
                { title: 'Type', of: ({ tx_type }) => tx_type.replaceAll('_', ' ') },
                { title: 'What', of: (step) => <StepText chain={chain} of={step} /> },
              ]}
            />
          )}
        </>
      )}
    </Panel>
  )
}
