import { useRef } from 'preact/hooks'
import { client } from '../../data/client.ts'
import { toCurrency } from '../../data/currency.ts'
import { describeFinding } from '../../data/findings.ts'
import { formatNumber, formatPercent } from '../../data/format.ts'
import type { PendingDetail } from '../../data/pendingDetail.ts'
import { useReading } from '../../data/reading.ts'
import { useTokens } from '../../data/tokens.ts'
import { type KnownTransaction, type toWatched, toWei } from '../../data/transaction.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Findings } from '../mev/findings.tsx'
import { Exposure } from './exposure.tsx'

type Hex = `0x${string}`
type Finding = NonNullable<PendingDetail['transaction']['mev_opportunity']>
type MevProps = {
  readonly chain: NonNullable<ReturnType<typeof toWatched>>
  readonly hash: string
  readonly of: KnownTransaction
}

/** Findings that depend on a transaction, and what a sandwich could take from it while it is pending. */
export function MevOf({ chain, hash, of: { reported, seen } }: MevProps) {
  const reading = useReading(() => client.mev.getFindings(chain, { dependsOn: 'pending', limit: 500 }), {
    everyMs: 4000,
  })
  const isPending = seen != null && seen.nonce_state !== null
  // The node forgets the finding when the transaction is mined.
  const finding = useRef<Finding>(undefined)
  finding.current = seen?.transaction.mev_opportunity ?? finding.current
  const toRows = (findings: NonNullable<typeof reading.data>['findings']) =>
    findings.filter(({ transactions }) => transactions.some((one) => one === hash))
  return (
    <Panel title="MEV" reading={reading} toDataMs={({ asOfMs }) => asOfMs ?? undefined}>
      {({ findings }) => {
        const rows = toRows(findings)
        return (
          <>
            {rows.length === 0 && finding.current !== undefined && <LastFinding chain={chain} of={finding.current} />}
            {rows.length > 0 && <Findings rows={rows} chain={chain} />}
            {rows.length === 0 && !(isPending && finding.current) && (
              <Empty>
                {isPending
                  ? 'The node has found no profit that depends on this transaction.'
                  : 'The transaction is not pending, so no current finding depends on it.'}
              </Empty>
            )}
            {seen && seen.transaction.to !== null && (
              <Exposure
                chain={chain}
                toTransaction={() => (isPending ? { hash: hash as Hex } : toCall(seen, reported))}
                toCall={() => toCall(seen, reported)}
                tokens={seen.tokens}
                isPending={isPending}
              />
            )}
          </>
        )
      }}
    </Panel>
  )
}

/** The call of a transaction that is no longer pending, to judge it as if it was sent again. */
const toCall = ({ transaction }: PendingDetail, reported: KnownTransaction['reported']) => ({
  from: transaction.from as Hex,
  to: transaction.to as Hex,
  data: transaction.input_data as Hex,
  value: toWei(reported?.value ?? transaction.value_eth.toFixed(18)),
})

/** The last best finding that depended on a transaction. */
function LastFinding({ chain, of: mev }: { readonly chain: string; readonly of: Finding }) {
  const tokens = useTokens(chain)
  const details = Object.fromEntries(Object.entries(mev.details).map(([name, value]) => [toCamelCase(name), value]))
  return (
    <p class="wraps">
      While it was pending, the node last found a {mev.type} for {formatNumber(mev.estimated_profit_eth)}{' '}
      {toCurrency(chain)}, confidence {formatPercent(mev.confidence)}:{' '}
      {describeFinding({ type: mev.type, details }, tokens)}
    </p>
  )
}

const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
