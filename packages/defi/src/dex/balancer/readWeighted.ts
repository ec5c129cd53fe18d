import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { toLower } from '../pool.ts'
import type { WeightedPool } from '../poolState.ts'
import { getVaultV2State, quoteVaultProbes, selectProven, type VaultV2Facts } from './readVaultV2.ts'
import { getVaultV3State } from './readVaultV3.ts'
import { computeWeightedSwap } from './weighted.ts'

const abi = parseAbi([
  'struct ImmutableData { address[] tokens; uint256[] decimalScalingFactors; uint256[] normalizedWeights; }',
  'function getNormalizedWeights() view returns (uint256[])',
  'function getSwapEnabled() view returns (bool)',
  'function version() view returns (string)',
  'function getMinTokenBalances() view returns (uint256[])',
  'function getWeightedPoolImmutableData() view returns (ImmutableData data)',
])

/** Known facts of a pool. At most one of the two fields is set. */
export type BalancerFacts = {
  readonly v2?: VaultV2Facts
  /** The Vault of a v3 pool. */
  readonly vaultV3?: Address
}

/**
 * Reads a weighted pool of Balancer v2 or v3 at the reader's block. Returns undefined if the contract is not such a
 * pool, if its weights change (liquidity bootstrapping, managed pools), if it uses hooks, or if v2's Vault pays
 * another output than this package computes.
 */
export async function getWeightedState(
  reader: BlockReader,
  address: Address,
  options: BalancerFacts = {},
): Promise<WeightedPool | undefined> {
  const pool = toLower(address)
  const [weights, version, v2, v3] = await Promise.all([
    reader.tryRead({ address: pool, abi, functionName: 'getNormalizedWeights' }),
    reader.tryRead({ address: pool, abi, functionName: 'version' }),
    options.vaultV3 ? undefined : getWeightedV2(reader, pool, options.v2),
    options.v2 ? undefined : getWeightedV3(reader, pool, options.vaultV3),
  ])
  if (v3) return isOfWeights(v3, weights) ? { kind: 'weighted', ...v3, weights, hasPowerShortcuts: true } : undefined
  if (!v2 || !isOfWeights(v2.state, weights)) return undefined
  const state = { kind: 'weighted', ...v2.state, weights } as const
  // Pools without a version are mostly first-generation. If the candidates' outputs differ, the Vault's quotes decide.
  const candidates = [version !== undefined, version === undefined].map(
    (hasPowerShortcuts): WeightedPool => ({ ...state, hasPowerShortcuts }),
  )
  const probes = await quoteVaultProbes(reader, v2.poolId, v2.state, [0, 1])
  const computeOutput = (one: WeightedPool, indices: readonly [number, number], amountIn: bigint) =>
    computeWeightedSwap(one, indices, amountIn)?.amountOut
  return selectProven(candidates, probes, computeOutput)
}

const isOfWeights = (
  { tokens }: Pick<WeightedPool, 'tokens'>,
  weights: readonly bigint[] | undefined,
): weights is readonly bigint[] => weights?.length === tokens.length

/** v2 pools with changing weights have a switch to stop swaps. Others do not. */
async function getWeightedV2(reader: BlockReader, pool: Address, known: VaultV2Facts | undefined) {
  const [shared, isEnabled] = await Promise.all([
    getVaultV2State(reader, pool, known),
    reader.tryRead({ address: pool, abi, functionName: 'getSwapEnabled' }),
  ])
  if (!shared || isEnabled !== undefined) return undefined
  return { ...shared, state: { ...shared.state, minimumBalances: null } }
}

async function getWeightedV3(reader: BlockReader, pool: Address, vault?: Address) {
  const [shared, immutable, minimumBalances] = await Promise.all([
    getVaultV3State(reader, pool, vault),
    reader.tryRead({ address: pool, abi, functionName: 'getWeightedPoolImmutableData' }),
    reader.tryRead({ address: pool, abi, functionName: 'getMinTokenBalances' }),
  ])
  if (!shared || !immutable) return undefined
  return { ...shared, minimumBalances: minimumBalances?.length ? minimumBalances : null }
}
