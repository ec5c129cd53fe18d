import type { ChainName, Store } from '@outrigger/core'
import type { Change } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { FindingType } from '../finding.ts'
import { addScore, emptySums, type ScoreByType, type Scored, type ScoreSums } from './scoreSums.ts'

/** Reads and writes sums of scores in a store. */
export type ScoreArchive = {
  load(): Promise<ScoreByType>
  /**
   * Adds the scores of a block atomically. Returns false, and adds nothing, if this or another process has added the scores of
   * the block before.
   */
  add(block: Hex | null, scored: readonly Scored[]): Promise<boolean>
}

const collection = 'mev-score'
const keptBlocks = 256

// JSON has no bigint type, so the store holds amounts as decimal strings. `realisedProfit` is spelled as in existing stores.
type StoredBin = Omit<ScoreSums['bins'][number], 'estimatedProfit' | 'realizedProfit'> & {
  readonly estimatedProfit: string
  readonly realisedProfit: string
}
type StoredSums = Omit<ScoreSums, 'bins'> & { readonly type: FindingType; readonly bins: readonly StoredBin[] }

export function createScoreArchive(store: Store, chain: ChainName): ScoreArchive {
  return {
    async load() {
      const entries = await store.collection<StoredSums>(collection).list({ prefix: `${chain}:type:` })
      return Object.fromEntries(entries.map(({ value }) => [value.type, toSums(value)]))
    },
    async add(block, scored) {
      let isNew = true
      const mark: Change = {
        collection,
        key: `${chain}:blocks`,
        change(current) {
          const blocks = (current as readonly Hex[] | undefined) ?? []
          isNew = block === null || !blocks.includes(block)
          return block === null || !isNew ? current : [...blocks, block].slice(-keptBlocks)
        },
      }
      const types = [...new Set(scored.map(({ type }) => type))]
      const sums = types.map((type): Change => {
        const own = scored.filter((one) => one.type === type)
        return {
          collection,
          key: `${chain}:type:${type}`,
          change(current) {
            if (!isNew) return current
            const known = current === undefined ? emptySums : toSums(current as StoredSums)
            return toStored(type, own.reduce(addScore, known))
          },
        }
      })
      await store.commit([mark, ...sums])
      return isNew
    },
  }
}

function toStored(type: FindingType, sums: ScoreSums): StoredSums {
  const bins = sums.bins.map(({ estimatedProfit, realizedProfit, ...bin }) => ({
    ...bin,
    estimatedProfit: String(estimatedProfit),
    realisedProfit: String(realizedProfit),
  }))
  return { ...sums, type, bins }
}

function toSums({ bins, voids, taken, errors }: StoredSums): ScoreSums {
  return {
    voids,
    taken,
    errors,
    bins: bins.map(({ estimatedProfit, realisedProfit, ...bin }) => ({
      ...bin,
      estimatedProfit: BigInt(estimatedProfit),
      realizedProfit: BigInt(realisedProfit),
    })),
  }
}
