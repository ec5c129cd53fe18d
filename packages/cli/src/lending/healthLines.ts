import type { HealthStatus, LendingPosition, PositionHealth } from '@outrigger/defi'
import { formatUnits } from 'viem'
import { formatApy, formatPercent, formatTokens, formatUsd } from '../output/format.ts'
import type { Paint } from '../output/paint.ts'
import { type Column, toTable } from '../output/table.ts'

const colours = { HEALTHY: 'green', WARNING: 'yellow', AT_RISK: 'magenta', LIQUIDATABLE: 'red' } as const satisfies {
  readonly [status in HealthStatus]: string
}

const right = (title: string): Column => ({ title, align: 'right' })
const positionColumns = [
  { title: 'protocol' },
  right('health'),
  { title: 'status' },
  ...['collateral', 'debt', 'can borrow', 'net apy'].map(right),
  { title: 'market' },
]
const assetColumns = [
  { title: 'protocol' },
  { title: 'asset' },
  ...['supplied', 'borrowed', 'value', 'threshold', 'apy', 'liquidation at'].map(right),
]

/** Positions, and below them the assets they are made of. */
export function toHealthLines(
  { address, chain, positions, isComplete }: PositionHealth,
  paint: Paint,
): readonly string[] {
  if (positions.length === 0)
    return [
      isComplete
        ? `${address} has lent and borrowed nothing on ${chain}.`
        : `Nothing of ${address} was found on ${chain} where it could be looked for.`,
    ]
  return [
    ...toTable(
      positionColumns,
      positions.map((position) => toPositionCells(position, paint)),
    ),
    '',
    ...toTable(assetColumns, positions.flatMap(toAssetRows)),
  ]
}

function toPositionCells(position: LendingPosition, paint: Paint): readonly string[] {
  const { protocol, market, healthFactor, status } = position
  return [
    protocol,
    healthFactor === null ? '-' : formatHealth(healthFactor),
    paint(colours[status], status),
    formatUsd(position.totalCollateralUsd),
    formatUsd(position.totalDebtUsd),
    formatUsd(position.availableToBorrowUsd),
    formatApy(position.netApy),
    market,
  ]
}

function toAssetRows({ protocol, collateral, debt }: LendingPosition): readonly (readonly string[])[] {
  const toPrice = (price: number | null) => (price === null ? '-' : formatUsd(price))
  return [
    ...collateral.map((asset) => [
      protocol,
      asset.symbol,
      formatTokens(asset),
      '',
      formatUsd(asset.valueUsd),
      asset.isCollateral ? formatPercent(asset.liquidationThreshold) : 'not used',
      formatApy(asset.supplyApy),
      toPrice(asset.liquidationPriceUsd),
    ]),
    ...debt.map((asset) => [
      protocol,
      asset.symbol,
      '',
      formatTokens(asset),
      formatUsd(asset.valueUsd),
      '',
      formatApy(asset.borrowApy),
      toPrice(asset.liquidationPriceUsd),
    ]),
  ]
}

/** Cut, not rounded: 0.99999 is not 1. */
export function formatHealth(healthFactor: bigint): string {
  return Number(formatUnits(healthFactor / 10n ** 14n, 4)).toFixed(4)
}
