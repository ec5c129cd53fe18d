import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { toLower } from '../pool.ts'
import type { WeightedPool } from '../poolState.ts'
import { getVaultV2State, selectProven } from './readVaultV2.ts'
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

/**
 * A weighted pool of Balancer v2 or v3 at the reader's block. Undefined where the contract is none: also where its weights
 * move (liquidity bootstrapping, managed pools), where hooks take part, and where v2's Vault pays something else than the
 * arithmetic here.
 */
export async function getWeightedState(
  reader: BlockReader,
  address: Address,
  options: { readonly vaultV3?: Address } = {},
): Promise<WeightedPool | undefined> {
  const pool = toLower(address)
  const [weights, version, v2, v3] = await Promise.all([
    reader.tryRead({ address: pool, abi, functionName: 'getNormalizedWeights' }),
    reader.tryRead({ address: pool, abi, functionName: 'version' }),
    getWeightedV2(reader, pool),
    getWeightedV3(reader, pool, options.vaultV3),
  ])
  const shared = v2 ?? v3
  if (!weights || shared?.tokens.length !== weights.length || !shared) return undefined
  const state = { kind: 'weighted', ...shared, weights } as const
  if (state.version === 3) return { ...state, hasPowerShortcuts: true }
  // Pools without a version are mostly of the first generation; where the answers differ, they decide.
  const candidates = [version !== undefined, version === undefined].map(
    (hasPowerShortcuts): WeightedPool => ({ ...state, hasPowerShortcuts }),
  )
  return selectProven(
    reader,
    candidates,
    [0, 1],
    (one, indices, amountIn) => computeWeightedSwap(one, indices, amountIn)?.amountOut,
  )
}

/** v2's pools whose weights move can stop swaps; the others have no such switch. */
async function getWeightedV2(reader: BlockReader, pool: Address) {
  const [shared, isEnabled] = await Promise.all([
    getVaultV2State(reader, pool),
    reader.tryRead({ address: pool, abi, functionName: 'getSwapEnabled' }),
  ])
  return shared && isEnabled === undefined ? { ...shared, minimumBalances: null } : undefined
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
