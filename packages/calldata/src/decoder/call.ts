import type { ChainName } from '@outrigger/core'
import { type Address, zeroAddress } from 'viem'
import type { Action, ActionFields, Holder, PaymentAction, UndecodedReason } from './action.ts'
import { Args, type Source, type Span } from './args.ts'
import { nativeToken } from './nativeToken.ts'

/** The state of decoding one transaction, shared by all its calls. */
export type DecoderState = Source & {
  readonly chain: ChainName
  readonly wrappedNative: Address
  /** The sender of the transaction. */
  readonly origin: Address | null
  /** The gas limit of the transaction. Null if it is not given. */
  readonly gas: bigint | null
  readonly actions: Action[]
  /** Returns the number of a new part of the transaction. A part may revert without reverting the rest. */
  nextPart(): number
  undecoded(reason: UndecodedReason, span: Span, target: Address | null, what: string | null): void
  enter(call: InnerCall): void
}

export type InnerCall = Span & {
  readonly from: Address | null
  readonly to: Address
  /** The library whose code `to` runs by delegatecall. Null if `to` runs its own code. */
  readonly library: Address | null
  readonly value: bigint
  /** Set if `to` calls itself. The value is then that of the enclosing call. */
  readonly isSelf?: true | undefined
  readonly depth: number
  /** As in `Action`. Empty if the whole transaction reverts with this call. */
  readonly parts: readonly number[]
  /** The call is rejected in blocks with a later timestamp. Unix seconds. Absent if there is no deadline. */
  readonly deadline?: bigint | undefined
}

export type CallFrame = InnerCall & {
  readonly protocol: string
  readonly function: string
  /** Position of the first digit of the arguments, after the selector if there is one. */
  readonly base: number
  /** As in `Action`. */
  readonly isRefused?: true
  /** Set if the caller acts for others and cannot keep tokens: any output it receives is lost. */
  readonly isRelay?: true
}

/**
 * Placeholder for the address of a contract that the transaction creates. The calldata does not contain the address, so
 * it becomes null in the decoded actions.
 */
export const newContract: Address = '0x'

const native: ReadonlySet<string | null> = new Set([nativeToken, zeroAddress])

/** One call of a transaction: its arguments, its call frame, and the means to emit actions and to enter inner calls. */
export class Call extends Args {
  readonly state: DecoderState
  readonly frame: CallFrame

  constructor(state: DecoderState, frame: CallFrame) {
    super(state, frame.base, frame.end)
    this.state = state
    this.frame = frame
  }

  get chain(): ChainName {
    return this.state.chain
  }
  /** The caller: the sender of the transaction, or the wrapper around this call. Null if it is unknown. */
  get from(): Address | null {
    return this.frame.from
  }
  get to(): Address {
    return this.frame.to
  }
  /** Native currency sent along, in wei. */
  get value(): bigint {
    return this.frame.value
  }
  /** The chain's wrapped native token. */
  get wrappedNative(): Address {
    return this.state.wrappedNative
  }

  /** Returns whether a token address means the native currency: 0xeeee… or zero. */
  isNative(token: Address | null): boolean {
    return native.has(token)
  }

  /** Returns the wrapped token for the native currency. Returns any other token unchanged. */
  toToken<token extends Address | null>(token: token): Address | token {
    return native.has(token) ? this.state.wrappedNative : token
  }

  /** Returns null for the native currency, as in transfers and bridge actions. Returns any other token unchanged. */
  toErc20(token: Address | null): Address | null {
    return native.has(token) ? null : token
  }

  /** Adds an action. `protocol` replaces the protocol of the contract. */
  emit(fields: ActionFields): void {
    const { protocol, function: name, to, library, depth, parts, isRefused } = this.frame
    this.state.actions.push({
      ...fields,
      protocol: fields.protocol ?? protocol,
      function: name,
      target: library ?? to,
      depth,
      ...(parts.length > 0 && { parts }),
      ...(isRefused && { isRefused }),
    } as Action)
  }

  /**
   * Adds a swap. Omit the fields that the calldata does not contain. Placeholders for the native currency are
   * replaced by the wrapped token.
   */
  swap(swap: SwapFields): void {
    const { protocol, exact = 'in', amountIn = null, amountOut = null, path, tiers, pools = [], coins } = swap
    const { tokenIn = path?.[0] ?? null, tokenOut = path?.at(-1) ?? null } = swap
    const { isReversed = null, isNativeIn = this.isNative(tokenIn), isNativeOut = this.isNative(tokenOut) } = swap
    const { recipient = null, payer, nativeFirst, hopPrices, hasPriceLimit } = swap
    const { from, deadline } = this.frame
    const [wrappedIn, wrappedOut] = [this.toToken(tokenIn), this.toToken(tokenOut)]
    this.emit({
      kind: 'swap',
      ...(protocol !== undefined && { protocol }),
      exact,
      tokenIn: wrappedIn,
      tokenOut: wrappedOut,
      amountIn,
      amountOut,
      path:
        path?.map((token) => this.toToken(token)) ??
        (wrappedIn !== null && wrappedOut !== null ? [wrappedIn, wrappedOut] : []),
      ...(tiers && { tiers }),
      pools,
      isReversed,
      ...(coins && { coins }),
      isNativeIn,
      isNativeOut,
      recipient,
      ...(payer !== undefined && { payer }),
      ...(nativeFirst && { nativeFirst: true }),
      ...(from !== null && this.#isThroughContract() && { caller: from }),
      ...(deadline !== undefined && { deadline }),
      ...(hopPrices && { hopPrices }),
      ...(hasPriceLimit && { hasPriceLimit: true }),
    })
  }

  /** Whether the caller is a contract that acts for itself, not the sender of the transaction. */
  #isThroughContract(): boolean {
    const { from, isRelay } = this.frame
    const { origin } = this.state
    return origin !== null && from !== origin && !isRelay
  }

