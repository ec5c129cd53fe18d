import type { Address, Hex } from 'viem'
import type { TickState } from './uniswapV3/tickState.ts'

/** What every pool has, whatever its curve. Addresses and ids are lower case. */
type PoolIdentity = {
  /** The pool's address; its 32-byte id where it has none (Uniswap V4). */
  readonly id: Hex
  /** `uniswap_v2`, `curve` …: one of `dexIds`. */
  readonly dex: string
  /** The contract that emits its events. */
  readonly address: Address
  /**
   * In the pool's order. A pool that takes the native currency has the chain's wrapped token here, which is worth the same: who
   * swaps wraps or unwraps.
   */
  readonly tokens: readonly Address[]
  /** What the contract itself names instead of the wrapped native token; left out where it names that, or neither. */
  readonly nativeAs?: Address
}

/** A constant-product pair. `fee` is in millionths of the input. */
export type PairPool = PoolIdentity & {
  readonly kind: 'pair'
  readonly reserve0: bigint
  readonly reserve1: bigint
  readonly fee: number
}

/** Concentrated liquidity: Uniswap V3 and its forks. */
export type TickPool = PoolIdentity & { readonly kind: 'ticks' } & TickState

/** Concentrated liquidity inside Uniswap V4's PoolManager, which is its `address`. `fee` is the pool's own, without the protocol's. */
export type V4Pool = PoolIdentity & {
  readonly kind: 'v4'
  /** Zero where it has none: only then is the arithmetic here exact. */
  readonly hooks: Address
  /** Millionths of the input, taken from it before the pool's own fee: of token0, of token1. */
  readonly protocolFees: readonly [number, number]
} & TickState

/**
 * Solidly's own solver, which Velodrome V1 and most forks have; that of Velodrome V2 and Aerodrome; and that one as corrected
 * in October 2024, which Velodrome's superchain deployments have.
 */
export type SolidlySolver = 'solidly' | 'velodromeV2' | 'superchain'

/** Solidly, Velodrome, Aerodrome. `fee` is in millionths of the input. */
export type SolidlyPool = PoolIdentity & {
  readonly kind: 'solidly'
  readonly isStable: boolean
  /** Which contract solves the stable curve: they round differently. `velodromeV2` is Aerodrome's, too. */
  readonly solver: SolidlySolver
  readonly reserve0: bigint
  readonly reserve1: bigint
  /** 10 ** decimals. */
  readonly units: readonly [bigint, bigint]
  readonly fee: number
}

/** An amplification on its way from one value to another, linear in time. Unix seconds. */
export type AmplificationRamp = {
  readonly from: bigint
  readonly to: bigint
  readonly startsAt: bigint
  readonly endsAt: bigint
}

/**
 * Curve's StableSwap: plain, lending and meta pools of all generations, swaps of the pool's own coins. What the generations
 * compute in another way is in `form`.
 */
export type StableswapPool = PoolIdentity & {
  readonly kind: 'stableswap'
  /** As the pool counts them: without the admin's fees. */
  readonly balances: readonly bigint[]
  /** Amplification at `timestamp`, times the generation's A_PRECISION (1 or 100). */
  readonly amplification: bigint
  readonly amplificationPrecision: bigint
  /** Null where the amplification does not move after `timestamp`. */
  readonly ramp: AmplificationRamp | null
  /** Unix seconds of the block that the state is of. */
  readonly timestamp: bigint
  /** Scale each balance to 18 decimals, times 1e18: `10 ** (36 - decimals)`, or that times a rate. */
  readonly rates: readonly bigint[]
  /** Another contract sets a rate or a balance (lending, base pool, oracle, rebasing): true for the block it was read at. */
  readonly hasMovingRates: boolean
  /** Of 1e10, taken from the output. */
  readonly fee: bigint
  /** Share of the fee that leaves the pool, of 1e10. */
  readonly adminFee: bigint
  /** The multiplier of the fee off balance, of 1e10 (StableSwap-NG, aave); 0 where the fee is fixed. */
  readonly offpegFeeMultiplier: bigint
  readonly form: {
    /** How D's iteration divides: by each `x * n`, by each `x * n + 1`, or by each `x` and last by `n ** n`. */
    readonly product: 'each' | 'eachPlusOne' | 'power'
    /** What the output is rounded down by, in the pool's 18 decimals: 1, in the oldest pools 0. */
    readonly margin: 0n | 1n
    /** What a swap leaves of the output's coin: the balance less what is paid, or the curve's own value scaled back. */
    readonly remainder: 'balance' | 'curve'
  }
}

