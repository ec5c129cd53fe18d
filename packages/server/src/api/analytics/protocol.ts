import { lendingChains, lendingIds } from '@outrigger/api/contract'
import { dexFactories } from '@outrigger/calldata'
import { type ChainName, type Clock, isChainName } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import type { DexActivity } from '@outrigger/defi/dex'
import { createBlockReader, readMarkets, walkLogs } from '@outrigger/defi/internal'
import { type MarketData, UnknownMarketNameError } from '@outrigger/defi/market'
import type { Address } from 'viem'
import { InvalidParameterError } from '../../errors/serviceError.ts'
import { UpstreamUnavailableError } from '../../node/chainErrors.ts'
import type { DexFigures } from '../../node/dexFigures.ts'
import { evmChains } from '../../node/evmChains.ts'
import type { Lending } from '../../node/lending.ts'
import type { Pools } from '../../node/providers.ts'
import type { Api } from '../fulfilment.ts'
import { toReason } from './dollars.ts'

export type ProtocolParts = {
  readonly pools: Pools
  readonly lending: Lending
  readonly dexFigures: DexFigures
  /** Null unless an external source is configured. */
  readonly market: MarketData | null
  readonly clock: Clock
}

const day = 86_400
/** Maximum number of transactions whose senders are looked up. */
const mostSenders = 500

/** Figures of a protocol on one chain. Null if unknown. */
type Figures = {
  readonly tvl: number | null
  readonly volume: number | null
  readonly pools: number | null
  /** Yields (ratio per year) weighted by value, and the value. */
  readonly weighted: readonly [yields: number, value: number]
  readonly callers: { readonly users: number | null; readonly transactions: number; readonly isComplete: boolean }
}

/** Reports statistics of lenders and DEXes from the chains of the node, and of other protocols from DefiLlama. */
export function createProtocolApi(parts: ProtocolParts): Pick<Api, 'analyticsProtocolStats'> {
  const { pools, lending, dexFigures, market, clock } = parts
  const lenderChains = (id: string) =>
    lendingChains.filter((chain) => pools[chain] && lending.protocols(chain).some((one) => one.id === id))
  const dexChains = (id: string) =>
    evmChains.filter(
      (chain) =>
        isChainName(chain) && pools[chain] && dexFactories.some((one) => one.id === id && one.factories[chain]),
    )

  async function readLender(chain: ChainName, id: string): Promise<Figures> {
    const client = createPoolClient(pools[chain] as NonNullable<Pools[ChainName]>)
    const protocols = lending.protocols(chain, [id])
    const reader = await createBlockReader(client)
    const [{ tvlUsd }, { markets }, callers] = await Promise.all([
      lending.getTvl(chain, id),
      readMarkets(reader, chain, protocols),
      readCallers(
        pools[chain],
        protocols.flatMap(({ deployments }) => (deployments[chain] ?? []).map(({ address }) => address)),
      ),
    ])
    const weighted: [number, number] = [0, 0]
    for (const { market: one } of markets)
      for (const { totalSupplied, decimals, unitPrice, supplyApy } of one.reserves) {
        const value = (Number(totalSupplied) / 10 ** decimals) * unitPrice * (one.unitUsd ?? 0)
        weighted[0] += supplyApy * value
        weighted[1] += value
      }
    const reserves = markets.reduce((sum, { market: one }) => sum + one.reserves.length, 0)
    return { tvl: tvlUsd, volume: null, pools: reserves, weighted, callers }
  }

  async function readDex(chain: ChainName, id: string): Promise<Figures> {
    const activity: DexActivity = await dexFigures.get(chain)
    const own = activity.pools.filter(({ pool }) => pool.dex === id)
    const sum = (of: (one: (typeof own)[number]) => number | null) => own.reduce((all, one) => all + (of(one) ?? 0), 0)
    const [tvl, fees] = [sum(({ liquidityUsd }) => liquidityUsd), sum(({ feesUsd }) => feesUsd)]
    const callers = await readCallers(
      pools[chain],
      own.map(({ pool }) => pool.address),
    )
    return { tvl, volume: sum(({ volumeUsd }) => volumeUsd), pools: own.length, weighted: [fees * 365, tvl], callers }
  }

  return {
    async analyticsProtocolStats({ protocol }) {
      const id = protocol.toLowerCase()
      const timestamp = new Date(clock.now()).toISOString()
      const isLender = lendingIds.includes(id)
      const isDex = dexFactories.some((one) => one.id === id)
      if (!isLender && !isDex) return { ...(await readTold(market, protocol)), timestamp }
      const chains = (isLender ? lenderChains(id) : dexChains(id)) as readonly ChainName[]
      if (chains.length === 0)
        throw new UpstreamUnavailableError(
          id,
          `No chain of ${id} has a configured provider. Set chains.<name>.endpoints in the configuration of the node.`,
        )
      const results = await Promise.all(
        chains.map((chain) =>
          (isLender ? readLender(chain, id) : readDex(chain, id)).catch((error: unknown) => error as Error),
        ),
      )
      const read = results.flatMap((one) => (one instanceof Error ? [] : [one]))
      const failed = results.find((one) => one instanceof Error)
      if (read.length === 0) throw new UpstreamUnavailableError(chains[0] as string, toReason(failed), failed)
      const answer = toAnswer(read, isLender)
      for (const [index, chain] of chains.entries())
        if (results[index] instanceof Error) answer.unavailable[chain] = toReason(results[index])
      return { protocol: id, ...answer, timestamp, chains: [...chains] }
    },
  }
}

