import type { Outrigger } from '@outrigger/api'
import { gasChains } from '@outrigger/api/contract'
import type { GasOracle } from '@outrigger/oracle'
import { orUnavailable } from './orUnavailable.ts'
import { requirePool } from './perChain.ts'
import type { Pools } from './providers.ts'

type InclusionParameters = NonNullable<Parameters<Outrigger['gas']['inclusion']>[1]>
type InclusionReading = Awaited<ReturnType<Outrigger['gas']['inclusion']>>

/** Creates the question for the fees of a deadline. The default is the `fast` tier: one minute, 95 %. */
export function createInclusion(pools: Pools, gas: GasOracle) {
  return async (chain: string, { withinMs, confidence }: InclusionParameters = {}): Promise<InclusionReading> => {
    const pool = requirePool(pools, chain, gasChains)
    const isAsked = withinMs !== undefined || confidence !== undefined
    const asked = isAsked ? { within: withinMs ?? 60_000, confidence: confidence ?? 0.95 } : undefined
    const known = await orUnavailable(chain, () => gas.get(pool.chain), pool)
    // From memory, and invalid parameters throw as such.
    const price = asked === undefined ? known : await gas.get(pool.chain, asked)
    const { blockNumber, timestampMs, source, stale, ttlMs, nextBaseFeePerGas, inclusion } = price
    const freshness = { timestampMs, source, stale, ttlMs }
    return { chain, blockNumber, ...freshness, nextBaseFeePerGas, ...(inclusion.asked ?? inclusion.fast) }
  }
}
