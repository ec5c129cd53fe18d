import type { DexFactories, PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, type Hex, toEventSelector } from 'viem'
import { toLogWords, toSignedTopic } from '../logWords.ts'
import { toLower } from '../pool.ts'
import type { PoolLog } from '../poolKind.ts'
import { poolKinds } from '../poolKinds.ts'
import type { PoolKindId } from '../poolState.ts'
import type { KnownPool } from './knownPool.ts'

/** A contract that tells of new pools. */
export type PoolSource = {
  readonly dex: string
  /** Of its pools. */
  readonly kind: PoolKindId
  readonly address: Address
  readonly fromBlock: bigint
  readonly topic: Hex
  /** Null for a log that is not as the factory writes it. */
  readonly toPool: (log: PoolLog) => KnownPool | null
}

const pairCreated = toEventSelector('PairCreated(address,address,address,uint256)')
const poolCreated = toEventSelector('PoolCreated(address,address,uint24,int24,address)')

const initialize = toEventSelector('Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)')
const solidlyCreated = toEventSelector('PoolCreated(address,address,bool,address,uint256)')

/** The contracts that tell of new pools on a chain. */
export function createPoolSources(
  chain: ChainName,
  dexes: readonly DexFactories[],
  contracts: readonly PoolContracts[],
): readonly PoolSource[] {
  const others = contracts.flatMap(({ id: dex, form, contracts: addresses, fromBlocks }): readonly PoolSource[] => {
    const address = addresses[chain]
    if (address === undefined) return []
    const where = { dex, address, fromBlock: fromBlocks[chain] ?? 0n }
    return form === 'v4'
      ? [{ ...where, kind: 'v4', topic: initialize, toPool: (log: PoolLog) => toV4Pool(dex, log) }]
      : [{ ...where, kind: 'solidly', topic: solidlyCreated, toPool: (log: PoolLog) => toSolidlyPool(dex, log) }]
  })
  return [...toFactorySources(chain, dexes), ...others]
}

function toFactorySources(chain: ChainName, dexes: readonly DexFactories[]): readonly PoolSource[] {
  return dexes.flatMap(({ id: dex, form, fees, factories, fromBlocks }): readonly PoolSource[] => {
    const address = factories[chain]
    if (address === undefined) return []
    const where = { dex, address, fromBlock: fromBlocks?.[chain] ?? 0n }
    return form === 'pair'
      ? [{ ...where, kind: form, topic: pairCreated, toPool: (log: PoolLog) => toPair(dex, fees[0] ?? 0, log) }]
      : [{ ...where, kind: form, topic: poolCreated, toPool: (log: PoolLog) => toTickPool(dex, log) }]
  })
}

/** `topic0` of every event that a book follows: of new pools, and of what changes them. */
export function toTopics(sources: readonly PoolSource[]): readonly Hex[] {
  return [...new Set(sources.flatMap(({ kind, topic }) => [topic, ...(poolKinds[kind]?.topics ?? [])]))]
}

/** By the contract that emits their logs. */
export function groupSources(sources: readonly PoolSource[]): ReadonlyMap<Address, readonly PoolSource[]> {
  const groups = new Map<Address, readonly PoolSource[]>()
  for (const source of sources) groups.set(source.address, [...(groups.get(source.address) ?? []), source])
  return groups
}

/** The pools that logs tell of. Whoever else emits such logs makes no pool. */
export function decodeNewPool(sources: ReadonlyMap<Address, readonly PoolSource[]>, log: PoolLog): KnownPool | null {
  const source = sources.get(log.address)?.find(({ topic }) => topic === log.topics[0])
  return source?.toPool(log) ?? null
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
  return first && second ? [toLower(`0x${first.slice(-40)}`), toLower(`0x${second.slice(-40)}`)] : null
}

const toAddress = (word: bigint): Address => `0x${BigInt.asUintN(160, word).toString(16).padStart(40, '0')}`
