import type { PendingReading } from '@outrigger/api'
import type { mempoolChains } from '@outrigger/api/contract'
import { Component } from 'preact'
import { useState } from 'preact/hooks'
import { toCurrency } from '../../data/currency.ts'
import { describeFailure } from '../../data/failure.ts'
import { formatCount, formatNumber, formatTime, shorten } from '../../data/format.ts'
import { mostRows, useLivePending } from '../../data/livePending.ts'
import { toName } from '../../data/names.ts'
import { useUnknown } from '../../data/outages.ts'
import { type PendingWish, toEther } from '../../data/pending.ts'
import { AddressLink, TxLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'

type LiveTableProps = { readonly chain: (typeof mempoolChains)[number]; readonly wish: PendingWish }

/** Table of the newest transactions that match the filter, with a pause button. */
export function LiveTable({ chain, wish }: LiveTableProps) {
  const [isPaused, setPaused] = useState(false)
  // A row that changes under the pointer would open another transaction.
  const [isHeld, setHeld] = useState(false)
  const unknown = useUnknown(chain)
  const { rows, seen, waiting, perSecond, missed, error, interruptedMs } = useLivePending(
    chain,
    wish,
    isPaused || isHeld,
  )
  return (
    <Panel title="Pending transactions" note={`The newest ${mostRows}. The hash opens what a transaction does.`}>
      <div class="tools">
        <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? `Go on, ${formatCount(waiting)} waiting` : 'Pause'}
        </button>
        <span class="quiet">
          {formatCount(perSecond)} a second · {formatCount(seen)} since this page was opened
          {isHeld && !isPaused && ` · held under the pointer, ${formatCount(waiting)} waiting`}
          {missed !== 0 && ` · ${missed === null ? 'some' : formatCount(missed)} missed`}
        </span>
      </div>
      {interruptedMs !== undefined && (
        <p class="warn" role="status">
          Live updates interrupted since {formatTime(interruptedMs)}, trying again. The rows are from before that.
        </p>
      )}
      {error !== undefined && <p class="failure">{describeFailure(error)}</p>}
      {rows === undefined ? (
        error === undefined && <p class="waiting">Waiting for the node …</p>
      ) : rows.length === 0 ? (
        <p class="empty">
          {unknown ??
            (interruptedMs === undefined
              ? 'No pending transaction matches the filters.'
              : 'Unknown until live updates are back.')}
        </p>
      ) : (
        <Rows chain={chain} rows={rows} isPaused={isPaused} onHold={setHeld} />
      )}
    </Panel>
  )
}

const columns = [
  ['Seen', 'time'],
  ['Hash', 'hash'],
  ['Type', 'type'],
  ['Value', 'right amount'],
  ['Gas, gwei', 'right amount'],
  ['From', 'hash'],
  ['To', 'hash'],
  ['What', 'what'],
  ['MEV', 'mev'],
] as const

/** Row height in rem and height of the visible part of the table in px. Both must match the stylesheet. */
const [rowRem, viewPx] = [2.1, 480]
const toRowPx = () => rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
/** Number of rows rendered above and below the visible rows, so that scrolling does not show gaps. */
const spareRows = 4

type RowsProps = {
  readonly chain: string
  readonly rows: readonly PendingReading[]
  readonly isPaused: boolean
  /** Called when the pointer enters and leaves the rows. */
  readonly onHold: (isHeld: boolean) => void
}

/**
 * Renders only the visible rows, because the layout and paint of hundreds of rows would take several frames. While paused, all
 * rows are rendered, so that the browser's search and screen readers find them.
 */
function Rows({ chain, rows, isPaused, onHold }: RowsProps) {
  const [rowPx] = useState(toRowPx)
  const [seenFrom, setSeenFrom] = useState(0)
  const from = isPaused ? 0 : Math.max(0, Math.min(seenFrom, rows.length) - spareRows)
  const to = isPaused ? rows.length : Math.min(rows.length, seenFrom + Math.ceil(viewPx / rowPx) + spareRows)
  return (
    <section
      class="scroll live"
      aria-label="Pending transactions, table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
      tabIndex={0}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onScroll={({ currentTarget }) => setSeenFrom(Math.floor(currentTarget.scrollTop / rowPx))}
    >
      <div style={{ paddingTop: from * rowPx, paddingBottom: (rows.length - to) * rowPx }}>
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map(([title, kind]) => (
                <th key={title} scope="col" class={kind}>
                  {title === 'Value' ? `Value, ${toCurrency(chain)}` : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {/* Rows keep their places and change their content. Rows that move would be a layout shift at each update. */}
            {rows.slice(from, to).map((one, index) => (
              <Row key={from + index} of={one} rowIndex={from + index + 2} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

type RowProps = { readonly of: PendingReading; readonly rowIndex: number }

/** A row renders again only when another transaction takes its place. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate({ of, rowIndex }: RowProps): boolean {
    return of !== this.props.of || rowIndex !== this.props.rowIndex
  }
  override render() {
    const { chain, transaction, classification, symbols, firstSeenMs, mev } = this.props.of
    const { hash, from, to, value, maxFeePerGas } = transaction
    return (
      <tr aria-rowindex={this.props.rowIndex}>
        <td>{clock.format(firstSeenMs)}</td>
        <td>
          <TxLink chain={chain} hash={hash} />
        </td>
        <td>{classification.type.replaceAll('_', ' ')}</td>
        <td class="right">{formatNumber(toEther(value))}</td>
        <td class="right">{formatNumber(Number(maxFeePerGas) / 1e9)}</td>
        <td>
          <AddressLink chain={chain} address={from} />
        </td>
        <td>{to === null ? 'new contract' : <AddressLink chain={chain} address={to} />}</td>
        <td>{classification.swap && `${symbols.map(shorten).join(' → ')}, ${toName(classification.swap.dex)}`}</td>
        <td>{mev && `${mev.type} ${formatNumber(mev.estimatedProfitEth)} ${toCurrency(chain)}`}</td>
      </tr>
    )
  }
}
