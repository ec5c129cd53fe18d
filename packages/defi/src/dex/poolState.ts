import type { Address, Hex } from 'viem'
import type { TickState } from './uniswapV3/tickState.ts'

/** Fields common to all pools. Addresses and ids are lower case. */
type PoolIdentity = {
  /** The pool's address. For Uniswap V4, the pool's 32-byte id. */
  readonly id: Hex
  /** `uniswap_v2`, `curve` …: one of `dexIds`. */
  readonly dex: string
  /** The contract that emits the pool's events. */
  readonly address: Address
  /**
   * In the pool's order. A pool of the native currency lists the chain's wrapped token here, because both have the same
   * value and a swap can wrap or unwrap.
   */
  readonly tokens: readonly Address[]
  /**
   * The contract's own address for the native currency. Absent unless `tokens` lists the wrapped token instead of it.
   */
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

/**
 * A pool of concentrated liquidity in Uniswap V4. Its `address` is that of the PoolManager. `fee` excludes the
 * protocol fee.
 */
export type V4Pool = PoolIdentity & {
  readonly kind: 'v4'
  /** The zero address if the pool has no hooks. Only then is the arithmetic here exact. */
  readonly hooks: Address
  /** Millionths of the input, charged before the pool's own fee: for swaps of token0, and of token1. */
  readonly protocolFees: readonly [number, number]
} & TickState

/**
 * The contract that solves the stable curve: Solidly's own (also Velodrome V1 and most forks), Velodrome V2's (also
 * Aerodrome), or Velodrome V2's with the correction of October 2024 (Velodrome's superchain deployments).
 */
export type SolidlySolver = 'solidly' | 'velodromeV2' | 'superchain'

/** Solidly, Velodrome, Aerodrome. `fee` is in millionths of the input. */
export type SolidlyPool = PoolIdentity & {
  readonly kind: 'solidly'
  readonly isStable: boolean
  /** The contracts round the stable curve differently. */
  readonly solver: SolidlySolver
  readonly reserve0: bigint
  readonly reserve1: bigint
  /** 10 ** decimals of each token. */
  readonly units: readonly [bigint, bigint]
  readonly fee: number
}

/** A linear change of the amplification over time. Times are unix seconds. */
export type AmplificationRamp = {
  readonly from: bigint
  readonly to: bigint
  readonly startsAt: bigint
  readonly endsAt: bigint
}

/**
 * Curve's StableSwap: plain, lending and meta pools of all generations. Only swaps of the pool's own coins are
 * covered. `form` describes the differences between generations.
 */
export type StableswapPool = PoolIdentity & {
  readonly kind: 'stableswap'
  /** Balances as counted by the pool, without the admin's fees. */
  readonly balances: readonly bigint[]
  /** Amplification at `timestamp`, times the generation's A_PRECISION (1 or 100). */
  readonly amplification: bigint
  readonly amplificationPrecision: bigint
  /** Null if the amplification is constant after `timestamp`. */
  readonly ramp: AmplificationRamp | null
  /** Unix seconds of the block this state belongs to. */
  readonly timestamp: bigint
  /**
   * Factors that scale each balance to 18 decimals, times 1e18: `10 ** (36 - decimals)`, times a rate if the token has
   * one.
   */
  readonly rates: readonly bigint[]
  /**
   * Another contract sets a rate or a balance (lending, base pool, oracle, rebasing). The state is then exact only at
   * the block it was read at.
   */
  readonly hasMovingRates: boolean
  /** In units of 1e-10, taken from the output. */
  readonly fee: bigint
  /** Share of the fee that leaves the pool, in units of 1e-10. */
  readonly adminFee: bigint
  /** The fee multiplier for unbalanced pools, in units of 1e-10 (StableSwap-NG, aave); 0 if the fee is fixed. */
  readonly offpegFeeMultiplier: bigint
  readonly form: {
    /**
     * How the iteration for D divides: by each `x * n`, by each `x * n + 1`, or by each `x` and finally by `n ** n`.
     */
    readonly product: 'each' | 'eachPlusOne' | 'power'
    /** Subtracted from the output, in the pool's 18 decimals: 1, or 0 in the oldest pools. */
    readonly margin: 0n | 1n
    /**
     * How a swap computes the new balance of the output coin. `balance` is the old balance minus the output. `curve`
     * is the curve's value scaled back.
     */
    readonly remainder: 'balance' | 'curve'
  }
}

/** Curve's CryptoSwap: two or three coins, first generation or -NG. */
export type CryptoswapPool = PoolIdentity & {
  readonly kind: 'cryptoswap'
  /**
   * The -NG generation solves a cubic equation for a balance; the first generation iterates. `v1Unchecked` are the last
   * first-generation pools of two coins (Vyper 0.3.3), which divide the slope in another order.
   */
  readonly generation: 'v1' | 'v1Unchecked' | 'ng'
  readonly balances: readonly bigint[]
  /** A * n ** n * 10000. */
  readonly amplification: bigint
  readonly gamma: bigint
  readonly invariant: bigint
  /** The price of each token after the first, in the first token, with 18 decimals. */
  readonly priceScale: readonly bigint[]
  /** 10 ** (18 - decimals) of each token. */
  readonly precisions: readonly bigint[]
  readonly feeTerms: { readonly mid: bigint; readonly out: bigint; readonly gamma: bigint }
  /** Amplification and gamma are changing. The state is then exact only at the block it was read at. */
  readonly isRamping: boolean
  /**
   * Decides whether a swap moves the price scale, with 18 decimals. Null in the first generation, which has no getter
   * for it.
   */
  readonly profit: {
    readonly virtualPrice: bigint
    readonly xcpProfit: bigint
    readonly allowedExtraProfit: bigint
    readonly totalSupply: bigint
  } | null
}

/** Fields common to the pools of Balancer's Vaults. Fractions have 18 decimals. */
type BalancerIdentity = PoolIdentity & {
  readonly version: 2 | 3
  /**
   * The pool's own contract, same as `id`. `address` is the Vault, which emits swaps. In v2 the pool logs changes of
   * its fee.
   */
  readonly pool: Address
  /** As stored in the Vault, in the tokens' own units. Includes the pool's own token if it is one of `tokens`. */
  readonly balances: readonly bigint[]
  /** 10 ** (18 - decimals) of each token. */
  readonly scalingFactors: readonly bigint[]
  /** The value of each token in its underlying token, with 18 decimals; 1e18 if it has no rate. */
  readonly rates: readonly bigint[]
  /** A rate provider sets a rate. The state is then exact only at the block it was read at. */
  readonly hasMovingRates: boolean
  /** Taken from the input. */
  readonly fee: bigint
  /** Share of the fee that leaves the pool during the swap (v3). 0 in v2, which takes it when liquidity changes. */
  readonly aggregateFee: bigint
}

/** Balancer's weighted pool. */
export type WeightedPool = BalancerIdentity & {
  readonly kind: 'weighted'
  readonly weights: readonly bigint[]
  /** Exponents of 1, 2 and 4 use products instead of logarithms: true for all but the first weighted pools of v2. */
  readonly hasPowerShortcuts: boolean
  /**
   * Only v3's second generation of weighted pools has these, in 18 decimals. Those pools also round the input balance
   * up by one. Null in all others.
   */
  readonly minimumBalances: readonly bigint[] | null
}

/** Balancer's stable pool. */
export type BalancerStablePool = BalancerIdentity & {
  readonly kind: 'balancerStable'
  /** At `timestamp`, times 1000. */
  readonly amplification: bigint
  /** Null if the amplification is constant after `timestamp`. */
  readonly ramp: AmplificationRamp | null
  /** Unix seconds of the block this state belongs to. */
  readonly timestamp: bigint
  /** Index of the pool's own token in `tokens`, or null. Swaps of that token have no quote. */
  readonly bptIndex: number | null
  /** True for the stable pools of v2 from before June 2022, which round the invariant up. */
  readonly roundsInvariantUp: boolean
}

/** A pool with its state at one moment. It is immutable plain data, and a swap returns a new state. */
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
