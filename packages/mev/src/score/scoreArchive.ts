import type { ChainName, Store } from '@outrigger/core'
import type { Change } from '@outrigger/core/internal'
import { type Hex, keccak256, slice, toHex } from 'viem'
import type { FindingType } from '../finding.ts'
import { addScore, emptySums, type ScoreByType, type Scored, type ScoreSums } from './scoreSums.ts'

const collection = 'mev-score'
/** Number of counted findings to remember, so that none counts twice. */
const keptFindings = 1_024

// JSON has no bigint type, so the store holds amounts as decimal strings. `realisedProfit` is spelled as in existing stores.
type StoredBin = Omit<ScoreSums['bins'][number], 'estimatedProfit' | 'realizedProfit'> & {
  readonly estimatedProfit: string
  readonly realisedProfit: string
}
type StoredSums = Omit<ScoreSums, 'bins'> & { readonly type: FindingType; readonly bins: readonly StoredBin[] }

/** Returns the sums of a chain's scores. */
export async function loadScores(store: Store, chain: ChainName): Promise<ScoreByType> {
  const entries = await store.collection<StoredSums>(collection).list({ prefix: `${chain}:type:` })
  return Object.fromEntries(entries.map(({ value }) => [value.type, toSums(value)]))
}

/** Adds scores of different findings atomically. Returns the findings that neither this nor another process has counted before. */
export async function addScores<scored extends Scored>(
  store: Store,
  chain: ChainName,
  scored: readonly scored[],
): Promise<readonly scored[]> {
  let added: readonly scored[] = []
  const mark: Change = {
    collection,
    key: `${chain}:findings`,
    change(current) {
      const counted = (current as readonly Hex[] | undefined) ?? []
      const known = new Set(counted)
      added = scored.filter(({ finding }) => !known.has(toKey(finding.id)))
      return [...counted, ...added.map(({ finding }) => toKey(finding.id))].slice(-keptFindings)
    },
  }
  const sums = [...new Set(scored.map(({ finding }) => finding.type))].map((type): Change => {
    return {
      collection,
      key: `${chain}:type:${type}`,
      change(current) {
        const known = current === undefined ? emptySums : toSums(current as StoredSums)
        return toStored(type, added.filter(({ finding }) => finding.type === type).reduce(addScore, known))
      },
    }
  })
  await store.commit([mark, ...sums])
  return added
}

/** Shortens the id of a finding, which may name several transactions. */
const toKey = (id: string): Hex => slice(keccak256(toHex(id)), 0, 8)

function toStored(type: FindingType, sums: ScoreSums): StoredSums {
  const bins = sums.bins.map(({ estimatedProfit, realizedProfit, ...bin }) => ({
    ...bin,
    estimatedProfit: String(estimatedProfit),
    realisedProfit: String(realizedProfit),
  }))
  return { ...sums, type, bins }
}

function toSums({ bins, voids, errors }: StoredSums): ScoreSums {
  return {
    voids,
    errors,
    bins: bins.map(({ estimatedProfit, realisedProfit, ...bin }) => ({
      ...bin,
      estimatedProfit: BigInt(estimatedProfit),
      realizedProfit: BigInt(realisedProfit),
    })),
  }
}
