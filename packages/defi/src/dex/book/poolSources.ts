import type { DexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, type Hex, toEventSelector } from 'viem'
import { toLogWords, toSignedTopic } from '../logWords.ts'
import { toLower } from '../pool.ts'
import type { PoolLog } from '../poolKind.ts'
import type { KnownPool } from './knownPool.ts'

/** A contract that tells of new pools. */
export type PoolSource = {
  readonly dex: string
  readonly address: Address
  readonly fromBlock: bigint
  readonly topic: Hex
  /** Null for a log that is not as the factory writes it. */
  readonly toPool: (log: PoolLog) => KnownPool | null
}

const pairCreated = toEventSelector('PairCreated(address,address,address,uint256)')
const poolCreated = toEventSelector('PoolCreated(address,address,uint24,int24,address)')

/** The contracts that tell of new pools on a chain. */
export function createPoolSources(chain: ChainName, dexes: readonly DexFactories[]): readonly PoolSource[] {
  return dexes.flatMap(({ id: dex, form, fees, factories, fromBlocks }) => {
    const address = factories[chain]
    if (address === undefined) return []
    const where = { dex, address, fromBlock: fromBlocks?.[chain] ?? 0n }
    return form === 'pair'
      ? [{ ...where, topic: pairCreated, toPool: (log: PoolLog) => toPair(dex, fees[0] ?? 0, log) }]
      : [{ ...where, topic: poolCreated, toPool: (log: PoolLog) => toTickPool(dex, log) }]
  })
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

function toTokens(first: Hex | undefined, second: Hex | undefined): readonly [Address, Address] | null {
  return first && second ? [toLower(`0x${first.slice(-40)}`), toLower(`0x${second.slice(-40)}`)] : null
}

const toAddress = (word: bigint): Address => `0x${BigInt.asUintN(160, word).toString(16).padStart(40, '0')}`
