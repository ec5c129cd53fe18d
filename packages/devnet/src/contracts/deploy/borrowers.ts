import { maxUint256 } from 'viem'
import { readAbi } from '../abis.ts'
import type { DevnetAccounts } from '../accounts.ts'
import { aaveReserves, aaveV3, type TokenSymbol, tokens } from '../addresses.ts'
import { toAmount } from '../amounts.ts'
import type { Deployer } from '../deployer.ts'
import { borrow, supply } from './aaveV3.ts'
import { setPriceUsd } from './oracles.ts'

type Position = {
  readonly healthFactor: number
  readonly collateral: readonly TokenSymbol[]
  readonly debt: readonly TokenSymbol[]
}

/** One for each borrower account, in order. Several tokens share a side equally. */
export const positions: readonly Position[] = [
  { healthFactor: 1.02, collateral: ['WETH'], debt: ['USDC'] },
  { healthFactor: 1.04, collateral: ['WBTC'], debt: ['USDT'] },
  { healthFactor: 1.07, collateral: ['WETH'], debt: ['DAI'] },
  { healthFactor: 1.1, collateral: ['WETH'], debt: ['USDC'] },
  { healthFactor: 1.15, collateral: ['WBTC'], debt: ['USDC'] },
  { healthFactor: 1.2, collateral: ['LINK'], debt: ['USDC'] },
  { healthFactor: 1.3, collateral: ['WETH', 'WBTC'], debt: ['USDC', 'DAI'] },
  { healthFactor: 1.5, collateral: ['USDC'], debt: ['WETH'] },
  { healthFactor: 1.75, collateral: ['WETH'], debt: ['WBTC'] },
  { healthFactor: 2, collateral: ['WETH'], debt: ['USDT'] },
]

const collateralUsd = 300_000
/** A loan starts below the liquidation threshold, at the LTV at most: prices were higher when these were taken. */
const earlierPrice = 1.1

export async function openPositions(deployer: Deployer, { borrowers }: DevnetAccounts): Promise<void> {
  await movePrices(deployer, earlierPrice)
  for (const [index, position] of positions.entries()) {
    const borrower = borrowers[index]?.address
    if (borrower) await openPosition(deployer, position, borrower)
  }
  await movePrices(deployer, 1)
}

/** HF = Σ collateral × liquidation threshold / debt (Aave v3 technical paper, 4). */
async function openPosition(
  deployer: Deployer,
  { healthFactor, collateral, debt }: Position,
  borrower: `0x${string}`,
): Promise<void> {
  let debtUsd = 0
  for (const symbol of collateral) {
    const valueUsd = collateralUsd / collateral.length
    const token = { to: tokens[symbol].address, abi: readAbi('erc20') }
    const amount = toAmount(tokens[symbol], valueUsd)
    await deployer.send({ ...token, functionName: 'transfer', args: [borrower, amount] })
    await deployer.send({ ...token, functionName: 'approve', args: [aaveV3.pool, maxUint256], from: borrower })
    await supply(deployer, symbol, amount, borrower)
    debtUsd += (valueUsd * aaveReserves[symbol].liquidationThresholdBps) / 10_000 / healthFactor
  }
  for (const symbol of debt) await borrow(deployer, symbol, toAmount(tokens[symbol], debtUsd / debt.length), borrower)
}

async function movePrices(deployer: Deployer, factor: number): Promise<void> {
  await setPriceUsd(deployer, 'ETH / USD', tokens.WETH.priceUsd * factor)
  await setPriceUsd(deployer, 'BTC / USD', tokens.WBTC.priceUsd * factor)
  await setPriceUsd(deployer, 'LINK / USD', tokens.LINK.priceUsd * factor)
}
