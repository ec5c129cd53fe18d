import type { Response } from '@outrigger/api/contract'
import { formatFullTime, formatTime } from '../../data/format.ts'
import type { PendingDetail } from '../../data/pendingDetail.ts'
import type { KnownTransaction } from '../../data/transaction.ts'
import { BlockLink, TxLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'

type Step = PendingDetail['steps'][number] | Response<'mempoolLifecycle'>['latest'][number]

/** What became of a transaction, oldest first. */
export function Steps({ chain, of: { reported, seen } }: { readonly chain: string; readonly of: KnownTransaction }) {
  const steps = seen?.steps ?? []
  const block = steps.length === 0 && reported ? reported.block_number : null
  return (
    <Panel title="Lifecycle">
      {steps.length === 0 && <p class="empty">The node did not see it while it was pending, or forgot it.</p>}
      {(steps.length > 0 || block !== null) && (
        <ol class="actions wraps" aria-label="Lifecycle of the transaction">
          {steps.map((step) => (
            <li key={`${step.kind} ${step.timestamp}`}>
              {formatTime(step.timestamp)} <StepText chain={chain} of={step} />
            </li>
          ))}
          {block !== null && (
            <li>
              {reported?.timestamp && formatFullTime(reported.timestamp)} in block{' '}
              <BlockLink chain={chain} number={block} />
            </li>
          )}
        </ol>
      )}
    </Panel>
  )
}

const reasons: Readonly<Record<string, string>> = {
  gone: 'no provider knows it any more',
  evicted: 'the provider dropped it because others pay more',
  nonce_used: 'its nonce was used',
}

/** Describes a step in words: `replaced by 0x12…`, `mined in block 7`. */
export function StepText({ chain, of }: { readonly chain: string; readonly of: Step }) {
  const { kind, by, reason, block_number } = of
  if (by !== undefined)
    return (
      <>
        {kind} by <TxLink chain={chain} hash={by} />
      </>
    )
  if (reason !== undefined) return <>{`${kind}: ${reasons[reason] ?? reason}`}</>
  if (block_number === undefined) return <>{kind}</>
  return (
    <>
      {kind === 'failed' ? <span class="bad">■ failed</span> : kind} {kind === 'reorged' ? 'out of' : 'in'} block{' '}
      <BlockLink chain={chain} number={block_number} />
    </>
  )
}
