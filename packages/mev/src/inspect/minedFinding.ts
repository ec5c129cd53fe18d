import type { Address, Hash, Hex } from 'viem'

/** Token amounts in their smallest unit; native currency counts as its wrapped token. Negative is a loss. */
export type TokenAmounts = { readonly [token: Address]: bigint }

/** What it cost to be in the block, in wei. */
export type InclusionCost = {
  /** Gas of the attacker's transactions; null where a receipt does not say its price. */
  readonly gasCost: bigint | null
  /** Paid to the block's coinbase, in native currency or its wrapped token; null without traces or header. */
  readonly coinbaseTransfer: bigint | null
}

type FindingOf<kind extends string, details> = {
  readonly blockNumber: bigint
  readonly kind: kind
  readonly transactions: readonly Hash[]
  /**
   * What the attacker's addresses gained in the transactions, by token, before gas and payments to the coinbase. If several
   * findings share a transaction, its gain is counted once.
   */
  readonly profit: TokenAmounts
  /** Every token that was moved for it. */
  readonly tokens: readonly Address[]
  /**
   * Wei and US dollars by the prices of the same block's swaps; null where a token of the profit has none there, and of a
   * liquidation where what was seized or repaid is not known.
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
    /** More than the first front where an attacker bought in several steps, each before other victims. */
    readonly fronts: readonly Hash[]
    /** The last of the backs. */
    readonly back: Hash
    /** More than one if the attacker sold in several steps. */
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
    /** Null where the log names a position instead. */
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
