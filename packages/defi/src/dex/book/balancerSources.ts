import type { PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, type Hex, toEventSelector } from 'viem'
import { toLogWords } from '../logWords.ts'
import type { PoolLog } from '../poolKind.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolSource } from './poolSource.ts'
import { toAddress, toTopicAddress } from './poolSource.ts'

const tokensRegistered = toEventSelector('TokensRegistered(bytes32,address[],address[])')
const poolCreated = toEventSelector('PoolCreated(address)')
const poolRegistered = toEventSelector(
  'PoolRegistered(address,address,(address,uint8,address,bool)[],uint256,uint32,(address,address,address),(bool,bool,bool,bool,bool,bool,bool,bool,bool,bool,address),(bool,bool,bool,bool))',
)
const maxTokens = 50n
const wordsPerConfig = 4

type BalancerContracts = Extract<PoolContracts, { readonly form: 'balancerV2' | 'balancerV3' }>
type Kind = 'weighted' | 'balancerStable'

/**
 * The pools of a Vault that its known factories have made: anybody may register a pool that computes as it likes. Nothing where
 * the chain has no such Vault.
 */
export function toBalancerSources(chain: ChainName, contracts: BalancerContracts): readonly PoolSource[] {
  const { id: dex, form, fromBlocks } = contracts
  const vault = contracts.contracts[chain]
  const factories = contracts.factories[chain]
  if (vault === undefined || factories === undefined) return []
  const kinds = new Map<Address, Kind>([
    ...factories.weighted.map((factory) => [factory, 'weighted'] as const),
    ...factories.stable.map((factory) => [factory, 'balancerStable'] as const),
  ])
  const shared = {
    dex,
    address: vault,
    fromBlock: fromBlocks[chain] ?? 0n,
    kinds: ['weighted', 'balancerStable'],
  } as const
  return form === 'balancerV3'
    ? [
        {
          ...shared,
          emitters: [vault],
          topics: [poolRegistered],
          toPool: (log) => toPoolV3(dex, kinds, log),
        },
      ]
    : [
        {
          ...shared,
          emitters: [vault, ...kinds.keys()],
          topics: [tokensRegistered, poolCreated],
          toPool: (log, logs) => toPoolV2(dex, vault, kinds.get(log.address), log, logs),
        },
      ]
}

/** The factory names the pool, and the Vault its tokens, in a log before that one. */
function toPoolV2(
  dex: string,
  vault: Address,
  kind: Kind | undefined,
  { topics }: PoolLog,
  logs: readonly PoolLog[],
): KnownPool | 'none' | null {
  if (kind === undefined) return 'none'
  if (topics[1] === undefined) return null
  const pool = toTopicAddress(topics[1])
  const registered = logs.find(
    (log) => log.address === vault && log.topics[0] === tokensRegistered && log.topics[1]?.slice(0, 42) === pool,
  )
  const poolId = registered?.topics[1]
  const tokens = registered && toList(registered.data, 1)
  if (poolId === undefined || !tokens) return 'none'
  return { kind, id: pool, dex, address: vault, tokens, version: 2, poolId }
}

function toPoolV3(
  dex: string,
  kinds: ReadonlyMap<Address, Kind>,
  { address, topics: [, pool, factory], data }: PoolLog,
): KnownPool | 'none' | null {
  if (pool === undefined || factory === undefined) return null
  const kind = kinds.get(toTopicAddress(factory))
  if (kind === undefined) return 'none'
  const tokens = toList(data, wordsPerConfig)
  return tokens && { kind, id: toTopicAddress(pool), dex, address, tokens, version: 3 }
}

/** Addresses that begin the items of the first list; null unless there are two or more, as every pool has. */
function toList(data: Hex, wordsPerItem: number): readonly Address[] | null {
  const [offset = 0n] = toLogWords(data, 1) ?? []
  const start = Number(offset / 32n)
  if (start <= 0 || start > 64) return null
  const length = toLogWords(data, start + 1)?.[start] ?? 0n
  if (length < 2n || length > maxTokens) return null
  const words = toLogWords(data, start + 1 + Number(length) * wordsPerItem)?.slice(start + 1)
  return words?.filter((_, index) => index % wordsPerItem === 0).map(toAddress) ?? null
}
