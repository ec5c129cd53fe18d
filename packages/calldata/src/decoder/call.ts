import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { Action, ActionFields, Holder, PaymentAction, UndecodedReason } from './action.ts'
import { Args, type Source, type Span } from './args.ts'

/** The state of decoding one transaction, shared by all its calls. */
export type DecoderState = Source & {
  readonly chain: ChainName
  readonly wrappedNative: Address
  /** The sender of the transaction. */
  readonly origin: Address | null
  /** The gas limit of the transaction; null if it is not given. */
  readonly gas: bigint | null
  readonly actions: Action[]
  /** Numbers the parts of the transaction that may revert alone. */
  nextPart(): number
  undecoded(reason: UndecodedReason, span: Span, target: Address | null, what: string | null): void
  enter(call: InnerCall): void
}

export type InnerCall = Span & {
  readonly from: Address | null
  readonly to: Address
  /** The library whose code `to` runs as its own (delegatecall); null where `to` runs its own code. */
  readonly library: Address | null
  readonly value: bigint
  /** Whether `to` calls itself, so that the value is that of the call around. */
  readonly isSelf?: true | undefined
  readonly depth: number
  /** As in `Action`; empty where the whole transaction reverts with this call. */
  readonly parts: readonly number[]
  /** Later blocks refuse the call. Unix seconds; left out where there is no such limit. */
  readonly deadline?: bigint | undefined
}

export type CallFrame = InnerCall & {
  readonly protocol: string
  readonly function: string
  /** First digit of the arguments: after the selector, or the call's first digit where it has none. */
  readonly base: number
  /** As in `Action`. */
  readonly isRefused?: true
  /** Set where the caller acts for others and holds nothing of its own: what it receives is lost. */
  readonly isRelay?: true
}

/**
 * Stands for the address of a contract that the transaction creates while it is decoded: the calldata does not name it, so it
 * is null in the actions.
 */
export const newContract: Address = '0x'

const native = new Set(['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0x0000000000000000000000000000000000000000'])

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
  /** The caller: the sender of the transaction, or the wrapper around this call. Null where it is not known. */
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

  /** Whether a token address stands for the native currency: 0xeeee… or zero. */
  isNative(token: Address): boolean {
    return native.has(token)
  }

  /** The token, or the wrapped one where it stands for the native currency. */
  toToken(token: Address): Address {
    return native.has(token) ? this.state.wrappedNative : token
  }

  /** Adds an action. `protocol` replaces the one of the contract. */
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

  /** Adds a swap; what the calldata does not contain may be left out. Native placeholders become the wrapped token. */
  swap(swap: SwapFields): void {
    const { tokenIn = swap.path?.[0] ?? null, tokenOut = swap.path?.at(-1) ?? null } = swap
    const [wrappedIn, wrappedOut] = [tokenIn && this.toToken(tokenIn), tokenOut && this.toToken(tokenOut)]
    const { from, deadline, isRelay } = this.frame
    const isOther = from !== null && from !== this.state.origin && this.state.origin !== null && !isRelay
    this.emit({
      kind: 'swap',
      ...(swap.protocol !== undefined && { protocol: swap.protocol }),
      exact: swap.exact ?? 'in',
      tokenIn: wrappedIn,
      tokenOut: wrappedOut,
      amountIn: swap.amountIn ?? null,
      amountOut: swap.amountOut ?? null,
      path:
        swap.path?.map((token) => this.toToken(token)) ??
        (wrappedIn !== null && wrappedOut !== null ? [wrappedIn, wrappedOut] : []),
      ...(swap.tiers && { tiers: swap.tiers }),
      pools: swap.pools ?? [],
      isReversed: swap.isReversed ?? null,
      ...(swap.coins && { coins: swap.coins }),
      isNativeIn: swap.isNativeIn ?? (tokenIn !== null && this.isNative(tokenIn)),
      isNativeOut: swap.isNativeOut ?? (tokenOut !== null && this.isNative(tokenOut)),
      recipient: swap.recipient ?? null,
      ...(swap.payer !== undefined && { payer: swap.payer }),
      ...(swap.nativeFirst && { nativeFirst: true }),
      ...(isOther && { caller: from }),
      ...(deadline !== undefined && { deadline }),
      ...(swap.hopPrices && { hopPrices: swap.hopPrices }),
      ...(swap.hasPriceLimit && { hasPriceLimit: true }),
    })
  }

  /** Adds a payment out of what a router holds: all of it, without a limit, unless `payment` says otherwise. */
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

  /** This call as a part that may revert alone: for what it makes of inner calls without failing with them. */
  asPart(): Call {
    const { state, frame } = this
    return new Call(state, { ...frame, parts: [...frame.parts, state.nextPart()] })
  }

  /** This call where the contract refuses it after a time, in Unix seconds. */
  until(deadline: bigint): Call {
    const { deadline: outer = deadline } = this.frame
    return new Call(this.state, { ...this.frame, deadline: deadline < outer ? deadline : outer })
  }

  /** This call where `isRefused` on any state. */
  refusedIf(isRefused: boolean): Call {
    return isRefused ? new Call(this.state, { ...this.frame, isRefused: true }) : this
  }

  /** Decodes calldata that this contract applies to itself, keeping sender and value (`multicall`). */
  enterSelf(span: Span): void {
    const { from, to, value } = this.frame
    this.state.enter({ from, to, library: null, value, isSelf: true, ...this.#within(span) })
  }

  /** What a call within this one takes over. */
  #within({ start, end }: Span) {
    const { depth, parts, deadline } = this.frame
    return { start, end, depth: depth + 1, parts, deadline }
  }

  /** Reports a part that is not decoded. */
  undecoded(reason: UndecodedReason, span: Span, what: string | null = null): void {
    this.state.undecoded(reason, span, this.frame.to, what)
  }
}

/** The `share` of a payment that is all of the balance. */
export const wholeBalance = 10n ** 18n

type PaymentFields = Pick<PaymentAction, 'from' | 'to'> &
  Partial<Pick<PaymentAction, 'amount' | 'share' | 'least' | 'most'>>

/**
 * What `Call.swap` takes. Fields that are left out are null or follow from the others. Amounts are in smallest units.
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
  /** Left out where there is none. */
  readonly tiers?: readonly number[] | undefined
  readonly pools?: readonly Address[]
  readonly isReversed?: boolean | null
  /** Left out where there are none. */
  readonly coins?: readonly [number, number] | undefined
  /** @default whether `tokenIn` stands for the native currency */
  readonly isNativeIn?: boolean
  readonly isNativeOut?: boolean
  readonly recipient?: Address | null
  /** Left out where it is the caller. */
  readonly payer?: Holder | null | undefined
  readonly nativeFirst?: boolean
  /** Left out where no hop has one. */
  readonly hopPrices?: readonly bigint[] | undefined
  readonly hasPriceLimit?: boolean
}
