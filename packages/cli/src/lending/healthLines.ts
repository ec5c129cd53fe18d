import type { HealthStatus, LendingPosition, PositionHealth } from '@outrigger/defi'
import { formatUnits } from 'viem'
import { formatAmounts, formatApy, formatPercent, formatUsds } from '../output/format.ts'
import type { Paint } from '../output/paint.ts'
import { type Column, toTable } from '../output/table.ts'

const colours = { HEALTHY: 'green', WARNING: 'yellow', AT_RISK: 'magenta', LIQUIDATABLE: 'red' } as const satisfies {
  readonly [status in HealthStatus]: string
}

const right = (title: string): Column => ({ title, align: 'right' })
const positionColumns: readonly Column[] = [
  { title: 'protocol' },
  right('health'),
  { title: 'status' },
  ...['collateral', 'debt', 'can borrow', 'net apy'].map(right),
  { title: 'market', shorten: true },
]
const assetColumns: readonly Column[] = [
  { title: 'protocol' },
  { title: 'asset' },
  { title: 'side' },
  ...['amount', 'value', 'threshold', 'apy', 'liq. at'].map(right),
]

/** Returns lines of positions, and below them their assets. */
export function toHealthLines(
  { address, chain, positions, isComplete }: PositionHealth,
  paint: Paint,
): readonly string[] {
  if (positions.length === 0)
    return [
      isComplete
        ? `${address} has lent and borrowed nothing on ${chain} at the supported lenders.`
        : `No positions of ${address} were found on ${chain} in the data that could be read.`,
    ]
  return [
    ...toTable(positionColumns, toPositionRows(positions, paint)),
    '',
    ...toTable(assetColumns, toAssetRows(positions)),
  ]
}

function toPositionRows(positions: readonly LendingPosition[], paint: Paint): readonly (readonly string[])[] {
  const [collateral, debt, free] = (['totalCollateralUsd', 'totalDebtUsd', 'availableToBorrowUsd'] as const).map(
    (field) => formatUsds(positions.map((position) => position[field])),
  )
  return positions.map(({ protocol, market, healthFactor, status, netApy }, index) => [
    protocol,
    healthFactor === null ? '-' : formatHealth(healthFactor),
    paint(colours[status], status),
    ...[collateral, debt, free].map((column) => column?.[index] ?? ''),
    formatApy(netApy),
    market,
  ])
}

function toAssetRows(positions: readonly LendingPosition[]): readonly (readonly string[])[] {
  const assets = positions.flatMap(({ protocol, collateral, debt }) => [
    ...collateral.map((asset) => ({
      ...asset,
      protocol,
      side: 'supplied',
      threshold: asset.isCollateral ? formatPercent(asset.liquidationThreshold) : 'not used',
      apy: asset.supplyApy,
    })),
    ...debt.map((asset) => ({ ...asset, protocol, side: 'borrowed', threshold: '', apy: asset.borrowApy })),
  ])
  const amounts = formatAmounts(assets)
  const values = formatUsds(assets.map(({ valueUsd }) => valueUsd))
  const prices = formatUsds(
    assets.map(({ liquidationPriceUsd }) => liquidationPriceUsd ?? 0),
    8,
  )
  return assets.map(({ protocol, symbol, side, threshold, apy, liquidationPriceUsd }, index) => [
    protocol,
    symbol,
    side,
    amounts[index] ?? '',
    values[index] ?? '',
    threshold,
    formatApy(apy),
    liquidationPriceUsd === null ? '-' : (prices[index] ?? ''),
  ])
}

/** Cuts the digits instead of rounding, so that 0.99999 does not become 1. */
export function formatHealth(healthFactor: bigint): string {
  return Number(formatUnits(healthFactor / 10n ** 14n, 4)).toFixed(4)
}
