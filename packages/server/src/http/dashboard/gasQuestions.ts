import { gasChains } from '@outrigger/api/contract'
import type { ProviderPool } from '@outrigger/core'
import type { GasOracle } from '@outrigger/oracle'
import { type BacktestReport, tierTargets, toTierWindow } from '@outrigger/oracle/internal'
import { toSnakeCase } from '../../api/mempoolWire.ts'
import { createGasBacktests, type GasBacktest } from '../../node/gasBacktests.ts'
import type { GasHistories } from '../../node/gasHistory.ts'
import { orUnavailable } from '../../node/orUnavailable.ts'
import { requirePool } from '../../node/perChain.ts'
import type { Pools } from '../../node/providers.ts'
import type { Question } from './question.ts'

type Parts = { readonly pools: Pools; readonly gas: GasOracle; readonly gasHistories: GasHistories }

/** Reports how often the tiers' confidence came true on the newest blocks, and how much other estimators overpay on them. */
export function createGasQuestions({ pools, gas, gasHistories }: Parts): readonly Question[] {
  const backtests = createGasBacktests(gasHistories)
  return [
    {
      path: '/dashboard/gas/:chain/backtest',
      scopes: ['read:blockchain'],
      area: 'gas',
      async answer({ chain = '' }) {
        const pool = requirePool(pools, chain, gasChains)
        const { blockNumber } = await orUnavailable(pool.chain.name, () => gas.get(pool.chain), pool)
        return toWireBacktest(pool, await backtests.get(pool, blockNumber))
      },
    },
  ]
}

function toWireBacktest(pool: ProviderPool, { run, ...counts }: GasBacktest) {
  if (run === null) return { ...counts, result: null }
  const { report, firstBlock, lastBlock, atMs } = run
  return {
    ...counts,
    result: {
      first_block: Number(firstBlock),
      last_block: Number(lastBlock),
      judged: report.judged,
      timestamp: new Date(atMs).toISOString(),
      tiers: toTiers(pool, report),
      calibration: report.calibration.map((row) => toSnakeCase<unknown>({ ...row })),
      estimators: report.estimators.map((row) => toSnakeCase<unknown>({ ...row })),
    },
  }
}

/** Returns a row per tier: its window at its confidence. */
function toTiers({ chain }: ProviderPool, { calibration }: BacktestReport) {
  return Object.entries(tierTargets).flatMap(([tier, { withinMs, confidence }]) => {
    const blocks = toTierWindow(chain, withinMs)
    const row = calibration.find((one) => one.blocks === blocks && one.stated === confidence)
    return row === undefined ? [] : [{ tier, within_seconds: withinMs / 1000, ...toSnakeCase<unknown>({ ...row }) }]
  })
}
