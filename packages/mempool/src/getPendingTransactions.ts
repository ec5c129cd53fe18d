import type { ChainName, ChainProfile } from '@outrigger/core'
import { type ClientOption, findChainById, getPendingSnapshot, poolOf, toClient } from '@outrigger/core/internal'
import type { NativeWorth } from './classify/movedValue.ts'
import { createDescribe } from './describe.ts'
import { compileFilter } from './filter/compileFilter.ts'
import { toBlock } from './lifecycle/block.ts'
import { computeFeeMarket, unknownMarket } from './lifecycle/feeMarket.ts'
import { byPriority } from './lifecycle/priority.ts'
import { NoMempoolError } from './noMempoolError.ts'
import { createAmmPools } from './tokens/ammPools.ts'
import { createTokenRegistry } from './tokens/tokenRegistry.ts'
import { toTransaction } from './transaction/toTransaction.ts'
import type { MempoolFilter, MempoolTransaction } from './watcherTypes.ts'

/** Options of `getPendingTransactions`. */
export type PendingParameters = {
  /** `nonceState` and `minUsd` require a watcher and never match here. */
  readonly filter?: MempoolFilter
  readonly limit?: number
  /** See `MempoolWatcherOptions`. */
  readonly toNativeWorth?: NativeWorth
  readonly signal?: AbortSignal
}

/**
 * Reads the pending transactions of a provider now, classified, highest priority first. It uses the node's transaction pool
 * (`txpool_content`) if it is available and has at most 5,000 transactions, otherwise the pending block. Returns an empty
 * list if neither is available.
 *
 * @param client a viem client, or a provider pool, of which one provider answers
 * @throws {NoMempoolError} the chain is not a supported EVM chain
 * @throws {AllProvidersFailedError}
 * @throws errors of the transport, for a client without a provider pool
 * @example
 * const swaps = await getPendingTransactions(client, { filter: { types: ['swap'] }, limit: 20 })
 */
export async function getPendingTransactions(
  client: ClientOption,
  { filter = {}, limit, toNativeWorth, signal = new AbortController().signal }: PendingParameters = {},
): Promise<readonly MempoolTransaction[]> {
  const pool = 'send' in client ? client : poolOf(client)
  const provider = pool?.report().endpoints[0]?.name ?? client.transport.name ?? 'client'
  const request = (method: string, params: readonly unknown[]): Promise<unknown> =>
    pool === undefined
      ? (toClient(client).request as Request)({ method, params })
      : pool.send({ method, params }, { signal, prefer: provider }).then(({ result }) => result)
  const profile = pool?.chain ?? toProfile(Number(await request('eth_chainId', [])))
  if (profile.family !== 'evm') throw new NoMempoolError(profile.name)
  const chain = profile.name as ChainName

  const [latest, snapshot] = await Promise.all([
    request('eth_getBlockByNumber', ['latest', true]),
    getPendingSnapshot(request),
  ])
  const block = toBlock(latest)
  const market = block === null ? unknownMarket : computeFeeMarket(profile, block, unknownMarket, Date.now())
  const source = { chain, signal, pool }
  const tokens = createTokenRegistry(source)
  const ammPools = createAmmPools(source)
  const describe = createDescribe({ chain, tokens, ammPools, toMarket: () => market, toNativeWorth })
  const firstSeenMs = Date.now()
  const matches = compileFilter(filter)
  const entries = [...(snapshot?.pending ?? []), ...(snapshot?.queued ?? [])].flatMap((raw) => {
    try {
      return describe(toTransaction(raw as Readonly<Record<string, unknown>>), { provider, firstSeenMs })
    } catch {
      // A transaction of an unknown form, or a pending block with hashes only.
      return []
    }
  })
  const found = entries.filter(matches).sort(byPriority).slice(0, limit)
  await tokens.load(found.flatMap(({ classification }) => classification.swap?.path ?? []))
  return found
}

type Request = (request: { readonly method: string; readonly params: readonly unknown[] }) => Promise<unknown>

function toProfile(chainId: number): ChainProfile {
  const profile = findChainById(chainId)
  if (profile === undefined) throw new NoMempoolError(`Chain ${chainId}`)
  return profile
}
