import { chainNames } from '@outrigger/api/contract'
import type { AsOf, ChainPool } from '@outrigger/data'
import { orRefused } from '../node/chainData.ts'
import { orUnavailable } from '../node/orUnavailable.ts'
import { requirePool } from '../node/perChain.ts'
import type { FamilyPools, Pools } from '../node/providers.ts'
import { toWireAsOf } from './blockchainWire.ts'
import { toMetadata } from './gasQuestions.ts'

export type ChainAnswers = ReturnType<typeof createChainAnswers>

/** Answers of the unified blockchain pattern: read from a chain's providers, failures in words of the interface. */
export function createChainAnswers(pools: Pools, familyPools: FamilyPools) {
  const chainPools = { ...pools, ...familyPools }
  const plain = <value>(chain: string, read: (pool: ChainPool) => Promise<value>): Promise<value> => {
    const pool = requirePool<ChainPool>(chainPools, chain, chainNames)
    return orUnavailable(chain, () => orRefused(chain, () => read(pool)), pool)
  }
  /** In the envelope, with the block it is of where the answer names one. */
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
