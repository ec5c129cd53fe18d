import type { chainNames } from '@outrigger/api/contract'
import { toName } from '../../data/names.ts'
import { type ActionRow, describeFields, describeSwap, type PendingDetail } from '../../data/pendingDetail.ts'
import { isEvm, type KnownTransaction, toWatched } from '../../data/transaction.ts'
import { AddressLink, LinkedText } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'

type CallProps = { readonly chain: (typeof chainNames)[number]; readonly hash: string; readonly of: KnownTransaction }

/** What a transaction does: its decoded actions, and the parts that are not decoded. */
export function Call({ chain, hash, of: { reported, seen } }: CallProps) {
  return (
    <Panel title={reported?.status === 'failed' ? 'What it tried to do' : 'What it does'}>
      {seen && <Decoded chain={chain} of={seen} />}
      {!seen && isEvm(reported) && <NotSeen chain={chain} hash={hash} />}
      {!isEvm(reported) && reported && <FamilyFields of={reported} />}
    </Panel>
  )
}

function NotSeen({ chain, hash }: Omit<CallProps, 'of'>) {
  const reason =
    toWatched(chain) === undefined
      ? `it does not watch the mempool of ${chain}`
      : 'it did not see this one, or forgot it'
  return (
    <p class="empty wraps">
      Unknown: the node decodes the transactions that it sees pending, and {reason}. To decode it, run{' '}
      <code>
        outrigger tx {chain} {hash}
      </code>
      .
    </p>
  )
}

type Part = { readonly chain: string; readonly of: PendingDetail }

function Decoded({ chain, of: detail }: Part) {
  const { actions, tokens, transaction } = detail
  return (
    <>
      {actions.length === 0 ? (
        <p class="empty">
          {transaction.input_data === '0x'
            ? 'Sends its value and calls nothing.'
            : 'No part of its calldata is decoded.'}
        </p>
      ) : (
        <ol class="actions" aria-label="Actions">
          {actions.map((action, index) => (
            <li key={index} class={`depth-${Math.min(action.depth, 4)}`}>
              <ActionLine chain={chain} of={action} tokens={tokens} />
            </li>
          ))}
        </ol>
      )}
      <Undecoded chain={chain} of={detail} />
      <details>
        <summary>Calldata</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <pre tabIndex={0} class="wraps">
          {transaction.input_data}
        </pre>
      </details>
    </>
  )
}

type ActionProps = { readonly chain: string; readonly of: ActionRow; readonly tokens: PendingDetail['tokens'] }

function ActionLine({ chain, of: action, tokens }: ActionProps) {
  const { kind, protocol, function: name, target, depth } = action
  return (
    <>
      <strong>{kind.replaceAll('_', ' ')}</strong> {describeSwap(action, tokens)} by {toName(protocol)}{' '}
      <code>{name}</code>
      {depth > 0 && <span class="quiet"> inside {depth === 1 ? 'a wrapper' : `${depth} wrappers`}</span>}
      <ul class="quiet wraps">
        {target !== null && (
          <li>
            calls <AddressLink chain={chain} address={target} />
          </li>
        )}
        {describeFields(action, tokens).map((line) => (
          <li key={line}>
            <LinkedText chain={chain} text={line} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Undecoded({ chain, of: { undecoded } }: Part) {
  return (
    <>
      {undecoded.map((part, index) => (
        <p key={index} class="quiet wraps">
          <LinkedText chain={chain} text={describeUndecoded(part)} />
        </p>
      ))}
    </>
  )
}

function describeUndecoded({ reason, what, target }: PendingDetail['undecoded'][number]): string {
  const list = (...words: readonly (string | null)[]) => words.filter(Boolean).join(', ')
  if (reason === 'delegatecall') return `Runs unknown code as the account: ${list(target, what)}`
  if (reason === 'authorization') return `Gives an account unknown code: ${target}`
  return `Not decoded: ${list(reason.replaceAll('_', ' '), what, target)}`
}

const shownElsewhere = [
  ...['chain', 'hash', 'from', 'to', 'value', 'gas_used', 'gas_price', 'block_number', 'timestamp', 'status', 'fee'],
]

/** The fields of a chain outside the EVM family, such as the inputs and outputs of Bitcoin. */
function FamilyFields({ of: reported }: { readonly of: NonNullable<KnownTransaction['reported']> }) {
  const fields = Object.entries(reported).filter(([name]) => !shownElsewhere.includes(name))
  return (
    <>
      <p class="note">The node does not interpret transactions of this chain. It reports:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0} class="wraps">
        {JSON.stringify(Object.fromEntries(fields), null, 2)}
      </pre>
    </>
  )
}
