import type { ProviderPool } from '@outrigger/core'
import { inTurns } from '@outrigger/core/internal'
import {
  type BacktestReport,
  type BlockFees,
  computeLeastBlocks,
  computeMostGrowth,
  replayBacktest,
  toTestedWindows,
} from '@outrigger/oracle/internal'
import { type GasHistories, readNewestBlocks } from './gasHistory.ts'

/** A replay of the tier model over the newest blocks with known fees. */
export type GasBacktest = {
  readonly chain: string
  /** Consecutive known blocks up to the newest. */
  readonly known: number
  /** Number of blocks that a backtest needs. */
  readonly needed: number
  /** Result of the backtest. Null while there are too few blocks. */
  readonly run: {
    readonly report: BacktestReport
    readonly firstBlock: bigint
    readonly lastBlock: bigint
    /** Unix ms. */
    readonly atMs: number
  } | null
}

/** Backtests of a node's chains. They are run on demand, yield to other work, and are cached for some minutes. */
export type GasBacktests = {
  /** @param head the newest block of the chain */
  get(pool: ProviderPool, head: bigint): Promise<GasBacktest>
}

const mostBlocks = 2000
const goodForMs = 300_000

/**
 * @example
 * const { run } = await createGasBacktests(gasHistories).get(pool, price.blockNumber)
 */
export function createGasBacktests(histories: GasHistories): GasBacktests {
  const { clock } = histories
  const last = new Map<string, GasBacktest>()
  const underWay = new Map<string, Promise<GasBacktest>>()

  async function make({ chain }: ProviderPool, blocks: readonly BlockFees[]): Promise<GasBacktest> {
    const horizons = toTestedWindows(chain)
    const needed = computeLeastBlocks(Math.max(...horizons))
    const counts = { chain: chain.name, known: blocks.length, needed }
    const [first, newest] = [blocks[0], blocks.at(-1)]
    if (blocks.length < needed || first === undefined || newest === undefined) return { ...counts, run: null }
    const report = await inTurns(replayBacktest(blocks, { horizons, mostGrowthPerBlock: computeMostGrowth(chain) }))
    return { ...counts, run: { report, firstBlock: first.number, lastBlock: newest.number, atMs: clock.now() } }
  }

  return {
    get(pool, head) {
      const { name } = pool.chain
      const known = last.get(name)
      const ageMs = clock.now() - (known?.run?.atMs ?? Number.NEGATIVE_INFINITY)
      if (known !== undefined && ageMs >= 0 && ageMs < goodForMs) return Promise.resolve(known)
      const running = underWay.get(name)
      if (running !== undefined) return running
      const next = readNewestBlocks(histories, pool, { head, most: mostBlocks })
        .then((blocks) => make(pool, blocks))
        .finally(() => underWay.delete(name))
      underWay.set(name, next)
      next.then((made) => last.set(name, made)).catch(() => {})
      return next
    },
  }
}
