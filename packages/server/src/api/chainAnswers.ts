import { chainNames } from '@outrigger/api/contract'
import type { AsOf, ChainPool } from '@outrigger/data'
import { orRefused } from '../node/chainData.ts'
import { orUnavailable } from '../node/orUnavailable.ts'
import { requirePool } from '../node/perChain.ts'
import type { FamilyPools, Pools } from '../node/providers.ts'
import { toWireAsOf } from './blockchainWire.ts'
import { toMetadata } from './gasQuestions.ts'

export type ChainAnswers = ReturnType<typeof createChainAnswers>

/** Reads answers of the unified blockchain endpoints from a chain's providers. Converts failures to errors of the API. */
export function createChainAnswers(pools: Pools, familyPools: FamilyPools) {
  const chainPools = { ...pools, ...familyPools }
  const plain = <value>(chain: string, read: (pool: ChainPool) => Promise<value>): Promise<value> => {
    const pool = requirePool<ChainPool>(chainPools, chain, chainNames)
    return orUnavailable(chain, () => orRefused(chain, () => read(pool)), pool)
  }
  /** Wraps an answer in the envelope, including its block if the answer names one. */
  async function enveloped<data>(
    chain: string,
    read: (pool: ChainPool) => Promise<readonly [data: data, asOf?: AsOf | null]>,
  ) {
    const startedMs = performance.now()
    const [data, asOf] = await plain(chain, read)
    const metadata = toMetadata(startedMs, chain)
    return { success: true as const, data, metadata: asOf ? { ...metadata, as_of: toWireAsOf(asOf) } : metadata }
  }
  return { plain, enveloped }
}
