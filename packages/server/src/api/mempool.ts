import { contract, decode, encode, mevTypes, type Response } from '@outrigger/api/contract'
import { toZeros } from '@outrigger/api/internal'
import type { Clock } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'
import type { MempoolFilter, MempoolWatcher } from '@outrigger/mempool'
import type { MevDetector } from '@outrigger/mev'
import type { Hex } from 'viem'
import { createLifecycles } from '../node/lifecycles.ts'
import { type Mempools, openMempool } from '../node/mempools.ts'
import type { MevDetectors } from '../node/mevDetectors.ts'
import type { Api } from './fulfilment.ts'
import { toWireDetail, toWireLifecycle } from './mempoolDetail.ts'
import { toLiquidations, toWireTransaction } from './mempoolWire.ts'

export type MempoolApiParts = {
  readonly mempools: Mempools
  readonly mev: Pick<MevDetectors, 'running'>
  readonly mempoolStream: { countSubscribers(chain: string): number }
  readonly clock: Clock
}

type MempoolApi = Pick<
  Api,
  | 'mempoolStatus'
  | 'mempoolStats'
  | 'mempoolPending'
  | 'mempoolSwaps'
  | 'mempoolLiquidations'
  | 'mempoolLifecycle'
  | 'mempoolTransaction'
>

const statsTtlMs = 1000

/** How old a list is: null while a provider responds. */
type Age = { readonly isStale: boolean; readonly asOfMs: number | null }

const notes = {
  public: undefined,
  sequencer:
    'The sequencer of this chain does not publish its queue. Only transactions that the configured providers hold or forward are visible, often none.',
  none: 'This chain forwards transactions directly to the next block producers, so it has no public mempool.',
} as const

export function createMempoolApi({ mempools, mev, mempoolStream, clock }: MempoolApiParts): MempoolApi {
  const toLifecycle = createLifecycles()
  const stats = createCache<Response<'mempoolStats'>>({ max: 100, ttlMs: statsTtlMs, clock })

  async function open(chain: string): Promise<{ readonly watcher: MempoolWatcher; readonly age: Age }> {
    const { watcher, asOfMs } = await openMempool(mempools, chain)
    return { watcher, age: { isStale: asOfMs !== null, asOfMs } }
  }

  async function list(chain: string, limit: number, filter: MempoolFilter): Promise<Response<'mempoolPending'>> {
    const { watcher, age } = await open(chain)
    const transactions = watcher.pending(filter, limit).map(toWireTransaction)
    const answer = { chain, count: transactions.length, transactions: [], ...age }
    return { ...encode(contract.mempoolPending.response, answer), transactions }
  }

  return {
    async mempoolStatus({ chain }) {
      const status = (await mempools.getReady(chain)).status()
      const note = notes[status.visibility]
      const asOfMs = status.isStale ? status.asOfMs : null
      return encode(contract.mempoolStatus.response, {
        ...status,
        isStale: asOfMs !== null,
        asOfMs,
        subscriberCount: mempoolStream.countSubscribers(chain),
        ...(note && { note }),
      })
    },
    async mempoolStats({ chain }) {
      const { watcher, age } = await open(chain)
      // The figures cover the whole pool, so they are computed once a second for all callers.
      const known = stats.get(chain)
      if (known !== undefined && (known.stale ?? false) === age.isStale) return known
      // Set once, so that frequent requests do not extend its lifetime.
      const made = Object.freeze(toWireStats(watcher, mev.running.get(chain)?.detector, clock.now(), age))
      stats.set(chain, made)
      return made
    },
    mempoolPending({ chain, ...query }) {
      const { limit = 100, type, ...filter } = decode(contract.mempoolPending.query, query)
      return list(chain, limit, { ...filter, ...(type && { types: [type] }) })
    },
    mempoolSwaps({ chain, ...query }) {
      const { limit = 100, dex, ...filter } = decode(contract.mempoolSwaps.query, query)
      return list(chain, limit, { ...filter, types: ['swap'], ...(dex && { dexes: [dex] }) })
    },
    async mempoolLiquidations({ chain }) {
      const { watcher, age } = await open(chain)
      const liquidations = watcher.pending({ types: ['liquidation'] }).flatMap(toLiquidations)
      return encode(contract.mempoolLiquidations.response, { chain, count: liquidations.length, liquidations, ...age })
    },
    async mempoolLifecycle({ chain }) {
      return toWireLifecycle(chain, toLifecycle((await open(chain)).watcher))
    },
    async mempoolTransaction({ chain, hash }) {
      const { watcher } = await open(chain)
      return toWireDetail(watcher, toLifecycle(watcher), hash.toLowerCase() as Hex)
    },
  }
}

/** Counts pending transactions by the best opportunity of each, plus opportunities that depend on the current state alone. */
function countOpportunities(watcher: MempoolWatcher, detector: MevDetector | undefined): Record<string, number> {
  const counts = toZeros(mevTypes)
  const ofPending = watcher.pending({ onlyMev: true }).flatMap(({ mev }) => mev ?? [])
  for (const { type } of [...ofPending, ...(detector?.stateFindings() ?? [])]) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

function toWireStats(
  watcher: MempoolWatcher,
  detector: MevDetector | undefined,
  nowMs: number,
  age: Age,
): Response<'mempoolStats'> {
  const stats = watcher.stats()
  return encode(contract.mempoolStats.response, {
    ...stats,
    chain: watcher.chain,
    timestamp: age.asOfMs ?? nowMs,
    gasPrice: stats.gasPrice ?? { min: 0n, average: 0n, max: 0n, median: 0n },
    mevOpportunities: countOpportunities(watcher, detector),
    ...age,
  })
}
