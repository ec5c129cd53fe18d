import type { Address, Hash } from 'viem'
import type { Arbitrage } from './arbitrage/detectArbitrage.ts'
import type { BlockContext } from './flow/ownAddresses.ts'
import type { TransactionFlow } from './flow/transactionFlow.ts'
import { computeCost } from './inclusionCost.ts'
import type { JitLiquidity } from './jit/detectJit.ts'
import type { Liquidation } from './liquidation/liquidation.ts'
import { isComplete } from './liquidation/profit.ts'
import type {
  ArbitrageFinding,
  JitFinding,
  LiquidationFinding,
  SandwichFinding,
  SwapStep,
  TokenAmounts,
} from './minedFinding.ts'
import { type Profit, toAmounts } from './profit.ts'
import type { Sandwich } from './sandwich/detectSandwiches.ts'
import type { PoolSwap } from './swaps/poolSwap.ts'
import type { BlockPrices } from './value/blockPrices.ts'

/** Converts detected MEV to findings with profit, value and cost. */
export type FindingWriter = {
  toArbitrage(flow: TransactionFlow, arbitrage: Arbitrage): ArbitrageFinding
  toSandwich(sandwich: Sandwich, profit: Profit): SandwichFinding
  toLiquidation(flow: TransactionFlow, liquidation: Liquidation, profit: Profit): LiquidationFinding
  toJit(jit: JitLiquidity, profit: Profit): JitFinding
}

export type WriterContext = {
  readonly blockNumber: bigint
  readonly context: BlockContext
  readonly prices: BlockPrices
}

export function createFindingWriter({ blockNumber, context, prices }: WriterContext): FindingWriter {
  const value = (profit: TokenAmounts) => ({
    profit,
    profitWei: prices.toWei(profit),
    profitUsd: prices.toUsd(profit),
  })
  const toCost = (flows: readonly TransactionFlow[]) => computeCost(flows, context)
  return {
    toArbitrage: (flow, { cycle, profit }) => ({
      blockNumber,
      kind: 'arbitrage',
      transactions: [toHash(flow)],
      ...value(toAmounts(profit)),
      tokens: [...new Set([...profit.keys(), ...cycle.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut])])],
      details: {
        from: flow.transaction.from,
        contract: flow.transaction.to,
        swaps: cycle.map(toStep),
        ...toCost([flow]),
      },
    }),
    toSandwich({ attacker, fronts, victims, backs, pools }, { profit }) {
      const own = [...fronts, ...backs]
      const hashes = own.map(toHash)
      const [front, back] = [hashes[0] as Hash, hashes.at(-1) as Hash]
      return {
        blockNumber,
        kind: 'sandwich',
        transactions: [front, ...victims.map(toHash), back],
        ...value(profit),
        tokens: toSwappedTokens(own),
        details: {
          attacker,
          front,
          fronts: fronts.map(toHash),
          back,
          backs: backs.map(toHash),
          victims: victims.map(toHash),
          pools,
          ...toCost(own),
        },
      }
    },
    toLiquidation(flow, liquidation, { profit, isNet }) {
      const { debtToken, collateralToken } = liquidation
      const gained = isNet && Object.values(profit).some((amount) => amount > 0n)
      return {
        blockNumber,
        kind: 'liquidation',
        transactions: [toHash(flow)],
        ...(gained || isComplete(liquidation) ? value(profit) : { profit, profitWei: null, profitUsd: null }),
        tokens: [...new Set([debtToken, collateralToken].filter((token) => token !== null))],
        details: {
          ...toLiquidationDetails(liquidation, flow),
          ...toCost([flow]),
        },
      }
    },
    toJit: ({ mint, burn, victims }, { profit }) => ({
      blockNumber,
      kind: 'jit',
      transactions: [mint.flow, ...victims, burn.flow].map(toHash),
      ...value(profit),
      tokens: Object.keys(profit) as readonly Address[],
      details: {
        provider: mint.flow.transaction.to ?? mint.owner,
        pool: mint.pool,
        liquidity: mint.liquidity,
        tickLower: mint.tickLower,
        tickUpper: mint.tickUpper,
        victims: victims.map(toHash),
        ...toCost([mint.flow, burn.flow]),
      },
    }),
  }
}

const toStep = ({ protocol, pool, tokenIn, tokenOut, amountIn, amountOut }: PoolSwap): SwapStep => ({
  protocol,
  pool,
  tokenIn,
  tokenOut,
  amountIn,
  amountOut,
})

function toLiquidationDetails({ lender: _, ...liquidation }: Liquidation, { transaction }: TransactionFlow) {
  return { ...liquidation, liquidator: liquidation.liquidator ?? transaction.from }
}

const toHash = ({ transaction }: TransactionFlow): Hash => transaction.hash

const toSwappedTokens = (flows: readonly TransactionFlow[]): readonly Address[] => [
  ...new Set(flows.flatMap(({ swaps }) => swaps.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))),
]
