import type { PendingReading } from '@outrigger/api'
import { Component } from 'preact'
import { useState } from 'preact/hooks'
import { describeFailure } from '../../data/failure.ts'
import { formatCount, formatNumber, shorten } from '../../data/format.ts'
import { mostRows, useLivePending } from '../../data/livePending.ts'
import { type PendingWish, toEther } from '../../data/pending.ts'
import { Panel } from '../../ui/panel.tsx'

type LiveTableProps = { readonly chain: string; readonly wish: PendingWish }

/** The newest transactions that pass the filters, and a way to hold them still. */
export function LiveTable({ chain, wish }: LiveTableProps) {
  const [isPaused, setPaused] = useState(false)
  const { rows, seen, waiting, perSecond, missed, error } = useLivePending(chain, wish, isPaused)
  return (
    <Panel title="Pending transactions" note={`The newest ${mostRows}. The hash opens what a transaction does.`}>
      <div class="tools">
        <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? `Go on, ${formatCount(waiting)} waiting` : 'Pause'}
        </button>
        <span class="quiet">
          {formatCount(perSecond)} a second · {formatCount(seen)} since this page was opened
          {missed !== 0 && ` · ${missed === null ? 'some' : formatCount(missed)} missed`}
        </span>
      </div>
      {error !== undefined && <p class="failure">{describeFailure(error)}</p>}
      {rows === undefined ? (
        error === undefined && <p class="waiting">Waiting for the node …</p>
      ) : rows.length === 0 ? (
        <p class="empty">Nothing that passes the filters is pending.</p>
      ) : (
        <Rows rows={rows} />
      )}
    </Panel>
  )
}

const columns = [
  ['Seen', 'time'],
  ['Hash', 'hash'],
  ['Type', 'type'],
  ['Value, ETH', 'right amount'],
  ['Gas, gwei', 'right amount'],
  ['From', 'hash'],
  ['To', 'hash'],
  ['What', 'what'],
  ['MEV', 'mev'],
] as const

function Rows({ rows }: { readonly rows: readonly PendingReading[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section class="scroll live" aria-label="Pending transactions, table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(([title, kind]) => (
              <th key={title} scope="col" class={kind}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <Row key={one.transaction.hash} of={one} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** A row never changes: with hundreds of them, drawing each anew would take the time of a frame. */
class Row extends Component<{ readonly of: PendingReading }> {
  override shouldComponentUpdate({ of }: { readonly of: PendingReading }): boolean {
    return of !== this.props.of
  }
  override render() {
    const { chain, transaction, classification, symbols, firstSeenMs, mev } = this.props.of
    const { hash, from, to, value, maxFeePerGas } = transaction
    return (
      <tr>
        <td>{clock.format(firstSeenMs)}</td>
        <td>
          <a href={`#/mempool/${chain}/${hash}`} title={hash}>
            <code>{shorten(hash)}</code>
          </a>
        </td>
        <td>{classification.type.replaceAll('_', ' ')}</td>
        <td class="right">{formatNumber(toEther(value))}</td>
        <td class="right">{formatNumber(Number(maxFeePerGas) / 1e9)}</td>
        <td title={from}>
          <code>{shorten(from)}</code>
        </td>
        <td title={to ?? ''}>{to === null ? 'new contract' : <code>{shorten(to)}</code>}</td>
        <td>
          {classification.swap &&
            `${symbols.map(shorten).join(' → ')}, ${classification.swap.dex.replaceAll('_', ' ')}`}
        </td>
        <td>{mev && `${mev.type} ${formatNumber(mev.estimatedProfitEth)} ETH`}</td>
      </tr>
    )
  }
}