async function readCallers(pool: Pools[ChainName], addresses: readonly Address[]): Promise<Figures['callers']> {
  if (pool === undefined || addresses.length === 0) return { users: 0, transactions: 0, isComplete: true }
  const client = createPoolClient(pool)
  const head = await client.getBlock()
  const { logs, isComplete } = await walkLogs(client, { addresses, fromTime: Number(head.timestamp) - day, head })
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))]
  if (hashes.length > mostSenders) return { users: null, transactions: hashes.length, isComplete }
  const found = await Promise.all(hashes.map((hash) => client.getTransaction({ hash })))
  return { users: new Set(found.map(({ from }) => from)).size, transactions: hashes.length, isComplete }
}

function toAnswer(read: readonly Figures[], isLender: boolean) {
  const sum = (of: (one: Figures) => number | null) => read.reduce((all, one) => all + (of(one) ?? 0), 0)
  const [yields, value] = [sum(({ weighted }) => weighted[0]), sum(({ weighted }) => weighted[1])]
  const hasUsers = read.every(({ callers }) => callers.users !== null)
  const unavailable: Record<string, string> = {}
  if (isLender) unavailable['volume_24h'] = 'A lender has no trading volume.'
  if (!hasUsers)
    unavailable['unique_users'] = `There are more than ${mostSenders} transactions, so their senders are not counted.`
  if (value === 0) unavailable['apy_average'] = 'No supplied asset has a price.'
  const own = 'contracts and logs of the chains of this node'
  const sources: Record<string, string> = { tvl: own, pools: own, apy_average: own, total_transactions: own }
  if (read.some(({ callers }) => !callers.isComplete))
    sources['total_transactions'] = `${own}, for less than 24 hours because the budget of calls is used up`
  return {
    tvl: sum(({ tvl }) => tvl),
    volume_24h: isLender ? null : sum(({ volume }) => volume),
    unique_users: hasUsers ? sum(({ callers }) => callers.users) : null,
    total_transactions: sum(({ callers }) => callers.transactions),
    pools: sum(({ pools }) => pools),
    apy_average: value === 0 ? null : (yields / value) * 100,
    sources,
    unavailable,
  }
}

/** Reads the statistics of a protocol that this node does not read itself. */
async function readTold(market: MarketData | null, protocol: string) {
  const known = [...new Set([...lendingIds, ...dexFactories.map(({ id }) => id)])].join(', ')
  const refuse = (more: string) =>
    new InvalidParameterError([{ path: 'params.protocol', message: `must be one of ${known}${more}` }])
  if (market === null) throw refuse('. More are available if market.defillama is enabled')
  const [tvl, volumes, yields] = await Promise.all([
    market.getTvl({ protocol }).catch((error: unknown) => error as Error),
    market.getVolumes({ dex: protocol }).catch((error: unknown) => error as Error),
    market.getYields({ project: protocol }).catch((error: unknown) => error as Error),
  ])
  if (tvl instanceof UnknownMarketNameError && volumes instanceof UnknownMarketNameError)
    throw refuse(', or a protocol that DefiLlama lists')
  if (tvl instanceof Error && volumes instanceof Error)
    throw new UpstreamUnavailableError('defillama', toReason(tvl), tvl)
  const figures = { tvl, volume_24h: volumes, apy_average: yields }
  const unavailable: Record<string, string> = { unique_users: notRead, total_transactions: notRead }
  const sources: Record<string, string> = {}
  for (const [name, one] of Object.entries(figures))
    if (one instanceof Error) unavailable[name] = toReason(one)
    else sources[name] = 'defillama'
  return {
    protocol,
    unique_users: null,
    total_transactions: null,
    sources,
    unavailable,
    tvl: tvl instanceof Error ? null : tvl.totalTvlUsd,
    volume_24h: volumes instanceof Error ? null : volumes.total24hUsd,
    pools: yields instanceof Error ? null : yields.count,
    apy_average: yields instanceof Error ? null : toAverage(yields.pools),
    chains: tvl instanceof Error ? [] : Object.keys(tvl.chains),
  }
}

const notRead = 'This node does not read the contracts of this protocol.'

function toAverage(pools: readonly { readonly apy: number | null; readonly tvlUsd: number | null }[]): number | null {
  const known = pools.flatMap(({ apy, tvlUsd }) => (apy === null || !tvlUsd ? [] : [{ apy, tvlUsd }]))
  const value = known.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0)
  return value === 0 ? null : (known.reduce((sum, { apy, tvlUsd }) => sum + apy * tvlUsd, 0) / value) * 100
}
