import { type Address, type Hex, toEventSelector } from 'viem'
import { toAddress, toLogList, toTopicAddress } from '../logWords.ts'
import type { PoolLog } from '../poolKind.ts'
import type { BalancerVault } from './balancerVault.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolSource } from './poolSource.ts'

const tokensRegistered = toEventSelector('TokensRegistered(bytes32,address[],address[])')
const poolCreated = toEventSelector('PoolCreated(address)')
const poolRegistered = toEventSelector(
  'PoolRegistered(address,address,(address,uint8,address,bool)[],uint256,uint32,(address,address,address),(bool,bool,bool,bool,bool,bool,bool,bool,bool,bool,address),(bool,bool,bool,bool))',
)
const maxTokens = 50
const wordsPerConfig = 4

/** Returns the source of a Vault's pools. Only pools of known factories count because anyone can register a pool with any code. */
export function toBalancerSource(vault: BalancerVault, fromBlock: bigint): PoolSource {
  const { dex, version, address, factories } = vault
  const shared = { dex, address, fromBlock, kinds: ['weighted', 'balancerStable'] } as const
  return version === 3
    ? { ...shared, emitters: [address], topics: [poolRegistered], toPool: (log) => toPoolV3(vault, log) }
    : {
        ...shared,
        emitters: [address, ...factories.keys()],
        topics: [tokensRegistered, poolCreated],
        toPool: (log, logs) => toPoolV2(vault, log, logs),
      }
}

/** The factory logs the pool. The Vault logs the pool's tokens in an earlier log. */
function toPoolV2(
  { dex, address: vault, factories }: BalancerVault,
  { address: factory, topics }: PoolLog,
  logs: readonly PoolLog[],
): KnownPool | 'none' | null {
  const kind = factories.get(factory)
  if (kind === undefined) return 'none'
  if (topics[1] === undefined) return null
  const pool = toTopicAddress(topics[1])
  const registered = logs.find(
    (log) => log.address === vault && log.topics[0] === tokensRegistered && log.topics[1]?.slice(0, 42) === pool,
  )
  const poolId = registered?.topics[1]
  const tokens = registered && toAddresses(registered.data, 1)
  if (poolId === undefined || !tokens) return 'none'
  return { kind, id: pool, dex, address: vault, tokens, version: 2, poolId }
}

function toPoolV3(
  { dex, factories }: BalancerVault,
  { address, topics: [, pool, factory], data }: PoolLog,
): KnownPool | 'none' | null {
  if (pool === undefined || factory === undefined) return null
  const kind = factories.get(toTopicAddress(factory))
  if (kind === undefined) return 'none'
  const tokens = toAddresses(data, wordsPerConfig)
  return tokens && { kind, id: toTopicAddress(pool), dex, address, tokens, version: 3 }
}

/**
 * Returns the address at the start of each item of the first list, or null if there are fewer than two, because every
 * pool has at least two tokens.
 */
function toAddresses(data: Hex, wordsPerItem: number): readonly Address[] | null {
  const words = toLogList(data, 0, maxTokens, wordsPerItem)
  const addresses = words?.filter((_, index) => index % wordsPerItem === 0).map(toAddress) ?? []
  return addresses.length < 2 ? null : addresses
}
