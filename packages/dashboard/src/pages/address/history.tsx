import type { chainNames, Response } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { wire } from '../../data/client.ts'
import { useReading } from '../../data/reading.ts'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Transactions } from '../../ui/transactions.tsx'

type HistoryProps = { readonly chain: (typeof chainNames)[number]; readonly address: string }
type HistoryPage = Response<'blockchainAddressTransactions'>['data']

const limit = 25

/** Transactions of an address, newest first, in pages. Says which blocks and kinds of transactions were searched. */
export function History({ chain, address }: HistoryProps) {
  // The cursors of the pages that lead to this one. The newest page has none.
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const reading = useReading(
    () => wire.blockchainAddressTransactions({ chain, address, limit, ...(cursor !== undefined && { cursor }) }),
    { everyMs: 20_000, of: [cursor] },
  )
  return (
    <Panel title="Transactions" reading={reading} staleMs={45_000} note="Newest first.">
      {({ data: { transactions, next_cursor, coverage } }) => (
        <>
          <Pager
            text={describeCoverage(coverage)}
            words={['Newer', 'Older']}
            onBack={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
            onForward={next_cursor === null ? undefined : () => setCursors([...cursors, next_cursor])}
          />
          {transactions.length === 0 ? (
            <p class="empty">
              No transaction was found in these blocks.
              {next_cursor !== null && ' Choose Older to search the blocks before them.'}
            </p>
          ) : (
            <Transactions label="Transactions" chain={chain} rows={transactions} of={address} />
          )}
        </>
      )}
    </Panel>
  )
}

/** Describes what was searched: blocks, source, and the kinds of transactions that may be missing. */
function describeCoverage({
  from_block,
  to_block,
  complete,
  source,
  missing = [],
  index,
}: HistoryPage['coverage']): string {
  const blocks = `Blocks ${from_block.toLocaleString('en')} to ${to_block.toLocaleString('en')}, found with ${source}.`
  const indexed =
    index === undefined || index.whole_chain
      ? ''
      : ` The local index has blocks ${index.from_block.toLocaleString('en')} to ${index.to_block.toLocaleString('en')}.`
  if (complete) return `${blocks}${indexed}`
  return `${blocks}${indexed} Not searched: ${missing.join(', ') || 'internal transactions and token transfers'}.`
}
