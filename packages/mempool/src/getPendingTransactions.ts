import type { ChainName, ChainProfile, ProviderPool } from '@outrigger/core'
import { findChainById, getPendingSnapshot, poolOf } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import type { NativeWorth } from './classify/movedValue.ts'
import { createDescribe } from './describe.ts'
import { toBlock } from './feeds/block.ts'
import { computeFeeMarket, unknownMarket } from './feeds/feeMarket.ts'
import { compileFilter } from './filter/compileFilter.ts'
import { byPriority } from './lifecycle/priority.ts'
import { NoMempoolError } from './noMempoolError.ts'
import { createAmmPools } from './tokens/ammPools.ts'
import { createTokenRegistry } from './tokens/tokenRegistry.ts'
import { toTransaction } from './transaction/toTransaction.ts'
import type { MempoolFilter, MempoolTransaction } from './watcherTypes.ts'

/** Which pending transactions to return, and how many. */
export type PendingParameters = {
  /** `nonceState` and `minUsd` need a watcher and never match here. */
  readonly filter?: MempoolFilter
  readonly limit?: number
  /** As of the watcher. */
  readonly toNativeWorth?: NativeWorth
  readonly signal?: AbortSignal
}

/**
 * The pending transactions of a provider at this moment, classified, highest priority first: its txpool where that is
 * available with at most 5,000 transactions (`txpool_content`), otherwise its pending block. Empty where neither is available.
 *
 * @param client a viem client, or a pool of providers, of which one answers
 * @throws {NoMempoolError} not a chain of the EVM family that Outrigger knows
 * @throws {AllProvidersFailedError}
 * @throws whatever the transport throws, for a client without a provider pool
 * @example
 * const swaps = await getPendingTransactions(client, { filter: { types: ['swap'] }, limit: 20 })
 */
export async function getPendingTransactions(
  client: PublicClient | ProviderPool,
  { filter = {}, limit, toNativeWorth, signal = new AbortController().signal }: PendingParameters = {},
): Promise<readonly MempoolTransaction[]> {
  const pool = 'send' in client ? client : poolOf(client)
  const provider = pool?.report().endpoints[0]?.name ?? client.transport.name ?? 'client'
  const ask = (method: string, params: readonly unknown[]): Promise<unknown> =>
    pool === undefined
      ? ((client as PublicClient).request as Request)({ method, params })
      : pool.send({ method, params }, { signal, prefer: provider }).then(({ result }) => result)
  const profile = pool?.chain ?? toProfile(Number(await ask('eth_chainId', [])))
  if (profile.family !== 'evm') throw new NoMempoolError(profile.name)
  const chain = profile.name as ChainName

  const [latest, snapshot] = await Promise.all([ask('eth_getBlockByNumber', ['latest', true]), getPendingSnapshot(ask)])
  const block = toBlock(latest)
  const market = block === null ? unknownMarket : computeFeeMarket(profile, block, unknownMarket, Date.now())
  const facts = { chain, signal, ...(pool && { pool }) }
  const tokens = createTokenRegistry(facts)
  const ammPools = createAmmPools(facts)
  const describe = createDescribe({ chain, tokens, ammPools, toMarket: () => market, toNativeWorth })
  const firstSeenMs = Date.now()
  const holds = compileFilter(filter)
  const entries = [...(snapshot?.pending ?? []), ...(snapshot?.queued ?? [])].flatMap((raw) => {
    try {
      return describe(toTransaction(raw as Readonly<Record<string, unknown>>), { provider, firstSeenMs })
    } catch {
      // An unknown form, or a pending block of hashes only.
      return []
    }
  })
  const found = entries.filter(holds).sort(byPriority).slice(0, limit)
  await tokens.load(found.flatMap(({ classification }) => classification.swap?.path ?? []))
  return found
}

type Request = (request: { readonly method: string; readonly params: readonly unknown[] }) => Promise<unknown>

function toProfile(chainId: number): ChainProfile {
  const profile = findChainById(chainId)
  if (profile === undefined) throw new NoMempoolError(`Chain ${chainId}`)
  return profile
}
