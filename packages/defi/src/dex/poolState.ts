import type { Address, Hex } from 'viem'
import type { TickState } from './uniswapV3/math.ts'

/** What every pool has, whatever its curve. Addresses and ids are lower case. */
type PoolIdentity = {
  /** The pool's address; its 32-byte id where one contract holds many pools (Uniswap V4, Balancer). */
  readonly id: Hex
  /** `uniswap_v2`, `curve` …: one of `dexIds`. */
  readonly dex: string
  /** The contract that emits its events. */
  readonly address: Address
  /** In the pool's order. */
  readonly tokens: readonly Address[]
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

/** Concentrated liquidity inside Uniswap V4's PoolManager. `fee` includes the protocol's in each direction. */
export type V4Pool = PoolIdentity & {
  readonly kind: 'v4'
  /** Zero where it has none: only then is the arithmetic here exact. */
  readonly hooks: Address
  /** Millionths of the input, taken from it before the pool's own fee: of token0, of token1. */
  readonly protocolFees: readonly [number, number]
} & TickState

/** Solidly, Velodrome, Aerodrome. `fee` is in ten-thousandths of the input, rounded up or down as the fork does. */
export type SolidlyPool = PoolIdentity & {
  readonly kind: 'solidly'
  readonly isStable: boolean
  readonly reserve0: bigint
  readonly reserve1: bigint
  /** 10 ** decimals. */
  readonly units: readonly [bigint, bigint]
  readonly fee: number
}

/** Curve's StableSwap: plain, lending and meta pools of all generations. */
export type StableswapPool = PoolIdentity & {
  readonly kind: 'stableswap'
  readonly balances: readonly bigint[]
  /** Amplification times the generation's A_PRECISION (1 or 100). */
  readonly amplification: bigint
  readonly amplificationPrecision: bigint
  /** Scale each balance to 18 decimals, times 1e18: `10 ** (36 - decimals)`, or that times a rate. */
  readonly rates: readonly bigint[]
  /** Of 1e10, taken from the output. */
  readonly fee: bigint
  /** Share of the fee that leaves the pool, of 1e10. */
  readonly adminFee: bigint
  /** StableSwap-NG's multiplier of the fee off balance, of 1e10; 0 where the fee is fixed. */
  readonly offpegFeeMultiplier: bigint
}

/** Curve's CryptoSwap: tricrypto and two-coin pools. */
export type CryptoswapPool = PoolIdentity & {
  readonly kind: 'cryptoswap'
  readonly balances: readonly bigint[]
  readonly amplification: bigint
  readonly gamma: bigint
  readonly invariant: bigint
  /** Of each token but the first against the first, 18 decimals. */
  readonly priceScale: readonly bigint[]
  /** 10 ** (18 - decimals). */
  readonly precisions: readonly bigint[]
  readonly feeTerms: { readonly mid: bigint; readonly out: bigint; readonly gamma: bigint }
}

/** Balancer's weighted pool. Weights, fee and scaling factors are of 1e18. */
export type WeightedPool = PoolIdentity & {
  readonly kind: 'weighted'
  readonly version: 2 | 3
  readonly balances: readonly bigint[]
  readonly weights: readonly bigint[]
  readonly scalingFactors: readonly bigint[]
  readonly fee: bigint
}

/** Balancer's stable pool. `rates` and `fee` are of 1e18; the amplification is times 1000. */
export type BalancerStablePool = PoolIdentity & {
  readonly kind: 'balancerStable'
  readonly version: 2 | 3
  readonly balances: readonly bigint[]
  readonly amplification: bigint
  /** Decimals' scaling times the token's rate. */
  readonly scalingFactors: readonly bigint[]
  /** The pool's own token among `tokens`, where it is one of them. */
  readonly bptIndex: number | null
  readonly fee: bigint
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
