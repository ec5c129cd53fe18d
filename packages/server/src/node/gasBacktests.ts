import type { Outrigger } from '@outrigger/api'
import { gasChains } from '@outrigger/api/contract'
import type { ChainProfile, ProviderPool } from '@outrigger/core'
import { inTurns } from '@outrigger/core/internal'
import type { GasOracle } from '@outrigger/oracle'
import {
  type BacktestReport,
  type BlockFees,
  computeLeastBlocks,
  computeMostGrowth,
  replayBacktest,
  tierTargets,
  toTestedWindows,
  toTierWindow,
} from '@outrigger/oracle/internal'
import { type GasHistories, readNewestBlocks } from './gasHistory.ts'
import { orUnavailable } from './orUnavailable.ts'
import { requirePool } from './perChain.ts'
import type { Pools } from './providers.ts'

type GasBacktest = Awaited<ReturnType<Outrigger['gas']['backtest']>>

/** Replays of the tier model over the newest blocks. They run on demand, yield to other work, and are cached for 5 min. */
export type GasBacktests = {
  /** @throws {InvalidChainError | UpstreamUnavailableError} */
  get(chain: string): Promise<GasBacktest>
}

type Parts = { readonly pools: Pools; readonly gas: GasOracle; readonly histories: GasHistories }

const mostBlocks = 2000
const goodForMs = 300_000

export function createGasBacktests({ pools, gas, histories }: Parts): GasBacktests {
  const { clock } = histories
  const last = new Map<string, GasBacktest>()
  const underWay = new Map<string, Promise<GasBacktest>>()

  async function make(pool: ProviderPool, head: bigint): Promise<GasBacktest> {
    const { chain } = pool
    const blocks = await readNewestBlocks(histories, pool, { head, most: mostBlocks })
    const horizons = toTestedWindows(chain)
    const needed = computeLeastBlocks(Math.max(...horizons))
    const counts = { chain: chain.name, known: blocks.length, needed }
    if (blocks.length < needed) return { ...counts, result: null }
    const report = await inTurns(replayBacktest(blocks, { horizons, mostGrowthPerBlock: computeMostGrowth(chain) }))
    return { ...counts, result: { ...toResult(chain, blocks, report), timestampMs: clock.now() } }
  }

  return {
    async get(nameOfChain) {
      const pool = requirePool(pools, nameOfChain, gasChains)
      const { name } = pool.chain
      const { blockNumber } = await orUnavailable(name, () => gas.get(pool.chain), pool)
      const known = last.get(name)
      const ageMs = clock.now() - (known?.result?.timestampMs ?? Number.NEGATIVE_INFINITY)
      if (known !== undefined && ageMs >= 0 && ageMs < goodForMs) return known
      const running = underWay.get(name)
      if (running !== undefined) return running
      const next = make(pool, blockNumber).finally(() => underWay.delete(name))
      underWay.set(name, next)
      next.then((made) => last.set(name, made)).catch(() => {})
      return next
    },
  }
}

function toResult(
  chain: ChainProfile,
  blocks: readonly BlockFees[],
  { judged, calibration, estimators }: BacktestReport,
) {
  return {
    firstBlock: blocks[0]?.number ?? 0n,
    lastBlock: blocks.at(-1)?.number ?? 0n,
    judged,
    tiers: toTiers(chain, calibration),
    calibration,
    estimators,
  }
}

const tierNames = ['slow', 'standard', 'fast', 'instant'] as const

/** Returns a row per tier: its window at its confidence. */
function toTiers(chain: ChainProfile, calibration: BacktestReport['calibration']) {
  return tierNames.flatMap((tier) => {
    const { withinMs, confidence } = tierTargets[tier]
    const blocks = toTierWindow(chain, withinMs)
    const row = calibration.find((one) => one.blocks === blocks && one.stated === confidence)
    return row === undefined ? [] : [{ tier, withinMs, ...row }]
  })
}
