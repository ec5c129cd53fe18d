import type { Address, Hash, Hex } from 'viem'

/** Token amounts in the smallest unit. Native currency counts as its wrapped token. Losses are negative. */
export type TokenAmounts = { readonly [token: Address]: bigint }

/** Cost of inclusion in the block, in wei. */
export type InclusionCost = {
  /** Gas cost of the attacker's transactions. Null if a receipt has no gas price. */
  readonly gasCost: bigint | null
  /** Payments to the block's coinbase in native currency or its wrapped token. Null without traces or header. */
  readonly coinbaseTransfer: bigint | null
}

type FindingOf<kind extends string, details> = {
  readonly blockNumber: bigint
  readonly kind: kind
  readonly transactions: readonly Hash[]
  /**
   * Gain of the attacker's addresses in the transactions by token, before gas and payments to the coinbase. If several findings
   * share a transaction, the gain is counted once.
   */
  readonly profit: TokenAmounts
  /** All tokens that were traded or gained. */
  readonly tokens: readonly Address[]
  /**
   * Profit in wei and US dollars at the prices of the same block's swaps. Null if a profit token has no price in the block, or if
   * an amount of a liquidation is unknown.
   */
  readonly profitWei: bigint | null
  readonly profitUsd: number | null
  readonly details: details & InclusionCost
}

export type SwapStep = {
  readonly protocol: string
  readonly pool: Hex
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
}

export type ArbitrageFinding = FindingOf<
  'arbitrage',
  { readonly from: Address; readonly contract: Address | null; readonly swaps: readonly SwapStep[] }
>

export type SandwichFinding = FindingOf<
  'sandwich',
  {
    readonly attacker: Address
    readonly front: Hash
    /** Front transactions. More than one if the attacker bought in several steps, each before other victims. */
    readonly fronts: readonly Hash[]
    /** Last back transaction. */
    readonly back: Hash
    /** Back transactions. More than one if the attacker sold in several steps. */
    readonly backs: readonly Hash[]
    readonly victims: readonly Hash[]
    readonly pools: readonly Hex[]
  }
>

export type LiquidationFinding = FindingOf<
  'liquidation',
  {
    readonly protocol: string
    readonly liquidator: Address
    /** Borrower. Null if the log identifies a position instead. */
    readonly borrower: Address | null
    readonly debtToken: Address | null
    readonly debtAmount: bigint | null
    readonly collateralToken: Address | null
    readonly collateralAmount: bigint | null
  }
>

export type JitFinding = FindingOf<
  'jit',
  {
    readonly provider: Address
    readonly pool: Hex
    readonly tickLower: number
    readonly tickUpper: number
    readonly liquidity: bigint
    readonly victims: readonly Hash[]
  }
>

export type MinedFinding = ArbitrageFinding | SandwichFinding | LiquidationFinding | JitFinding
