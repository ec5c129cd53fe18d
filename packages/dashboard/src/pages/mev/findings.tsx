import type { FindingReading } from '@outrigger/api'
import { toCurrency } from '../../data/currency.ts'
import { describeFinding } from '../../data/findings.ts'
import { formatNumber, formatPercent } from '../../data/format.ts'
import { useTokens } from '../../data/tokens.ts'
import { BlockLink, TxLink } from '../../ui/links.tsx'
import { Table } from '../../ui/table.tsx'

/** Current findings in words, most profitable first. */
export function Findings({ rows, chain }: { readonly rows: readonly FindingReading[]; readonly chain: string }) {
  const tokens = useTokens(chain)
  return (
    <Table
      label="Findings"
      rows={rows}
      isSteady
      keyOf={(_, index) => index}
      columns={[
        { title: 'Kind', rem: 7, of: ({ type }) => type },
        {
          title: `Profit, ${toCurrency(chain)}`,
          rem: 6,
          right: true,
          of: ({ estimatedProfit }) => <strong>{formatNumber(Number(estimatedProfit) / 1e18)}</strong>,
        },
        { title: 'Confidence', rem: 6, right: true, of: ({ confidence }) => formatPercent(confidence) },
        { title: 'What', of: (finding) => <span class="wrap">{describeFinding(finding, tokens)}</span> },
        { title: 'Depends on', rem: 9, of: ({ transactions }) => <Hashes of={transactions} chain={chain} /> },
        {
          title: 'Swaps',
          rem: 9,
          of: ({ swaps }) => swaps.map(({ position, hops }) => `${hops.length} ${position}`).join(', '),
        },
        { title: 'Profit from', rem: 7, of: ({ basis }) => (basis === 'simulated' ? 'a simulation' : 'pool math') },
        {
          title: 'Block',
          rem: 6,
          right: true,
          of: ({ blockNumber }) => <BlockLink chain={chain} number={blockNumber} />,
        },
      ]}
    />
  )
}

function Hashes({ of: hashes, chain }: { readonly of: readonly string[]; readonly chain: string }) {
  if (hashes.length === 0) return <span class="quiet">current state</span>
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
