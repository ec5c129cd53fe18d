import type { lendingChains } from '@outrigger/api/contract'
import { formatUsd, toHealthFormat } from '../../data/format.ts'
import { isLender, toFilterName } from '../../data/lenders.ts'
import { toName } from '../../data/names.ts'
import type { Reading } from '../../data/reading.ts'
import { listNearest, type StressTest } from '../../data/stressTest.ts'
import { AddressLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'

const mostRows = 5

type NearestProps = {
  readonly chain: (typeof lendingChains)[number]
  readonly reading: Reading<StressTest>
  readonly lender: string
  readonly filters: readonly string[]
}

/** The open positions with the lowest health factors. */
export function Nearest({ chain, reading, lender, filters }: NearestProps) {
  const toRows = ({ largest_positions: positions }: StressTest) =>
    listNearest(
      positions.filter(({ protocol }) => isLender(protocol, lender)),
      mostRows,
    )
  return (
    <Panel
      title="Nearest to liquidation"
      note={`The ${mostRows} lowest health factors above 1 among the largest positions with debt. Positions below 1 can be liquidated now.`}
      reading={reading}
      staleMs={45_000}
      toDataMs={({ timestamp }) => Date.parse(timestamp)}
      empty={(test) =>
        toRows(test).length === 0 &&
        (lender === 'all'
          ? 'No position with debt is known.'
          : `No position of ${toFilterName(lender, filters)} is known.`)
      }
    >
      {(test) => {
        const rows = toRows(test)
        const format = toHealthFormat(rows.map(({ health_factor }) => health_factor))
        return (
          <Table
            label="Nearest to liquidation"
            rows={rows}
            keyOf={(_, index) => index}
            columns={[
              { title: 'Borrower', of: ({ borrower }) => <AddressLink chain={chain} address={borrower} /> },
              { title: 'Protocol', of: ({ protocol }) => toName(protocol) },
              {
                title: 'Health factor',
                right: true,
                of: ({ health_factor: health }) => <strong>{format(health)}</strong>,
              },
              { title: 'Collateral', right: true, of: ({ total_collateral_usd }) => formatUsd(total_collateral_usd) },
              { title: 'Debt', right: true, of: ({ total_debt_usd }) => formatUsd(total_debt_usd) },
            ]}
          />
        )
      }}
    </Panel>
  )
}