/** Curve's CryptoSwap: two coins or three, first generation or -NG. */
export type CryptoswapPool = PoolIdentity & {
  readonly kind: 'cryptoswap'
  /**
   * The -NG generations solve a cubic for a balance, the first iterates. `v1Unchecked` are its last pools of two coins
   * (Vyper 0.3.3), whose slope is divided in another order.
   */
  readonly generation: 'v1' | 'v1Unchecked' | 'ng'
  readonly balances: readonly bigint[]
  /** A * n ** n * 10000. */
  readonly amplification: bigint
  readonly gamma: bigint
  readonly invariant: bigint
  /** Of each token but the first against the first, 18 decimals. */
  readonly priceScale: readonly bigint[]
  /** 10 ** (18 - decimals). */
  readonly precisions: readonly bigint[]
  readonly feeTerms: { readonly mid: bigint; readonly out: bigint; readonly gamma: bigint }
  /** Amplification and gamma are on their way elsewhere: true for the block it was read at. */
  readonly isRamping: boolean
  /** What decides whether a swap moves the price scale, of 1e18. Null in the first generation, which has no getter for it. */
  readonly profit: {
    readonly virtualPrice: bigint
    readonly xcpProfit: bigint
    readonly allowedExtraProfit: bigint
    readonly totalSupply: bigint
  } | null
}

/** What the pools of Balancer's Vaults share. Fractions are of 1e18. */
type BalancerIdentity = PoolIdentity & {
  readonly version: 2 | 3
  /** The pool's own contract, as `id`; `address` is the Vault, which emits swaps. Changes of fee in v2 are logged by the pool. */
  readonly pool: Address
  /** As the Vault holds them, in the tokens' own units. The pool's own token, where one is among `tokens`, counts too. */
  readonly balances: readonly bigint[]
  /** 10 ** (18 - decimals). */
  readonly scalingFactors: readonly bigint[]
  /** What a token is worth of its underlying one; 1e18 where it has no rate. */
  readonly rates: readonly bigint[]
  /** A rate provider sets a rate: true for the block it was read at. */
  readonly hasMovingRates: boolean
  /** Taken from the input. */
  readonly fee: bigint
  /** Share of the fee that leaves the pool at once (v3); 0 in v2, where it is taken when liquidity changes. */
  readonly aggregateFee: bigint
}

/** Balancer's weighted pool. */
export type WeightedPool = BalancerIdentity & {
  readonly kind: 'weighted'
  readonly weights: readonly bigint[]
  /** Powers of 1, 2 and 4 are products instead of logarithms: in all but the first weighted pools of v2. */
  readonly hasPowerShortcuts: boolean
  /** Of v3's second weighted pools, in 18 decimals; they also count the input's balance up by one. Null in the others. */
  readonly minimumBalances: readonly bigint[] | null
}

/** Balancer's stable pool. */
export type BalancerStablePool = BalancerIdentity & {
  readonly kind: 'balancerStable'
  /** At `timestamp`, times 1000. */
  readonly amplification: bigint
  /** Null where the amplification does not move after `timestamp`. */
  readonly ramp: AmplificationRamp | null
  /** Unix seconds of the block that the state is of. */
  readonly timestamp: bigint
  /** The pool's own token among `tokens`, where it is one of them. Swaps of it have no quote. */
  readonly bptIndex: number | null
  /** The stable pools of v2 from before June 2022 round the invariant up. */
  readonly roundsInvariantUp: boolean
}

/** A pool with its state at one moment. Plain immutable data: a swap gives a new one. */
export type PoolState =
  | PairPool
  | TickPool
  | V4Pool
  | SolidlyPool
  | StableswapPool
  | CryptoswapPool
  | WeightedPool
  | BalancerStablePool

export type PoolKindId = PoolState['kind']
