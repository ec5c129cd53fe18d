import type { Address, Hex } from 'viem'
import { expect, it } from 'vitest'
import { type Answers, toAnsweringReader } from '../fixtures/answeringReader.ts'
import type { BalancerStablePool, WeightedPool } from '../poolState.ts'
import { getBalancerStableState } from './readStable.ts'
import { getWeightedState } from './readWeighted.ts'
import { computeBalancerStableSwap } from './stable.ts'
import { computeWeightedSwap } from './weighted.ts'

const [pool, vault, third]: readonly [Address, Address, Address] = [
  '0x00000000000000000000000000000000000000aa',
  '0x00000000000000000000000000000000000000bb',
  '0x0000000000000000000000000000000000000003',
]
const tokens: readonly Address[] = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
]
const one = 10n ** 18n
const id: Hex = `0x${'ab'.repeat(32)}`
const decimals = { [tokens[0] as Address]: { 'decimals()': 18 }, [tokens[1] as Address]: { 'decimals()': 6 } }

const shared = {
  id: pool,
  dex: 'balancer_v2',
  address: vault,
  pool,
  version: 2 as const,
  tokens,
  fee: 3n * 10n ** 15n,
  aggregateFee: 0n,
  balances: [10n ** 24n + 7n, 3n * 10n ** 12n],
  scalingFactors: [1n, 10n ** 12n],
  rates: [one, one],
  hasMovingRates: false,
} as const
const weighted: WeightedPool = {
  ...shared,
  kind: 'weighted',
  weights: [(one * 8n) / 10n, (one * 2n) / 10n],
  hasPowerShortcuts: true,
  minimumBalances: null,
}
const stable: BalancerStablePool = {
  ...shared,
  kind: 'balancerStable',
  amplification: 200_000n,
  ramp: null,
  timestamp: 1_700_000_000n,
  bptIndex: null,
  roundsInvariantUp: false,
}

type Query = readonly [kind: number, steps: readonly { assetInIndex: bigint; assetOutIndex: bigint; amount: bigint }[]]
const queryBatchSwap =
  'queryBatchSwap(uint8,(bytes32,uint256,uint256,uint256,bytes)[],address[],(address,bool,address,bool))'

/** A v2 Vault that pays according to a computation. */
const toVault = (
  state: WeightedPool | BalancerStablePool,
  compute: (indices: readonly [number, number], amountIn: bigint) => { readonly amountOut: bigint } | null,
): Answers => ({
  'getPoolTokens(bytes32)': [state.tokens, state.balances, 1n],
  [queryBatchSwap]: (...[, [step]]: Query) => {
    if (!step) return undefined
    const [i, j] = [Number(step.assetInIndex), Number(step.assetOutIndex)]
    const paid = compute([i, j], step.amount)?.amountOut ?? 0n
    return state.tokens.map((_, index) => (index === i ? step.amount : index === j ? -paid : 0n))
  },
})
const ofPool = { 'getPoolId()': id, 'getVault()': vault, 'getSwapFeePercentage()': shared.fee }

it('reads a weighted pool of v2 of either generation, but none with changing weights', async () => {
  for (const hasPowerShortcuts of [true, false]) {
    const version = hasPowerShortcuts ? '{"name":"WeightedPool","version":4}' : undefined
    const answers = { ...ofPool, 'getNormalizedWeights()': weighted.weights, 'version()': version }
    const state = { ...weighted, hasPowerShortcuts }
    const held = toVault(state, (indices, amountIn) => computeWeightedSwap(state, indices, amountIn))
    const reader = toAnsweringReader({ ...decimals, [pool]: answers, [vault]: held })
    expect(await getWeightedState(reader, pool)).toEqual(state)
    const moving = { ...answers, 'getSwapEnabled()': true }
    expect(
      await getWeightedState(toAnsweringReader({ ...decimals, [pool]: moving, [vault]: held }), pool),
    ).toBeUndefined()
  }
  const answers = { ...ofPool, 'getNormalizedWeights()': weighted.weights }
  const other = toVault(weighted, () => ({ amountOut: 1n }))
  expect(
    await getWeightedState(toAnsweringReader({ ...decimals, [pool]: answers, [vault]: other }), pool),
  ).toBeUndefined()
  expect(await getWeightedState(toAnsweringReader({}), pool)).toBeUndefined()
})

