import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { toLower } from '../pool.ts'
import type { BalancerStablePool } from '../poolState.ts'
import { one } from './fixedPoint.ts'
import { getVaultV2State, quoteVaultProbes, selectProven, type VaultV2Facts } from './readVaultV2.ts'
import { getVaultV3State } from './readVaultV3.ts'
import type { BalancerFacts } from './readWeighted.ts'
import { computeBalancerStableSwap } from './stable.ts'
import { amplificationPrecision } from './stableMath.ts'

const abi = parseAbi([
  'struct ImmutableData { address[] tokens; uint256[] decimalScalingFactors; uint256 amplificationParameterPrecision; }',
  'struct AmplificationState { uint64 startValue; uint64 endValue; uint32 startTime; uint32 endTime; }',
  'function getAmplificationParameter() view returns (uint256 value, bool isUpdating, uint256 precision)',
  'function getAmplificationState() view returns (AmplificationState state, uint256 precision)',
  'function getStablePoolImmutableData() view returns (ImmutableData data)',
  'function getBptIndex() view returns (uint256)',
  'function getScalingFactors() view returns (uint256[])',
  'function getRateProviders() view returns (address[])',
  'function getRate() view returns (uint256)',
])

/**
 * Reads a stable pool of Balancer v2 (plain, meta, phantom, composable) or v3 at the reader's block. Returns
 * undefined if the contract is not such a pool, if it uses hooks, or if v2's Vault pays another output than this
 * package computes.
 */
export async function getBalancerStableState(
  reader: BlockReader,
  address: Address,
  options: BalancerFacts = {},
): Promise<BalancerStablePool | undefined> {
  const pool = toLower(address)
  const [amplification, v2, v3] = await Promise.all([
    reader.tryRead({ address: pool, abi, functionName: 'getAmplificationParameter' }),
    options.vaultV3 ? undefined : readStableV2(reader, pool, options.v2),
    options.v2 ? undefined : getStableV3(reader, pool, options.vaultV3),
  ])
  if (!amplification || amplification[2] !== amplificationPrecision) return undefined
  if (v3) return { ...v3, amplification: amplification[0] }
  return v2 && proveStableV2(reader, v2, amplification)
}

async function getStableV3(
  reader: BlockReader,
  pool: Address,
  vault?: Address,
): Promise<Omit<BalancerStablePool, 'amplification'> | undefined> {
  const [shared, immutable, ramp] = await Promise.all([
    getVaultV3State(reader, pool, vault),
    reader.tryRead({ address: pool, abi, functionName: 'getStablePoolImmutableData' }),
    reader.tryRead({ address: pool, abi, functionName: 'getAmplificationState' }),
  ])
  if (!shared || !immutable || !ramp) return undefined
  const [{ startValue: from, endValue: to, startTime, endTime }] = ramp
  const isRamping = BigInt(endTime) > reader.timestamp
  return {
    kind: 'balancerStable',
    ...shared,
    timestamp: reader.timestamp,
    ramp: isRamping ? { from, to, startsAt: BigInt(startTime), endsAt: BigInt(endTime) } : null,
    bptIndex: null,
    roundsInvariantUp: false,
  }
}

async function readStableV2(reader: BlockReader, pool: Address, known: VaultV2Facts | undefined) {
  const [shared, bptIndex, factors, providers] = await Promise.all([
    getVaultV2State(reader, pool, known),
    reader.tryRead({ address: pool, abi, functionName: 'getBptIndex' }),
    reader.tryRead({ address: pool, abi, functionName: 'getScalingFactors' }),
    reader.tryRead({ address: pool, abi, functionName: 'getRateProviders' }),
  ])
  return shared && { ...shared, factors, providers, bptIndex: bptIndex === undefined ? null : Number(bptIndex) }
}

type StableV2 = NonNullable<Awaited<ReturnType<typeof readStableV2>>>
type Amplification = readonly [value: bigint, isUpdating: boolean, precision: bigint]

async function proveStableV2(
  reader: BlockReader,
  { poolId, state: shared, factors, providers, bptIndex }: StableV2,
  [amplification, isUpdating]: Amplification,
) {
  const cached = toRates(shared.scalingFactors, factors)
  const [first = 0, second = 1] = shared.tokens.map((_, at) => at).filter((at) => at !== bptIndex)
  const [probes, current] = await Promise.all([
    quoteVaultProbes(reader, poolId, shared, [first, second]),
    readRates(reader, shared.tokens, bptIndex, providers),
  ])
  const rates = current ? [cached, current] : [cached]
  const hasRates = rates.flat().some((rate) => rate !== one)
  const toState = (some: readonly bigint[], roundsInvariantUp: boolean): BalancerStablePool => ({
    kind: 'balancerStable',
    ...shared,
    rates: some,
    amplification,
    timestamp: reader.timestamp,
    ramp: null,
    // v2 has no getter for a ramp's end.
    hasMovingRates: hasRates || isUpdating,
    bptIndex,
    roundsInvariantUp,
  })
  return selectProven(
    rates.flatMap((some) => [false, true].map((roundsUp) => toState(some, roundsUp))),
    probes,
    (state, indices, amountIn) => computeBalancerStableSwap(state, indices, amountIn)?.amountOut,
  )
}

/**
 * Returns the rates in the pool's scaling factors, as cached at the last swap. The first pools have factors without 18
 * decimals.
 */
function toRates(scalingFactors: readonly bigint[], factors: readonly bigint[] | undefined): readonly bigint[] {
  return scalingFactors.map((factor, index) => {
    const scaled = factors?.[index] ?? 0n
    return scaled < one ? one : scaled / factor
  })
}

/** Reads the current rates of the rate providers. A swap uses them when the cached rates are stale. */
async function readRates(
  reader: BlockReader,
  tokens: readonly Address[],
  bptIndex: number | null,
  providers: readonly Address[] | undefined,
): Promise<readonly bigint[] | undefined> {
  if (!providers) return undefined
  const rates = await Promise.all(
    providers.map((address) =>
      BigInt(address) === 0n ? one : reader.tryRead({ address, abi, functionName: 'getRate' }),
    ),
  )
  // Phantom pools omit their own token from the list.
  const all = rates.length === tokens.length - 1 && bptIndex !== null ? rates.toSpliced(bptIndex, 0, one) : rates
  return all.length !== tokens.length || all.includes(undefined) ? undefined : (all as readonly bigint[])
}
