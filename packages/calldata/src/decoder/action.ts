import type { Address } from 'viem'

/** The origin of an action: the call of the transaction that causes it. */
type ActionOrigin = {
  /** Id of the protocol of the function or command. */
  readonly protocol: string
  /** Name of that function or command. */
  readonly function: string
  /** The contract called, or the library whose code a delegatecall runs. */
  readonly target: Address | null
  /** Number of wrappers around the call. 0 is the transaction's own call. */
  readonly depth: number
  /**
   * Numbers of the enclosing parts of the transaction that may revert alone, outermost first. If the action reverts, the last
   * of them reverts too and the rest still applies. Absent if the whole transaction reverts with the action.
   */
  readonly parts?: readonly number[]
  /** Set if the contract always rejects the call: native currency sent to a function that is not payable, for example. */
  readonly isRefused?: true
}

/**
 * The balance that a payment changes: an account's, or the router's open balance at the pool manager of Uniswap V4 and
 * PancakeSwap Infinity until the router settles it (negative if the router owes).
 */
export type Holder = Address | 'delta'

/**
 * One token is exchanged for another. The native currency appears as the chain's wrapped token, with a flag beside it.
 * Amounts are in smallest units.
 */
export type SwapAction = ActionOrigin & {
  readonly kind: 'swap'
  /**
   * `in`: `amountIn` is exact and `amountOut` is the minimum accepted. `out`: `amountOut` is exact and `amountIn` is
   * the maximum spent.
   */
  readonly exact: 'in' | 'out'
  /** Null if the calldata does not contain it, for example if it contains only a pool. */
  readonly tokenIn: Address | null
  readonly tokenOut: Address | null
  /** Null if it is determined on chain, for example by a whole balance or the result of the previous step. */
  readonly amountIn: bigint | null
  readonly amountOut: bigint | null
  /** Tokens of the swap in order, as far as the calldata contains them. */
  readonly path: readonly Address[]
  /**
   * Tells apart the pools between two tokens of `path`: fees in millionths at Uniswap V3, tick spacings at
   * Slipstream. Has one entry fewer than `path`. Absent if the calldata contains none.
   */
  readonly tiers?: readonly number[]
  /** Pools of the swap in order, if the calldata contains them. */
  readonly pools: readonly Address[]
  /** Whether the first of `pools` receives its token1. Null if the calldata does not contain the direction. */
  readonly isReversed: boolean | null
  /**
   * Indices of the coins that the first of `pools` receives and returns, in the pool's own numbering. Absent if the calldata
   * contains no indices.
   */
  readonly coins?: readonly [number, number]
  readonly isNativeIn: boolean
  readonly isNativeOut: boolean
  readonly recipient: Address | null
  /**
   * The payer of the input, if the router supports several payers. `delta`: later payments settle both sides. Absent
   * if the caller pays.
   */
  readonly payer?: Holder | null
  /**
   * Set if the router pays in native currency when its balance covers the input. Otherwise the payer pays in the wrapped
   * token.
   */
  readonly nativeFirst?: true
  /** The caller of the router. Absent if it is the sender of the transaction, or unknown. */
  readonly caller?: Address
  /** The swap is rejected in blocks with a later timestamp. Unix seconds. Absent if there is no deadline. */
  readonly deadline?: bigint
  /**
   * The minimum price of each hop: output per input in units of 10^-36. Zero means no limit. Absent if no hop has a
   * limit.
   */
  readonly hopPrices?: readonly bigint[]
  /** Set if the swap may stop early at a price in the calldata, with a smaller input and output. */
  readonly hasPriceLimit?: true
}

