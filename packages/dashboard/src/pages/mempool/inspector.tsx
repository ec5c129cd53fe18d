import type { mempoolChains } from '@outrigger/api/contract'
import { useEffect, useRef } from 'preact/hooks'
import { wire } from '../../data/client.ts'
import { formatNumber, formatPercent, formatTime } from '../../data/format.ts'
import { type ActionRow, describeFields, describeStep, type PendingDetail } from '../../data/pendingDetail.ts'
import { useReading } from '../../data/reading.ts'
import { Panel } from '../../ui/panel.tsx'
import { Exposure } from './exposure.tsx'

type InspectorProps = { readonly chain: (typeof mempoolChains)[number]; readonly hash: string }

/** Details of one transaction: its actions, its exposure to sandwiches, and its outcome. */
export function Inspector({ chain, hash }: InspectorProps) {
  const reading = useReading(() => wire.mempoolTransaction({ chain, hash }), { everyMs: 2000 })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} tabIndex={-1} class="quiet-focus">
      <Panel title="One transaction" note={<a href={`#/mempool/${chain}`}>Close</a>} reading={reading}>
        {(detail) => (
          <>
            <p class="wraps">
              <code>{hash}</code>
            </p>
            <Facts of={detail} />
            <div class="grid">
              <div>
                <Actions of={detail} />
              </div>
              <div>
                <Steps of={detail} />
                <Opportunity of={detail} />
                {detail.nonce_state !== null && (
                  <Exposure key={hash} chain={chain} hash={hash} tokens={detail.tokens} />
                )}
              </div>
            </div>
            <details>
              <summary>Calldata</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
              <pre tabIndex={0} class="wraps">
                {detail.transaction.input_data}
              </pre>
            </details>
          </>
        )}
      </Panel>
    </div>
  )
}

function Facts({ of: { transaction, rule, moved_value_eth, moved_value_complete, nonce_state, provider } }: Part) {
  const facts = [
    ['What', rule],
    ['From', transaction.from],
    ['To', transaction.to ?? 'new contract'],
    ['Sends', `${formatNumber(transaction.value_eth)} ETH`],
    ['Moves', `${moved_value_complete ? '' : '≥ '}${formatNumber(moved_value_eth)} ETH`],
    ['Most per gas', `${formatNumber(transaction.gas_price_gwei)} gwei`],
    ['Gas', String(transaction.gas_limit)],
    ['Nonce', `${transaction.nonce}${nonce_state === 'queued' ? ', waits for an earlier one' : ''}`],
    ['Priority', formatNumber(transaction.priority_score)],
    ['Seen', `${formatTime(transaction.timestamp)} by ${provider}`],
  ]
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Part = { readonly of: PendingDetail }

function Actions({ of: { actions, undecoded, tokens } }: Part) {
  return (
    <>
      <h3>What it does</h3>
      {actions.length === 0 ? (
        <p class="empty">Nothing of its calldata is known.</p>
      ) : (
        <ol class="actions" aria-label="Actions">
          {actions.map((action, index) => (
            <li key={index} class={`depth-${Math.min(action.depth, 4)}`}>
              <ActionLine of={action} tokens={tokens} />
            </li>
          ))}
        </ol>
      )}
      {undecoded.map(({ reason, what, target }, index) => (
        <p key={index} class="quiet wraps">
          {reason === 'delegatecall'
            ? `Runs unknown code as the account: ${[target, what].filter(Boolean).join(', ')}`
            : reason === 'authorization'
              ? `Gives an account unknown code: ${target}`
              : `Not read: ${[reason.replaceAll('_', ' '), what, target].filter(Boolean).join(', ')}`}
        </p>
      ))}
    </>
  )
}

function ActionLine({ of: action, tokens }: { readonly of: ActionRow; readonly tokens: PendingDetail['tokens'] }) {
  const { kind, protocol, function: name, target, depth } = action
  return (
    <>
      <strong>{kind.replaceAll('_', ' ')}</strong> by {protocol} <code>{name}</code>
      {depth > 0 && <span class="quiet"> inside {depth === 1 ? 'a wrapper' : `${depth} wrappers`}</span>}
      <ul class="quiet wraps">
        {target !== null && <li>calls {target}</li>}
        {describeFields(action, tokens).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

function Steps({ of: { steps } }: Part) {
  return (
    <>
      <h3>Its life</h3>
      {steps.length === 0 ? (
        <p class="empty">No step of it is kept any more.</p>
      ) : (
        <ol class="actions wraps" aria-label="Life of the transaction">
          {steps.map((step) => (
            <li key={`${step.kind} ${step.timestamp}`}>
              {formatTime(step.timestamp)} {describeStep(step)}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function Opportunity({ of: { transaction } }: Part) {
  const { mev_opportunity: mev } = transaction
  if (mev === undefined) return null
  return (
    <>
      <h3>MEV</h3>
      <p class="wraps">
        {mev.type} for {formatNumber(mev.estimated_profit_eth)} ETH, confidence {formatPercent(mev.confidence)}.{' '}
        {Object.entries(mev.details)
          .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
          .join(', ')}
      </p>
    </>
  )
}
