import type { Address } from 'viem'
import type { Cycle } from './arbitrage/cycles.ts'
import type { TransactionFlow } from './flow/transactionFlow.ts'
import { computeCost } from './inclusionCost.ts'
import type { JitLiquidity } from './jit/detectJit.ts'
import type { Liquidation } from './liquidation/liquidation.ts'
import { computeLiquidationProfit } from './liquidation/profit.ts'
import type { MinedBlock } from './minedBlock.ts'
import type { ArbitrageFinding, JitFinding, LiquidationFinding, SandwichFinding, TokenAmounts } from './minedFinding.ts'
import { computeHolderLosses, computeSwapProfit, toAmounts } from './profit.ts'
import type { Sandwich } from './sandwich/detectSandwiches.ts'
import type { BlockPrices } from './value/blockPrices.ts'

/** Makes findings of what the detectors saw, with profit, value and cost. */
export type FindingWriter = {
  toArbitrage(flow: TransactionFlow, cycle: Cycle): ArbitrageFinding
  toSandwich(sandwich: Sandwich): SandwichFinding
  toLiquidation(flow: TransactionFlow, liquidation: Liquidation, ofTransaction: number): LiquidationFinding
  toJit(jit: JitLiquidity): JitFinding
}

export function createFindingWriter({ number, coinbase }: MinedBlock, prices: BlockPrices): FindingWriter {
  const hashOf = ({ transaction }: TransactionFlow) => transaction.hash
  const value = (profit: TokenAmounts) => ({
    profit,
    profitWei: prices.toWei(profit),
    profitUsd: prices.toUsd(profit),
  })
  const costOf = (flows: readonly TransactionFlow[]) => computeCost(flows, coinbase)
  return {
    toArbitrage: (flow, { swaps, gains }) => ({
      ...{ blockNumber: number, kind: 'arbitrage', transactions: [hashOf(flow)] },
      ...value(toAmounts(gains)),
      tokens: [...new Set([...gains.keys(), ...swaps.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut])])],
      details: {
        ...{ from: flow.transaction.from, contract: flow.transaction.to },
        swaps: swaps.map(({ protocol, pool, tokenIn, tokenOut, amountIn, amountOut }) => ({
          ...{ protocol, pool, tokenIn, tokenOut, amountIn, amountOut },
        })),
        ...costOf([flow]),
      },
    }),
    toSandwich({ attacker, fronts, victims, back, pools, sharesBack }) {
      const [front = back] = fronts
      const own = [...fronts, back]
      return {
        ...{ blockNumber: number, kind: 'sandwich', transactions: [front, ...victims, back].map(hashOf) },
        ...value(computeSwapProfit(own, { pools, only: sharesBack })),
        tokens: toSwappedTokens(own),
        details: {
          ...{ attacker, front: hashOf(front), fronts: fronts.map(hashOf), back: hashOf(back) },
          ...{ victims: victims.map(hashOf), pools, ...costOf(own) },
        },
      }
    },
    toLiquidation(flow, liquidation, ofTransaction) {
      const { profit, isWhole } = computeLiquidationProfit(flow, liquidation, ofTransaction)
      const { protocol, liquidator, borrower, debtToken, debtAmount, collateralToken, collateralAmount } = liquidation
      return {
        ...{ blockNumber: number, kind: 'liquidation', transactions: [hashOf(flow)] },
        ...(isWhole ? value(profit) : { profit, profitWei: null, profitUsd: null }),
        tokens: [...new Set([debtToken, collateralToken].filter((token) => token !== null))],
        details: {
          ...{ protocol, liquidator: liquidator ?? flow.transaction.from, borrower },
          ...{ debtToken, debtAmount, collateralToken, collateralAmount, ...costOf([flow]) },
        },
      }
    },
    toJit({ mint, burn, victims }) {
      const profit = computeHolderLosses([mint.flow, burn.flow], mint.holder)
      return {
        ...{ blockNumber: number, kind: 'jit', transactions: [mint.flow, ...victims, burn.flow].map(hashOf) },
        ...value(profit),
        tokens: Object.keys(profit) as readonly Address[],
        details: {
          ...{ provider: mint.flow.transaction.to ?? mint.owner, pool: mint.pool, liquidity: mint.liquidity },
          ...{ tickLower: mint.tickLower, tickUpper: mint.tickUpper, victims: victims.map(hashOf) },
          ...costOf([mint.flow, burn.flow]),
        },
      }
    },
  }
}

const toSwappedTokens = (flows: readonly TransactionFlow[]): readonly Address[] => [
  ...new Set(flows.flatMap(({ swaps }) => swaps.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))),
]