/** A router pays out its balance or checks its balance: a sweep, a fee, a settlement. Amounts are in smallest units. */
export type PaymentAction = ActionOrigin & {
  readonly kind: 'payment'
  /** Token of the payment. For the native currency, its wrapped token. */
  readonly token: Address
  readonly isNative: boolean
  readonly from: Holder | null
  readonly to: Holder | null
  /**
   * `balance`: pays `share` of the balance of `from` · `debt`: pays the debt of `to` · `none`: pays nothing and only
   * checks the limits.
   */
  readonly amount: bigint | 'balance' | 'debt' | 'none'
  /** Part of the balance that is paid, in units of 10^-18. The call reverts if it is above 10^18. */
  readonly share: bigint
  /** The call reverts if the balance of `from` is lower. */
  readonly least: bigint
  /** The call reverts if more must be paid. Null for no limit. */
  readonly most: bigint | null
}

/** A payment of the native currency (wei) or of a token (smallest units). */
export type TransferAction = ActionOrigin & {
  readonly kind: 'transfer'
  /** Null for the native currency. */
  readonly token: Address | null
  readonly from: Address | null
  /** Null if only the called contract can determine the receiver, as when a deposit address is swept. */
  readonly to: Address | null
  /** Null for all of a balance. */
  readonly amount: bigint | null
}

/**
 * An account pays for the gas of its call. A Safe refunds the relayer, and an ERC-4337 account pays the bundler. The
 * amount depends on the gas used and is in smallest units.
 */
export type FeeAction = ActionOrigin & {
  readonly kind: 'fee'
  /** Null for the native currency. */
  readonly token: Address | null
  readonly from: Address | null
  readonly to: Address | null
  /** The most that is paid. Null if this depends on the gas limit of the transaction and that limit is not given. */
  readonly most: bigint | null
}

/** A non-fungible token changes hands, or an order for one is placed, changed or cancelled. */
export type NftAction = ActionOrigin & {
  readonly kind: 'nft'
  /**
   * `trade`: a purchase, sale or accepted offer at a marketplace · `order`: an order placed, changed or cancelled on
   * chain.
   */
  readonly event: 'transfer' | 'mint' | 'trade' | 'order'
  readonly collection: Address | null
  readonly tokenId: bigint | null
  readonly from: Address | null
  readonly to: Address | null
}

/** A deposit, withdrawal, loan or repayment at a lending protocol. `amount` is in smallest units of `asset`. */
export type LendingAction = ActionOrigin & {
  readonly kind: 'lending'
  readonly event: 'supply' | 'withdraw' | 'borrow' | 'repay' | 'other'
  /** Underlying token. Null if the calldata names only the market. */
  readonly asset: Address | null
  /** Null for the whole balance or debt, or if the calldata does not contain the amount. */
  readonly amount: bigint | null
  readonly account: Address | null
}

/** A debt is repaid for a borrower in exchange for collateral. */
export type LiquidationAction = ActionOrigin & {
  readonly kind: 'liquidation'
  readonly borrower: Address | null
  readonly liquidator: Address | null
  readonly collateralToken: Address | null
  readonly debtToken: Address | null
  /**
   * In units of the debt token. Null for the maximum that the protocol allows, or if the calldata does not contain the
   * amount.
   */
  readonly debtToCover: bigint | null
}

/**
 * Tokens are borrowed and repaid within the transaction. `amounts` are in smallest units, in the order of `assets`.
 * `assets` is empty if the calldata contains only the pool.
 */
export type FlashLoanAction = ActionOrigin & {
  readonly kind: 'flashloan'
  readonly assets: readonly Address[]
  readonly amounts: readonly bigint[]
  readonly receiver: Address | null
}

/**
 * A token or a message is sent to another chain. `amount` is in smallest units. It is null if the amount is
 * determined on chain.
 */
export type BridgeAction = ActionOrigin & {
  readonly kind: 'bridge'
  /** Null for the native currency or for a message without a token. */
  readonly token: Address | null
  readonly amount: bigint | null
  readonly recipient: Address | null
  /** The destination in the bridge's own numbering (a chain id, domain or endpoint id), or its name. */
  readonly destination: bigint | string | null
}

/**
 * An owner lets `spender` take up to `amount` of a token, in smallest units. `token` is null if the calldata does not
 * contain the token.
 */
export type ApprovalAction = ActionOrigin & {
  readonly kind: 'approval'
  readonly token: Address | null
  readonly spender: Address
  readonly amount: bigint
}

