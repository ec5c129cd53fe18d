import type { ChainProfile } from '@outrigger/core'
import { fullBlockRatio, leastOffer } from '../compute/tips.ts'
import type { GasSample, PendingTips } from '../gasSample.ts'
import { toGasFamily, toHorizons } from './families.ts'
import type { PoolView } from './feeObservation.ts'
import { createTierModelState, stepTierModel, type TierModelState } from './tierModel.ts'

/** Creates an empty model of a chain. */
export function createChainModel(chain: ChainProfile): TierModelState {
  return createTierModelState(toHorizons(chain))
}

/**
 * Updates the model after one read of a chain with the blocks it has not seen, and the mempool after the newest block. If the
 * read reaches further back than the model, the model is rebuilt from it.
 */
export function observeSample(chain: ChainProfile, model: TierModelState, sample: GasSample): TierModelState {
  const seen = model.horizons[0]?.coverage.samples ?? 0
  const start = sample.history.length > 2 * (seen + model.decisions.length) ? createChainModel(chain) : model
  const last = start.decisions.at(-1)?.number ?? -1n
  const pool = toGasFamily(chain) === 'slots' ? toPoolView(sample.pending) : null
  return sample.history
    .filter(({ number }) => number >= last)
    .reduce((state, { number, rewards, baseFeePerGas, gasUsedRatio }) => {
      const isNewest = number === sample.block.number
      return stepTierModel(state, {
        number,
        baseFeePerGas,
        gasUsedRatio,
        tips: rewards,
        pool: isNewest ? pool : null,
      })
    }, start)
}

/** Derives a mempool view from a node's pending block. Returns null if the block is empty. */
function toPoolView(pending: PendingTips | null): PoolView | null {
  if (pending === null || (pending.gasUsedRatio === 0 && pending.tips.length === 0)) return null
  const isFull = pending.gasUsedRatio >= fullBlockRatio
  return {
    gasRatio: pending.gasUsedRatio,
    entryTip: isFull ? (pending.tips.find((tip) => tip >= leastOffer) ?? null) : null,
  }
}
