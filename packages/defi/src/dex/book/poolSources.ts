import type { DexFactories, PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, type Hex, toEventSelector } from 'viem'
import { toAddress, toLogWords, toSignedTopic, toTopicAddress } from '../logWords.ts'
import type { PoolLog } from '../poolKind.ts'
import { poolKinds } from '../poolKinds.ts'
import { toBalancerSource } from './balancerSources.ts'
import { toBalancerVault } from './balancerVault.ts'
import type { KnownPool } from './knownPool.ts'
import { createNativeToken } from './nativeToken.ts'
import type { PoolSource } from './poolSource.ts'

const pairCreated = toEventSelector('PairCreated(address,address,address,uint256)')
const poolCreated = toEventSelector('PoolCreated(address,address,uint24,int24,address)')

const initialize = toEventSelector('Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)')
const solidlyCreated = toEventSelector('PoolCreated(address,address,bool,address,uint256)')

/** Returns the contracts that report new pools on a chain. Pools of the native currency list the wrapped token. */
export function createPoolSources(
  chain: ChainName,
  dexes: readonly DexFactories[],
  contracts: readonly PoolContracts[],
): readonly PoolSource[] {
  const { wrap } = createNativeToken(chain)
  const sources = [...toFactorySources(chain, dexes), ...contracts.flatMap((one) => toOtherSources(chain, one))]
  return sources.map((source) => ({
    ...source,
    toPool(log, logs) {
      const pool = source.toPool(log, logs)
      return pool === null || pool === 'none' ? pool : wrap(pool)
    },
  }))
}

function toOtherSources(chain: ChainName, contracts: PoolContracts): readonly PoolSource[] {
  const { id: dex, form } = contracts
  // Curve's factories are queried for their lists instead.
  if (form === 'curveFactory' || form === 'curvePools') return []
  const fromBlock = contracts.fromBlocks[chain] ?? 0n
  const vault = toBalancerVault(chain, contracts)
  if (vault) return [toBalancerSource(vault, fromBlock)]
  const address = contracts.contracts[chain]
  if (address === undefined) return []
  const where = { dex, address, emitters: [address], fromBlock }
  if (form === 'v4') return [{ ...where, kinds: [form], topics: [initialize], toPool: (log) => toV4Pool(dex, log) }]
  if (form === 'velodromeV2')
    return [{ ...where, kinds: ['solidly'], topics: [solidlyCreated], toPool: (log) => toSolidlyPool(dex, log) }]
  return []
}

function toFactorySources(chain: ChainName, dexes: readonly DexFactories[]): readonly PoolSource[] {
  return dexes.flatMap(({ id: dex, form, fees, factories, fromBlocks }): readonly PoolSource[] => {
    const address = factories[chain]
    if (address === undefined) return []
    const where = { dex, address, emitters: [address], fromBlock: fromBlocks?.[chain] ?? 0n, kinds: [form] }
    return form === 'pair'
      ? [{ ...where, topics: [pairCreated], toPool: (log) => toPair(dex, fees[0] ?? 0, log) }]
      : [{ ...where, topics: [poolCreated], toPool: (log) => toTickPool(dex, log) }]
  })
}

/** Returns `topic0` of every event to follow: for new pools and for changes of pools. */
export function toTopics(sources: readonly Pick<PoolSource, 'kinds' | 'topics'>[]): readonly Hex[] {
  return [
    ...new Set(sources.flatMap(({ kinds, topics }) => [...topics, ...kinds.flatMap((kind) => poolKinds[kind].topics)])),
  ]
}

/** Groups sources by the contracts that emit their logs. */
export function groupSources(sources: readonly PoolSource[]): ReadonlyMap<Address, readonly PoolSource[]> {
  const groups = new Map<Address, readonly PoolSource[]>()
  for (const source of sources)
    for (const emitter of source.emitters) groups.set(emitter, [...(groups.get(emitter) ?? []), source])
  return groups
}

/** Returns the pool that a log reports. `logs` are all logs of its block. Only logs of known factories count. */
export function decodeNewPool(
  sources: ReadonlyMap<Address, readonly PoolSource[]>,
  log: PoolLog,
  logs: readonly PoolLog[],
): KnownPool | null {
  const source = sources.get(log.address)?.find(({ topics }) => topics.some((topic) => topic === log.topics[0]))
  const pool = source?.toPool(log, logs)
  return pool && pool !== 'none' ? pool : null
}

function toPair(dex: string, fee: number, { topics, data }: PoolLog): KnownPool | null {
  const tokens = toTokens(topics[1], topics[2])
  const pair = toLogWords(data, 1)?.[0]
  if (tokens === null || pair === undefined) return null
  const address = toAddress(pair)
  return { kind: 'pair', id: address, dex, address, tokens, fee }
}

function toTickPool(dex: string, { topics, data }: PoolLog): KnownPool | null {
  const tokens = toTokens(topics[1], topics[2])
  const [spacing, pool] = toLogWords(data, 2) ?? []
  const feeTopic = topics[3]
  if (tokens === null || feeTopic === undefined || spacing === undefined || pool === undefined) return null
  const address = toAddress(pool)
  const tickSpacing = Number(BigInt.asIntN(24, spacing))
  return { kind: 'ticks', id: address, dex, address, tokens, fee: toSignedTopic(feeTopic), tickSpacing }
}

function toV4Pool(dex: string, { address, topics, data }: PoolLog): KnownPool | null {
  const [, id, first, second] = topics
  const tokens = toTokens(first, second)
  const [fee, spacing, hooks] = toLogWords(data, 5) ?? []
  if (id === undefined || tokens === null || fee === undefined || spacing === undefined || hooks === undefined)
    return null
  const tickSpacing = Number(BigInt.asIntN(24, spacing))
  return { kind: 'v4', id, dex, address, tokens, fee: Number(fee), tickSpacing, hooks: toAddress(hooks) }
}

function toSolidlyPool(dex: string, { address: factory, topics, data }: PoolLog): KnownPool | null {
  const tokens = toTokens(topics[1], topics[2])
  const pool = toLogWords(data, 1)?.[0]
  if (tokens === null || topics[3] === undefined || pool === undefined) return null
  const address = toAddress(pool)
  const isStable = BigInt(topics[3]) === 1n
  return { kind: 'solidly', id: address, dex, address, tokens, isStable, solver: 'velodromeV2', factory }
}

function toTokens(first: Hex | undefined, second: Hex | undefined): readonly [Address, Address] | null {
  return first && second ? [toTopicAddress(first), toTopicAddress(second)] : null
}
