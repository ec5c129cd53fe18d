import type { DexFactories, PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { createKeptPools } from './keptPools.ts'
import { toNamedPools, toPoolLists } from './listedPools.ts'
import { toAddressForms } from './lookUpAddresses.ts'
import { createNativeToken } from './nativeToken.ts'
import type { PoolBookOptions } from './poolBookTypes.ts'
import { createPoolCatalog } from './poolCatalog.ts'
import { createPoolLists } from './poolLists.ts'
import { createPoolProof } from './poolProof.ts'
import { createPoolRequests } from './poolRequests.ts'
import { createPoolSources, decodeNewPool, groupSources } from './poolSources.ts'
import { createPoolTracker } from './poolTracker.ts'
import { createVersionHistory } from './versionHistory.ts'

/** Reorgs up to this depth are reverted without requests. After deeper ones, states are read again. */
const rememberedBlocks = 64
const poolsPerProof = 8

type PoolPartsOptions = Required<Pick<PoolBookOptions, 'maxPools' | 'maxKnown' | 'proofInterval' | 'searchHistory'>> & {
  readonly chain: ChainName
  readonly dexes: readonly DexFactories[]
  readonly contracts: readonly PoolContracts[]
}

export type PoolParts = ReturnType<typeof createPoolParts>

/** Creates everything that a book stores in memory. None of it makes requests. */
export function createPoolParts(options: PoolPartsOptions) {
  const { chain, dexes, contracts, maxPools, maxKnown, proofInterval, searchHistory } = options
  const sources = createPoolSources(chain, dexes, contracts)
  const bySource = groupSources(sources)
  const kept = createKeptPools(maxPools)
  const native = createNativeToken(chain)
  const catalog = createPoolCatalog({ maxKnown, isKept: kept.has, wrap: native.wrap })
  const history = createVersionHistory(rememberedBlocks)
  const tracker = createPoolTracker({
    catalog,
    history,
    kept,
    toNewPool: (log, logs) => decodeNewPool(bySource, log, logs),
  })
  const lists = createPoolLists(toPoolLists(chain, contracts), toNamedPools(chain, contracts), searchHistory)
  const proof = createPoolProof({ interval: proofInterval, poolsPerProof })
  return {
    sources,
    catalog,
    history,
    tracker,
    proof,
    lists,
    native,
    addressForms: toAddressForms(chain, dexes, contracts),
    requests: createPoolRequests({ catalog, tracker, lists, native }),
  }
}
