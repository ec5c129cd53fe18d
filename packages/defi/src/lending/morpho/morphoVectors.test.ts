import { type Address, encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { readVectors } from '../fixtures/lendingVectors.ts'
import { accrue } from './accrue.ts'
import { computeHealth, computeScreen } from './computeHealth.ts'
import { computeIncentive, computeLiquidation, computeTerms } from './computeLiquidation.ts'
import { toAccount, toMarket } from './fixtures/market.ts'

type Amount = string
type Case = {
  readonly id: number
  readonly market: {
    readonly params: { readonly [name in 'loanToken' | 'collateralToken' | 'oracle' | 'irm']: Address } & {
      readonly lltv: Amount
    }
  } & {
    readonly [name in
      | 'totalSupplyAssets'
      | 'totalBorrowAssets'
      | 'totalSupplyShares'
      | 'totalBorrowShares'
      | 'lastUpdate'
      | 'fee'
      | 'price'
      | 'rateAtTarget']: Amount
  }
  readonly position: { readonly [name in 'supplyShares' | 'borrowShares' | 'collateral']: Amount }
  readonly atTimestamp: Amount
  /** Excludes `borrowApy`, which depends on the unknown date on which the vectors were created. */
  readonly expected: {
    readonly [name in
      | 'accruedTotalBorrowAssets'
      | 'accruedTotalSupplyAssets'
      | 'accruedTotalSupplyShares'
      | 'borrowAssets'
      | 'collateralValue'
      | 'maxBorrowAssets'
      | 'healthFactor'
      | 'seizableCollateral'
      | 'liquidationIncentiveFactor'
      | 'marketId']: Amount
  } & { readonly isLiquidatable: boolean }
}

const files = readVectors<{ readonly cases: readonly Case[] }>('morpho_blue_vectors')
const pair = { collateral: 0, debt: 1 }

function read({ market: { params, ...rest }, position, atTimestamp }: Case) {
  const stored = {
    totalSupplyAssets: BigInt(rest.totalSupplyAssets),
    totalSupplyShares: BigInt(rest.totalSupplyShares),
    totalBorrowAssets: BigInt(rest.totalBorrowAssets),
    totalBorrowShares: BigInt(rest.totalBorrowShares),
    lastUpdate: BigInt(rest.lastUpdate),
    fee: BigInt(rest.fee),
  }
  const market = toMarket({
    params: { ...params, lltv: BigInt(params.lltv) },
    stored,
    rate: { kind: 'adaptive', atTarget: BigInt(rest.rateAtTarget) },
    price: BigInt(rest.price),
    timestamp: stored.lastUpdate,
  })
  const account = toAccount({
    collateral: BigInt(position.collateral),
    borrowShares: BigInt(position.borrowShares),
    supplyShares: BigInt(position.supplyShares),
  })
  return { market: accrue(market, BigInt(atTimestamp)), account }
}

describe('the vectors of blue-sdk', () => {
  it.each(files)('$name: matches every number of every row', ({ file: { cases } }) => {
    expect(cases.length).toBeGreaterThan(0)
    let liquidatable = 0
    for (const row of cases) {
      const { expected } = row
      const { market, account } = read(row)
      const health = computeHealth(market, account)
      const { params } = market
      const types = parseAbiParameters('address, address, address, address, uint256')
      const id = [params.loanToken, params.collateralToken, params.oracle, params.irm, params.lltv] as const
      expect({
        accruedTotalBorrowAssets: market.borrow.assets,
        accruedTotalSupplyAssets: market.supply.assets,
        accruedTotalSupplyShares: market.supply.shares,
        borrowAssets: health.debtValue,
        collateralValue: health.collateralValue,
        maxBorrowAssets: health.availableToBorrow + (health.isLiquidatable ? 0n : health.debtValue),
        isLiquidatable: health.isLiquidatable,
        healthFactor: health.healthFactor,
        liquidationIncentiveFactor: computeIncentive(params.lltv),
        marketId: keccak256(encodeAbiParameters(types, id)),
      }).toEqual({
        accruedTotalBorrowAssets: BigInt(expected.accruedTotalBorrowAssets),
        accruedTotalSupplyAssets: BigInt(expected.accruedTotalSupplyAssets),
        accruedTotalSupplyShares: BigInt(expected.accruedTotalSupplyShares),
        borrowAssets: BigInt(expected.borrowAssets),
        collateralValue: BigInt(expected.collateralValue),
        // A position only has the amount that can still be borrowed, which is 0 if it is liquidatable.
        maxBorrowAssets: expected.isLiquidatable ? 0n : BigInt(expected.maxBorrowAssets),
        isLiquidatable: expected.isLiquidatable,
        healthFactor: BigInt(expected.healthFactor),
        liquidationIncentiveFactor: BigInt(expected.liquidationIncentiveFactor),
        marketId: expected.marketId,
      })

      const terms = computeTerms(market, account, pair)
      expect('refused' in terms).toBe(!expected.isLiquidatable)
      if (!('refused' in terms)) {
        liquidatable++
        const most = computeLiquidation(market, account, pair, terms.ranges[0]?.to ?? 0n)
        expect(most.seized).toBe(BigInt(expected.seizableCollateral))
      }

      const screen = computeScreen(market)
      const [collateral, loan] = account.entries
      const margin = Number(collateral?.supplied) * screen.collateralWeight(0, 0)
      const debt = Number(loan?.borrowed) * screen.debtWeight(1)
      expect(Math.abs(debt - Number(health.debtValue))).toBeLessThanOrEqual(screen.slack(1) + debt * 1e-14)
      expect(Math.abs(margin - Number(expected.maxBorrowAssets))).toBeLessThanOrEqual(screen.slack(0) + margin * 1e-14)
    }
    expect(liquidatable).toBeGreaterThan(0)
  })
})
