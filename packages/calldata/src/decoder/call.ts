import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { Action, Meaning, UndecodedReason } from './action.ts'
import { Args, type Source, type Span } from './args.ts'

/** How a call reaches the decoder again; one for a whole transaction. */
export type Frame = Source & {
  readonly chain: ChainName
  readonly wrappedNative: Address
  readonly actions: Action[]
  undecoded(reason: UndecodedReason, span: Span, target: Address | null, what: string | null): void
  enter(call: InnerCall): void
}

export type InnerCall = Span & {
  readonly from: Address | null
  readonly to: Address
  readonly value: bigint
  readonly depth: number
}

export type CallSite = InnerCall & {
  readonly protocol: string
  readonly function: string
  /** First digit of the arguments: after the selector, or the call's first digit where it has none. */
  readonly base: number
}

const native = new Set(['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0x0000000000000000000000000000000000000000'])

/** One call of a transaction: its arguments, what surrounds it, and a place to say what it means. */
export class Call extends Args {
  readonly frame: Frame
  readonly site: CallSite

  constructor(frame: Frame, site: CallSite) {
    super(frame, site.base, site.end)
    this.frame = frame
    this.site = site
  }

  get chain(): ChainName {
    return this.frame.chain
  }
  /** Who calls: the sender of the transaction, or the wrapper around this call. Null where the transaction does not say. */
  get from(): Address | null {
    return this.site.from
  }
  get to(): Address {
    return this.site.to
  }
  /** Native currency sent along, in wei. */
  get value(): bigint {
    return this.site.value
  }
  /** The chain's wrapped native token. */
  get wrappedNative(): Address {
    return this.frame.wrappedNative
  }

  /** Whether a token address stands for the native currency: 0xeeee… or zero. */
  isNative(token: Address): boolean {
    return native.has(token)
  }

  /** The token, or the wrapped one where it stands for the native currency. */
  toToken(token: Address): Address {
    return native.has(token) ? this.frame.wrappedNative : token
  }

  /** Says what the call means. Several meanings are said one by one. `protocol` replaces the one of the contract. */
  emit(meaning: Meaning): void {
    const { protocol, function: name, to, depth } = this.site
    this.frame.actions.push({
      ...meaning,
      protocol: meaning.protocol ?? protocol,
      function: name,
      target: to,
      depth,
    } as Action)
  }

  /** A swap; what the calldata does not tell may be left out. Native placeholders in the tokens become the wrapped token. */
  swap(swap: SwapMeaning): void {
    const { tokenIn = swap.path?.[0] ?? null, tokenOut = swap.path?.at(-1) ?? null } = swap
    const [wrappedIn, wrappedOut] = [tokenIn && this.toToken(tokenIn), tokenOut && this.toToken(tokenOut)]
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
      pools: swap.pools ?? [],
      isReversed: swap.isReversed ?? null,
      isNativeIn: swap.isNativeIn ?? (tokenIn !== null && this.isNative(tokenIn)),
      isNativeOut: swap.isNativeOut ?? (tokenOut !== null && this.isNative(tokenOut)),
      recipient: swap.recipient ?? null,
    })
  }

  /** Reads a call that this one makes: `span` is its whole calldata, selector included. `from` is by default this contract. */
  enter(to: Address, value: bigint, span: Span, from: Address | null = this.site.to): void {
    this.frame.enter({ from, to, value, start: span.start, end: span.end, depth: this.site.depth + 1 })
  }

  /** Reads calldata that this contract applies to itself, keeping sender and value (`multicall`). */
  enterSelf(span: Span): void {
    this.enter(this.site.to, this.site.value, span, this.site.from)
  }

  /** Reports a part that stays unread. */
  undecoded(reason: UndecodedReason, span: Span, what: string | null = null): void {
    this.frame.undecoded(reason, span, this.site.to, what)
  }
}

export type SwapMeaning = {
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
  readonly pools?: readonly Address[]
  readonly isReversed?: boolean | null
  /** @default whether `tokenIn` stands for the native currency */
  readonly isNativeIn?: boolean
  readonly isNativeOut?: boolean
  readonly recipient?: Address | null
}