it('reads a stable pool of v2 with its own token, and cached or current rates', async () => {
  const rated: BalancerStablePool = {
    ...stable,
    tokens: [...tokens, pool],
    balances: [...stable.balances, 2n ** 111n],
    bptIndex: 2,
    scalingFactors: [1n, 10n ** 12n, 1n],
    rates: [one, 1_050_000_000_000_000_000n, one],
    hasMovingRates: true,
  }
  const held = toVault(rated, (indices, amountIn) => computeBalancerStableSwap(rated, indices, amountIn))
  const answers = {
    ...ofPool,
    'getAmplificationParameter()': [200_000n, false, 1_000n],
    'getBptIndex()': 2n,
    'decimals()': 18,
    'getScalingFactors()': [one, 10n ** 12n * 1_050_000_000_000_000_000n, one],
  }
  const contracts = { ...decimals, [vault]: held }
  expect(await getBalancerStableState(toAnsweringReader({ ...contracts, [pool]: answers }), pool)).toEqual(rated)
  const none = '0x0000000000000000000000000000000000000000'
  const stale = {
    ...answers,
    'getScalingFactors()': [one, 10n ** 30n, one],
    'getRateProviders()': [none, third, none],
  }
  const now = { ...contracts, [pool]: stale, [third]: { 'getRate()': 1_050_000_000_000_000_000n } }
  expect(await getBalancerStableState(toAnsweringReader(now), pool)).toEqual(rated)
})

it('reads pools of v3, but none with a hook in swaps', async () => {
  const live = { ...shared, dex: 'balancer_v3', version: 3 as const, aggregateFee: one / 2n }
  const none = { tokenType: 0, rateProvider: pool, paysYieldFees: false }
  const hooks = { shouldCallComputeDynamicSwapFee: false, shouldCallBeforeSwap: false, shouldCallAfterSwap: false }
  const config = { staticSwapFeePercentage: shared.fee, aggregateSwapFeePercentage: one / 2n, isPoolInitialized: true }
  const held: Answers = {
    'getPoolData(address)': {
      tokens,
      tokenInfo: [none, none],
      balancesRaw: live.balances,
      tokenRates: live.rates,
      decimalScalingFactors: live.scalingFactors,
    },
    'getPoolConfig(address)': { ...config, isPoolPaused: false, isPoolInRecoveryMode: false },
    'getHooksConfig(address)': hooks,
  }
  const ofWeighted = { 'getNormalizedWeights()': weighted.weights, 'getWeightedPoolImmutableData()': {} }
  const options = { vaultV3: vault }
  const contracts = { [pool]: ofWeighted, [vault]: held }
  expect(await getWeightedState(toAnsweringReader(contracts), pool, options)).toEqual({ ...weighted, ...live })
  const state = { startValue: 100_000n, endValue: 300_000n, startTime: 1_699_999_900, endTime: 1_700_000_100 }
  const ofStable = {
    'getAmplificationParameter()': [200_000n, true, 1_000n],
    'getStablePoolImmutableData()': {},
    'getAmplificationState()': [state, 1_000n],
  }
  const ramp = { from: 100_000n, to: 300_000n, startsAt: 1_699_999_900n, endsAt: 1_700_000_100n }
  const read = await getBalancerStableState(toAnsweringReader({ [pool]: ofStable, [vault]: held }), pool, options)
  expect(read).toEqual({ ...stable, ...live, ramp })
  const hooked = { ...held, 'getHooksConfig(address)': { ...hooks, shouldCallBeforeSwap: true } }
  expect(await getWeightedState(toAnsweringReader({ ...contracts, [vault]: hooked }), pool, options)).toBeUndefined()
})
