import type { FindingReading } from '@outrigger/api'
import { formatNumber, formatPercent, shorten } from '../../data/format.ts'
import { describeDetails } from '../../data/mev.ts'
import { BlockLink, TxLink } from '../../ui/links.tsx'
import { Table } from '../../ui/table.tsx'

export function Findings({ rows, chain }: { readonly rows: readonly FindingReading[]; readonly chain: string }) {
  return (
    <Table
      label="Findings"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Kind', of: ({ type }) => type },
        {
          title: 'Profit, ETH',
          right: true,
          of: ({ estimatedProfit }) => <strong>{formatNumber(Number(estimatedProfit) / 1e18)}</strong>,
        },
        { title: 'Confidence', right: true, of: ({ confidence }) => formatPercent(confidence) },
        { title: 'How', of: ({ basis }) => basis },
        { title: 'Block', right: true, of: ({ blockNumber }) => <BlockLink chain={chain} number={blockNumber} /> },
        { title: 'Rests on', of: ({ transactions }) => <Hashes of={transactions} chain={chain} /> },
        {
          title: 'To do',
          of: ({ swaps }) =>
            swaps
              .map(({ position, hops }) => `${hops.length} ${hops.length === 1 ? 'swap' : 'swaps'} ${position}`)
              .join(', '),
        },
        { title: 'Details', of: ({ details }) => <Details of={details} /> },
      ]}
    />
  )
}

function Hashes({ of: hashes, chain }: { readonly of: readonly string[]; readonly chain: string }) {
  if (hashes.length === 0) return <span class="quiet">the state alone</span>
  return (
    <>
      {hashes.map((hash) => (
        <span key={hash}>
          <TxLink chain={chain} hash={hash} />{' '}
        </span>
      ))}
    </>
  )
}

function Details({ of: details }: { readonly of: FindingReading['details'] }) {
  const short = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatNumber(value) : shorten(value),
  ])
  return <span title={describeDetails(details)}>{describeDetails(Object.fromEntries(short))}</span>
}
