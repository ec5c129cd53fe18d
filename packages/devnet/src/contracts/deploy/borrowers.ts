import type { DevnetAccounts } from '../accounts.ts'
import { type TokenSymbol, tokens } from '../addresses.ts'
import type { Deployer } from '../deployer.ts'
import { type LendingMarketName, lendingMarkets } from '../lendingMarkets.ts'
import { type Position, sendPositions } from '../positions.ts'
import { setPriceUsd } from './oracles.ts'

type Rung = readonly [collateral: readonly TokenSymbol[], debt: readonly TokenSymbol[]]

/** Health factors of each market's borrowers, in order. */
export const healthFactors = [1.02, 1.04, 1.07, 1.1, 1.15, 1.2, 1.3, 1.5, 1.75, 2] as const

const aaveLadder: readonly Rung[] = [
  [['WETH'], ['USDC']],
  [['WBTC'], ['USDT']],
  [['WETH'], ['DAI']],
  [['WETH'], ['USDC']],
  [['WBTC'], ['USDC']],
  [['LINK'], ['USDC']],
  [
    ['WETH', 'WBTC'],
    ['USDC', 'DAI'],
  ],
  [['USDC'], ['WETH']],
  [['WETH'], ['WBTC']],
  [['WETH'], ['USDT']],
]

/** Supply and debt of each borrower, in the order of `healthFactors`. Several tokens share a side equally. */
const ladders: Readonly<Record<LendingMarketName, readonly Rung[]>> = {
  aaveV3: aaveLadder,
  aaveV36: aaveLadder,
  spark: [
    [['WETH'], ['DAI']],
    [['WBTC'], ['DAI']],
    [['WETH'], ['USDC']],
    [['WETH', 'WBTC'], ['USDT']],
    [['WETH'], ['DAI', 'USDC']],
    [['WBTC'], ['USDC']],
    [['WETH'], ['USDT']],
    [['WBTC'], ['WETH']],
    [['WETH'], ['WBTC']],
    [['WETH'], ['DAI']],
  ],
  aaveV2: [
    [['WETH'], ['USDC']],
    [['WBTC'], ['USDC']],
    [['WBTC'], ['DAI']],
    [['WETH'], ['USDT']],
    [
      ['WETH', 'LINK'],
      ['USDC', 'DAI'],
    ],
    [['LINK'], ['USDC']],
    [['LINK'], ['DAI']],
    [['USDC'], ['WETH']],
    [['DAI'], ['LINK']],
    [['WETH'], ['DAI']],
  ],
  compoundV2: [
    [['WETH'], ['USDC']],
    [['WBTC'], ['DAI']],
    [['LINK'], ['USDC']],
    [['WETH'], ['DAI']],
    [['WETH', 'WBTC'], ['USDC']],
    [['WBTC'], ['USDT']],
    [['WETH'], ['USDC', 'USDT']],
    [['DAI'], ['WETH']],
    [['USDC'], ['WBTC']],
    [['WETH'], ['LINK']],
  ],
  compoundV3: [
    [['WETH'], ['USDC']],
    [['WBTC'], ['USDC']],
    [['LINK'], ['USDC']],
    [['WETH', 'WBTC'], ['USDC']],
    [['WETH', 'LINK'], ['USDC']],
    [['WETH', 'WBTC', 'LINK'], ['USDC']],
    [['WBTC', 'LINK'], ['USDC']],
    [['WETH'], ['USDC']],
    [['WBTC'], ['USDC']],
    [['LINK'], ['USDC']],
  ],
  morpho: [
    [['WETH'], ['USDC']],
    [['WBTC'], ['USDC']],
    [['WETH'], ['USDT']],
    [['WETH'], ['DAI']],
    [['WBTC'], ['WETH']],
    [['LINK'], ['USDC']],
    [['WETH'], ['WBTC']],
    [['WBTC'], ['USDC']],
    [['WETH'], ['USDC']],
    [['WETH'], ['USDT']],
  ],
}

const collateralUsd = 300_000
/** Loans start at the LTV, below the liquidation threshold, so prices are higher by this factor when they are taken. */
const earlierPrice = 1.1

export async function openLadders(
  deployer: Deployer,
  { borrowersOf }: DevnetAccounts,
  markets: readonly LendingMarketName[],
): Promise<void> {
  await movePrices(deployer, earlierPrice)
  await sendPositions(
    deployer,
    markets.flatMap((market) =>
      borrowersOf[market].flatMap(({ address }, index) => {
        const rung = ladders[market][index]
        return rung ? [toPosition(market, address, rung, healthFactors[index] ?? 1)] : []
      }),
    ),
  )
  await movePrices(deployer, 1)
}

/**
 * Computes the position with a health factor: HF = Σ collateral × liquidation threshold / debt (Aave v3 technical
 * paper, 4). Other protocols name the threshold differently.
 */
function toPosition(
  market: LendingMarketName,
  account: Position['account'],
  [collateral, debt]: Rung,
  healthFactor: number,
): Position {
  const { toThresholdBps } = lendingMarkets[market]
  const eachUsd = collateralUsd / collateral.length
  const limitUsd = collateral.reduce((sum, symbol) => {
    return sum + (eachUsd * toThresholdBps(symbol, debt[0] ?? symbol)) / 10_000
  }, 0)
  return {
    market,
    account,
    collateralUsd: Object.fromEntries(collateral.map((symbol) => [symbol, eachUsd])),
    debtUsd: Object.fromEntries(debt.map((symbol) => [symbol, limitUsd / healthFactor / debt.length])),
  }
}

async function movePrices(deployer: Deployer, factor: number): Promise<void> {
  await setPriceUsd(deployer, 'ETH / USD', tokens.WETH.priceUsd * factor)
  await setPriceUsd(deployer, 'BTC / USD', tokens.WBTC.priceUsd * factor)
  await setPriceUsd(deployer, 'LINK / USD', tokens.LINK.priceUsd * factor)
}