/** The native currency is exchanged for its wrapped token, or back. `amount` is in wei. */
export type WrapAction = ActionOrigin & {
  readonly kind: 'wrap' | 'unwrap'
  readonly token: Address
  /** Null for all of a balance. */
  readonly amount: bigint | null
  /** Set if the whole balance is exchanged. `amount` is then the required minimum of the balance. */
  readonly isLeast?: true
  /** The receiver, if a router exchanges its own balance. Absent otherwise. */
  readonly recipient?: Address | null
}

/**
 * Liquidity is added to a pool or removed, or its fees are collected. `amounts` are in smallest units, in the order
 * of `tokens`. `tokens` is empty if the calldata contains only the pool.
 */
export type LiquidityAction = ActionOrigin & {
  readonly kind: 'liquidity'
  readonly event: 'add' | 'remove' | 'collect'
  readonly tokens: readonly Address[]
  readonly amounts: readonly bigint[]
}

/**
 * A new answer of a price feed. The decoder does not check its signatures and its sender, because the aggregator
 * checks them.
 */
export type OracleUpdateAction = ActionOrigin & {
  readonly kind: 'oracleUpdate'
  /** Chainlink aggregator. */
  readonly aggregator: Address
  readonly answer: bigint
  /** Set if a `DualAggregator` (Chainlink SVR) first makes the answer available only to its secondary proxy. */
  readonly secondary?: true
}

/** A known function that does none of the above (staking, voting, claiming …). */
export type OtherAction = ActionOrigin & {
  readonly kind: 'other'
  /** Native currency that an account sends along, in wei. Absent if it is zero or the value of the transaction itself. */
  readonly value?: bigint
}

/** One thing that a decoded call does. Amounts are integers in the token's smallest unit. */
export type Action =
  | SwapAction
  | PaymentAction
  | TransferAction
  | FeeAction
  | NftAction
  | LendingAction
  | LiquidationAction
  | FlashLoanAction
  | BridgeAction
  | ApprovalAction
  | WrapAction
  | LiquidityAction
  | OracleUpdateAction
  | OtherAction

type WithoutOrigin<action> = action extends Action
  ? Omit<action, keyof ActionOrigin> & { readonly protocol?: string }
  : never

/** The fields of an action that a decode function emits. The call adds the origin. */
export type ActionFields = WithoutOrigin<Action>

/**
 * Why a part of the calldata is not decoded: `unknownTarget` neither contract nor selector is known · `unknownFunction`
 * the contract is known, its function is not · `unknownCommand` a step of a plan · `malformed` the bytes break the ABI's
 * rules · `opaque` a known form whose content is hidden · `delegatecall` an account runs the code of a contract that is not
 * a known library: it may do anything with the account, whatever its selector says · `storedCall` a contract runs a call that
 * it has stored, or stores one and may run it at once (a multisig's confirmation, a proposal) ·
 * `paymaster` another contract pays for the gas of an ERC-4337 operation, and may take tokens of the account for it ·
 * `control` an account gives an address power over itself: a module, guard, fallback handler, owner or new code, or lets fewer
 * owners act for it (then without a target) · `authorization` an account takes the code of an unknown contract (EIP-7702) · `tooDeep`, `tooMany` a limit was reached.
 */
export type UndecodedReason =
  | 'unknownTarget'
  | 'unknownFunction'
  | 'unknownCommand'
  | 'malformed'
  | 'opaque'
  | 'delegatecall'
  | 'storedCall'
  | 'paymaster'
  | 'authorization'
  | 'control'
  | 'tooDeep'
  | 'tooMany'

/** A part of the calldata that is not decoded, and the reason. `start` and `end` are byte offsets. */
export type Undecoded = {
  readonly reason: UndecodedReason
  /** Offset of the first byte of the part in the transaction's calldata. */
  readonly start: number
  /** Offset of the first byte after the part. */
  readonly end: number
  readonly target: Address | null
  /** The selector, command or step that is not decoded. */
  readonly what: string | null
}