  /** Adds a payment out of a router's balance. By default it pays the whole balance, without limits. */
  pay(token: Address, payment: PaymentFields): void {
    const { amount = 'balance', share = wholeBalance, least = 0n, most = null, ...holders } = payment
    const isNative = this.isNative(token)
    this.emit({ kind: 'payment', token: this.toToken(token), isNative, ...holders, amount, share, least, most })
  }

  /** Decodes an inner call: `span` is its whole calldata, selector included. `from` is this contract by default. */
  enter(to: Address, value: bigint, span: Span, from: Address | null = this.frame.to): void {
    this.state.enter({ from, to, library: null, value, ...this.#within(span) })
  }

  /** Decodes the first call of a contract that this call creates. */
  enterNew(span: Span): void {
    this.enter(newContract, 0n, span)
  }

  /** Decodes a delegatecall: `account` runs the code of `library` as its own, with the sender and value of this call. */
  delegate(library: Address, span: Span, account: Address = this.frame.to): void {
    const { from, value } = this.frame
    this.state.enter({ from, to: account, library, value, ...this.#within(span) })
  }

  /**
   * Returns this call as a part that may revert without the rest of the transaction. Use it for inner calls whose
   * failure the contract tolerates.
   */
  asPart(): Call {
    const { state, frame } = this
    return new Call(state, { ...frame, parts: [...frame.parts, state.nextPart()] })
  }

  /** Returns this call with a deadline, in Unix seconds. The earlier of two deadlines applies. */
  until(deadline: bigint): Call {
    const { deadline: outer = deadline } = this.frame
    return new Call(this.state, { ...this.frame, deadline: deadline < outer ? deadline : outer })
  }

  /** Returns this call, marked as always rejected by the contract if `isRefused`. */
  refusedIf(isRefused: boolean): Call {
    return isRefused ? new Call(this.state, { ...this.frame, isRefused: true }) : this
  }

  /** Decodes calldata that this contract applies to itself, keeping sender and value (`multicall`). */
  enterSelf(span: Span): void {
    const { from, to, value } = this.frame
    this.state.enter({ from, to, library: null, value, isSelf: true, ...this.#within(span) })
  }

  /** Returns the fields that an inner call inherits. */
  #within({ start, end }: Span) {
    const { depth, parts, deadline } = this.frame
    return { start, end, depth: depth + 1, parts, deadline }
  }

  /** Reports a part that is not decoded. */
  undecoded(reason: UndecodedReason, span: Span, what: string | null = null): void {
    this.state.undecoded(reason, span, this.frame.to, what)
  }
}

/** The `share` of a payment of the whole balance. */
export const wholeBalance = 10n ** 18n

type PaymentFields = Pick<PaymentAction, 'from' | 'to'> &
  Partial<Pick<PaymentAction, 'amount' | 'share' | 'least' | 'most'>>

/**
 * The arguments of `Call.swap`. Omitted fields are null or derived from other fields. Amounts are in smallest units.
 */
export type SwapFields = {
  readonly protocol?: string
  /** @default in */
  readonly exact?: 'in' | 'out'
  /** @default the first of `path` */
  readonly tokenIn?: Address | null
  /** @default the last of `path` */
  readonly tokenOut?: Address | null
  readonly amountIn?: bigint | null
  readonly amountOut?: bigint | null
  readonly path?: readonly Address[]
  readonly tiers?: readonly number[] | undefined
  readonly pools?: readonly Address[]
  readonly isReversed?: boolean | null
  readonly coins?: readonly [number, number] | undefined
  /** @default whether `tokenIn` is 0xeeee… or zero */
  readonly isNativeIn?: boolean
  readonly isNativeOut?: boolean
  readonly recipient?: Address | null
  /** @default the caller */
  readonly payer?: Holder | null | undefined
  readonly nativeFirst?: boolean
  /** Omit it if no hop has a limit. */
  readonly hopPrices?: readonly bigint[] | undefined
  readonly hasPriceLimit?: boolean
}
