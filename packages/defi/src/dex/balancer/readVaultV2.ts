import { type Address, type Hex, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { readPrecisions } from '../curve/readDecimals.ts'
import { toLower } from '../pool.ts'
import { one } from './fixedPoint.ts'

const poolAbi = parseAbi([
  'function getPoolId() view returns (bytes32)',
  'function getVault() view returns (address)',
  'function getSwapFeePercentage() view returns (uint256)',
])
// `queryBatchSwap` has no lasting effect, so `eth_call` can use it.
const vaultAbi = parseAbi([
  'struct SwapStep { bytes32 poolId; uint256 assetInIndex; uint256 assetOutIndex; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
  'function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 lastChangeBlock)',
  'function queryBatchSwap(uint8 kind, SwapStep[] swaps, address[] assets, Funds funds) view returns (int256[] deltas)',
])

/** Known facts of a v2 pool, which save rounds of reads. */
export type VaultV2Facts = { readonly vault: Address; readonly poolId: Hex; readonly tokens: readonly Address[] }

/**
 * Reads the common fields of a pool in v2's Vault at the reader's block. Returns undefined if the contract is not such
 * a pool.
 */
export async function getVaultV2State(reader: BlockReader, pool: Address, known?: VaultV2Facts) {
  const feeRead = reader.tryRead({ address: pool, abi: poolAbi, functionName: 'getSwapFeePercentage' })
  const facts = known ?? (await readFacts(reader, pool))
  const [held, factors, fee] = await Promise.all([
    facts && readTokens(reader, facts),
    known && readPrecisions(reader, known.tokens),
    feeRead,
  ])
  if (!facts || !held || fee === undefined || held[0].length < 2) return undefined
  const tokens = held[0].map(toLower)
  if (known && tokens.join() !== known.tokens.join()) return undefined
  const scalingFactors = factors ?? (await readPrecisions(reader, tokens))
  if (!scalingFactors) return undefined
  const state = {
    id: pool,
    dex: 'balancer_v2',
    address: toLower(facts.vault),
    pool,
    version: 2 as const,
    tokens,
    balances: held[1],
    fee,
    aggregateFee: 0n,
    scalingFactors,
    rates: tokens.map(() => one),
    hasMovingRates: false,
  }
  return { poolId: facts.poolId, state }
}

const readTokens = (reader: BlockReader, { vault, poolId }: Pick<VaultV2Facts, 'vault' | 'poolId'>) =>
  reader.tryRead({ address: vault, abi: vaultAbi, functionName: 'getPoolTokens', args: [poolId] })

async function readFacts(reader: BlockReader, pool: Address) {
  const [poolId, vault] = await Promise.all([
    reader.tryRead({ address: pool, abi: poolAbi, functionName: 'getPoolId' }),
    reader.tryRead({ address: pool, abi: poolAbi, functionName: 'getVault' }),
  ])
  return poolId === undefined || vault === undefined ? undefined : { poolId, vault }
}

type Probed = {
  readonly address: Address
  readonly tokens: readonly Address[]
  readonly balances: readonly bigint[]
}
type Indices = readonly [number, number]

/** Queries the Vault's outputs for swaps of two tokens in both directions, in one round. */
export async function quoteVaultProbes(reader: BlockReader, poolId: Hex, pool: Probed, [first, second]: Indices) {
  const probes = [first, second].flatMap((i) =>
    [11n, 1_000n].map((part) => ({
      i,
      j: i === first ? second : first,
      amountIn: (pool.balances[i] as bigint) / part,
    })),
  )
  return Promise.all(probes.map(async (probe) => ({ ...probe, paid: await quoteVault(reader, poolId, pool, probe) })))
}

/**
 * Returns the first candidate whose swaps pay the output that the Vault quotes. Returns undefined if there is none,
 * for example because the pool has another curve.
 */
export function selectProven<pool extends Probed>(
  candidates: readonly pool[],
  probes: readonly (Probe & { readonly paid: bigint | null })[],
  computeOutput: (pool: pool, indices: Indices, amountIn: bigint) => bigint | undefined,
): pool | undefined {
  return candidates.find((pool) =>
    probes.every(({ i, j, amountIn, paid }) => paid === computeOutput(pool, [i, j], amountIn)),
  )
}

type Probe = { readonly i: number; readonly j: number; readonly amountIn: bigint }

/** Returns the Vault's output, or null if the query reverts. */
async function quoteVault(reader: BlockReader, poolId: Hex, { address, tokens }: Probed, { i, j, amountIn }: Probe) {
  const step = {
    poolId,
    assetInIndex: BigInt(i),
    assetOutIndex: BigInt(j),
    amount: amountIn,
    userData: '0x' as const,
  }
  const funds = { sender: address, fromInternalBalance: false, recipient: address, toInternalBalance: false }
  const deltas = await reader.tryRead({
    address,
    abi: vaultAbi,
    functionName: 'queryBatchSwap',
    args: [0, [step], tokens, funds],
  })
  const paid = deltas?.[j]
  return paid === undefined ? null : -paid
}
