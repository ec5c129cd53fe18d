import type { CollateralAsset, DebtAsset, LendingPosition, PositionHealth } from '@outrigger/defi'
import type { Address } from 'viem'
import { toEtherOrNull, toTokens } from './amounts.ts'
import { blockColumns, type MinedBlock } from './blocks.ts'
import { type Column, column, defineRows, orNull, type Table } from './schema.ts'

/** Columns of an asset of a position. */
const assetColumns = {
  protocol: column('string', 'Lender'),
  market: column('hex', 'Market of the lender'),
  health_factor: orNull('double', 'Health factor. Null without debt'),
  status: column('string', 'HEALTHY, WARNING, AT_RISK or LIQUIDATABLE'),
  is_liquidatable: column('bool', 'By the rule of the lender'),
  liquidation_obstacle: orNull('string', 'Why liquidations fail at present'),
  total_collateral_usd: column('double', 'Collateral of the position, US dollars'),
  total_debt_usd: column('double', 'Debt of the position, US dollars'),
  available_to_borrow_usd: column('double', 'US dollars'),
  net_apy: column('double', 'Interest per year as a ratio of the equity'),
  side: column('string', 'collateral or debt'),
  token_address: column('hex', 'Asset'),
  token_symbol: column('string', 'Its symbol'),
  amount_string: column('decimal', 'Amount in base units'),
  amount: column('double', 'The same in whole tokens'),
  value_usd: column('double', 'Value by the oracle of the lender, US dollars'),
  is_collateral: orNull('bool', 'Whether a supplied asset backs the debt. Null for debt'),
  ltv: orNull('double', 'Loan to value of a supplied asset, ratio'),
  liquidation_threshold: orNull('double', 'Threshold of a supplied asset, ratio'),
  apy: column('double', 'Interest per year, ratio'),
  liquidation_price_usd: orNull('double', 'Price of the asset at which the position becomes liquidatable'),
} as const

/** Lending positions of an address: one row per asset. */
export const positions = defineRows({
  name: 'positions',
  version: 1,
  description:
    'Lending positions of an address. One row per supplied or borrowed asset, so the totals of a position are in each of its rows.',
  columns: {
    chain: column('string', 'Chain'),
    block_number: column('int64', 'Block of the data'),
    address: column('hex', 'Owner'),
    ...assetColumns,
  },
})

export const toPositionRows = ({ chain, blockNumber, address, positions: all }: PositionHealth): Table =>
  positions.of(all.flatMap(toAssets).map((asset) => ({ chain, block_number: blockNumber, address, ...asset })))

type Columns = Readonly<Record<string, Column>>
type Nullable<columns extends Columns> = { readonly [name in keyof columns]: Column<columns[name]['type'], true> }

const toNullable = <columns extends Columns>(columns: columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { type, description }]) => [name, orNull(type, description)]),
  ) as unknown as Nullable<columns>

/** Lending positions of accounts after each block: one row per asset. */
export const positionHistory = defineRows({
  name: 'position_history',
  version: 1,
  description:
    'Lending positions of accounts after each block. One row per supplied or borrowed asset. An account without positions has one row, in which the columns after `address` are null.',
  time: 'block_time',
  columns: { ...blockColumns, address: column('hex', 'Owner'), ...toNullable(assetColumns) },
})

type AccountPositions = Pick<PositionHealth, 'positions'> & { readonly address: Address }

const noAsset = Object.fromEntries(Object.keys(assetColumns).map((name) => [name, null])) as {
  readonly [name in keyof typeof assetColumns]: null
}

export const toPositionHistoryRows = (chain: string, block: MinedBlock, accounts: readonly AccountPositions[]): Table =>
  positionHistory.of(
    accounts.flatMap(({ address, positions: own }) => {
      const assets = own.flatMap(toAssets)
      const shared = {
        chain,
        block_number: block.number,
        block_time: Number(block.timestamp) * 1000,
        block_hash: block.hash,
        address,
      }
      return (assets.length === 0 ? [noAsset] : assets).map((asset) => ({ ...shared, ...asset }))
    }),
  )

function toAssets(position: LendingPosition) {
  const totals = toTotals(position)
  return [
    ...position.collateral.map((asset) => ({
      ...totals,
      ...toAsset(asset),
      side: 'collateral',
      is_collateral: asset.isCollateral,
      ltv: asset.ltv,
      liquidation_threshold: asset.liquidationThreshold,
      apy: asset.supplyApy,
    })),
    ...position.debt.map((asset) => ({
      ...totals,
      ...toAsset(asset),
      side: 'debt',
      is_collateral: null,
      ltv: null,
      liquidation_threshold: null,
      apy: asset.borrowApy,
    })),
  ]
}

const toTotals = (position: LendingPosition) => ({
  protocol: position.protocol,
  market: position.market,
  health_factor: toEtherOrNull(position.healthFactor),
  status: position.status,
  is_liquidatable: position.isLiquidatable,
  liquidation_obstacle: position.liquidationObstacle,
  total_collateral_usd: position.totalCollateralUsd,
  total_debt_usd: position.totalDebtUsd,
  available_to_borrow_usd: position.availableToBorrowUsd,
  net_apy: position.netApy,
})

const toAsset = ({ token, symbol, decimals, amount, valueUsd, liquidationPriceUsd }: CollateralAsset | DebtAsset) => ({
  token_address: token,
  token_symbol: symbol,
  amount_string: amount,
  amount: toTokens(amount, decimals),
  value_usd: valueUsd,
  liquidation_price_usd: liquidationPriceUsd,
})
