import type { Response } from '@outrigger/api/contract'
import { formatHealth, formatNumber, formatUsd } from '../../data/format.ts'
import { toName } from '../../data/names.ts'
import { AddressLink } from '../../ui/links.tsx'
import { Table } from '../../ui/table.tsx'

type Position = Response<'defiPositionHealth'>['positions'][number]
export type PositionRow = { readonly address: string; readonly position: Position }

type PositionsProps = {
  readonly label: string
  readonly chain: string
  readonly rows: readonly PositionRow[]
  /** Shows the address of each position. @default true */
  readonly hasAddress?: boolean
}

/** Table of lending positions with their assets and health factors. */
export function Positions({ label, chain, rows, hasAddress = true }: PositionsProps) {
  const address = {
    title: 'Address',
    of: ({ address }: PositionRow) => <AddressLink chain={chain} address={address} />,
  }
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ address, position }) => `${address} ${position.protocol} ${position.market}`}
      columns={[
        ...(hasAddress ? [address] : []),
        { title: 'Protocol', of: ({ position }) => toName(position.protocol) },
        {
          title: 'Health factor',
          right: true,
          of: ({ position: { health_factor } }) => (health_factor === null ? 'no debt' : formatHealth(health_factor)),
        },
        { title: 'State', of: ({ position }) => <State of={position} /> },
        { title: 'Collateral', right: true, of: ({ position }) => formatUsd(position.total_collateral_usd) },
        { title: 'Debt', right: true, of: ({ position }) => formatUsd(position.total_debt_usd) },
        { title: 'Collateral assets', of: ({ position }) => describeAssets(position.collateral_assets) },
        { title: 'Debt assets', of: ({ position }) => describeAssets(position.debt_assets) },
      ]}
    />
  )
}

function State({ of: { status, is_liquidatable, liquidation_obstacle } }: { readonly of: Position }) {
  if (!is_liquidatable) return <>{status.toLowerCase().replaceAll('_', ' ')}</>
  return (
    <span class="bad">■ liquidatable{liquidation_obstacle !== null && `, but not now: ${liquidation_obstacle}`}</span>
  )
}

type Asset = { readonly symbol: string; readonly decimals: number; readonly amount: string }

const describeAssets = (assets: readonly Asset[]): string =>
  assets.map(({ symbol, decimals, amount }) => `${formatNumber(Number(amount) / 10 ** decimals)} ${symbol}`).join(', ')
