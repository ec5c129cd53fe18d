import type { Address } from 'viem'
import type { Action, Holder, PaymentAction, SwapAction, TransferAction, WrapAction } from '../decoder/action.ts'
import { wholeBalance } from '../decoder/call.ts'
import { add, type Bounds, exactly, positive, subtract, through, unbounded } from './bounds.ts'

/** Result of a transaction's payments. `short`: a limit is not met, so the transaction reverts · `unknown`: a limit may not be met. */
export type Outcome = 'done' | 'short' | 'unknown'

/** A payment by a router to an account that is not a router. Smallest units. */
export type Payout = {
  /** `native` for native currency if the action does not contain its wrapped token. */
  readonly token: Address | 'native'
  readonly to: Holder | null
  readonly amount: Bounds
  /** Whether the call pays a share of the router's balance instead of the whole balance, for example a fee. */
  readonly isShare: boolean
}

type Account = {
  readonly key: string
  readonly isDelta: boolean
  /** Whether the transaction calls the router directly, so that it cannot have received tokens before its actions. */
  readonly isCalled: boolean
  readonly initial: Bounds
}

/** Kinds of actions that move no tokens into a router. */
const movesNothing: ReadonlySet<Action['kind']> = new Set(['approval', 'fee', 'oracleUpdate'])

export type LedgerOptions = {
  readonly to: Address | null
  /** Native currency sent along, in wei. */
  readonly value: bigint
  /** Treats a limit as met if it may be met. Set this if only the calldata is known and swaps have no amounts yet. */
  readonly raises?: boolean
}

/**
 * Counts the balances of a transaction's routers while its actions run. A router pays out the output of its swaps,
 * and reverts if that is less than a payment requires. Routers start with empty balances. Other accounts are not
 * counted, because they are assumed to have the tokens that are taken from them.
 */
export class Ledger {
  /** Payments to other accounts so far. */
  readonly payouts: Payout[] = []
  readonly #held = new Map<string, Bounds>()
  readonly #swapped = new Map<Address, Bounds>()
  readonly #brought = new Map<Address | 'native', Bounds>()
  readonly #routers: ReadonlySet<Address>
  readonly #options: LedgerOptions
  /** Whether an earlier action may have sent uncounted tokens to a router. */
  #isOpen = false

  constructor(actions: readonly Action[], options: LedgerOptions) {
    this.#routers = toRouters(actions)
    this.#options = options
    if (options.to !== null && this.#routers.has(options.to)) this.#bring('native', exactly(options.value))
  }

  /** Returns whether any action uses a router that pays out its balance. */
  get hasRouters(): boolean {
    return this.#routers.size > 0
  }

  /** Returns whether the ledger counts this balance: that of a router, or its open balance at the pool manager. */
  counts(holder: Holder | null, { target }: Pick<Action, 'target'>): boolean {
    return holder === 'delta' ? target !== null : holder !== null && this.#routers.has(holder)
  }

  /** Returns whether a router receives the output of the swap or has a claim to it. */
  receives(swap: SwapAction): boolean {
    return this.#toOutput(swap) !== null
  }

  /** Returns whether a router pays the input of the swap or owes it afterwards. */
  pays(swap: SwapAction): boolean {
    return this.#toInput(swap) !== null
  }

  /**
   * Returns the amount of a token that other accounts have sent to routers so far, including native currency sent
   * along.
   */
  brought(token: Address | 'native'): Bounds {
    return this.#brought.get(token) ?? exactly(0n)
  }

  /**
   * Returns the input of a swap of a whole balance: the router's balance, or the output of the last swap if no router
   * pays.
   */
  available(swap: SwapAction): Bounds {
    const account = this.#toInput(takesOwn(swap) ? { ...swap, payer: swap.target } : swap)
    if (account !== null) return positive(this.#get(account))
    return (swap.tokenIn === null ? undefined : this.#swapped.get(swap.tokenIn)) ?? unbounded
  }

  /** Returns whether some of the output of a swap may still be in a router. */
  keeps(swap: SwapAction): boolean {
    const account = this.#toOutput(swap)
    return account !== null && this.#get(account).most !== 0n
  }

  swap(action: SwapAction, amountIn: Bounds, amountOut: Bounds): Outcome {
    if (action.isRefused === true) return 'short'
    const [input, output] = [this.#toInput(action), this.#toOutput(action)]
    if (action.tokenOut !== null) this.#swapped.set(action.tokenOut, amountOut)
    if (action.nativeFirst === true) this.#payNative(action, amountIn)
    const takesAll = action.exact === 'in' && action.amountIn === null
    const outcome =
      input === null || this.#isBrought(input) ? 'done' : takesAll ? this.#spend(input) : this.#take(input, amountIn)
    if (output !== null) this.#add(output, amountOut)
    return outcome
  }

  /** Applies an action other than a swap. Actions that do not involve a router have no effect. */
  run(action: Action): Outcome {
    if (action.isRefused === true) return 'short'
    if (!this.hasRouters) return 'done'
    switch (action.kind) {
      case 'payment':
        return this.#pay(action)
      case 'wrap':
      case 'unwrap':
        return this.#exchange(action)
      case 'transfer':
        return this.#transfer(action)
      case 'bridge':
        return this.#transfer({ ...action, from: action.target, to: null })
      default:
        this.#isOpen ||= !movesNothing.has(action.kind)
        return 'done'
    }
  }

  /** Checks at the end whether everything that routers owe is paid. */
  end(): Outcome {
    let outcome: Outcome = 'done'
    for (const [key, { least, most }] of this.#held)
      if (key.startsWith('delta') && (least !== 0n || most !== 0n)) {
        if (most !== null && most < 0n) return 'short'
        outcome = 'unknown'
      }
    return outcome
  }

  #pay(action: PaymentAction): Outcome {
    const { token, isNative, to, amount, share, least, most } = action
    const from = this.#toAccount(action.from, action, token, isNative)
    const target = this.#toAccount(to, action, token, isNative)
    const moved = isNative ? 'native' : token
    if (amount === 'debt') return this.#settle(from, target, moved, most)
    const checked = this.#require(from, least)
    if (checked === 'short' || amount === 'none') return checked
    if (amount === 'balance') {
      const part = this.#takeShare(from, share)
      if (part === null) return 'short'
      this.#deliver(from, target, moved, { token, to, amount: part, isShare: share < wholeBalance })
      return checked
    }
    const given = exactly(amount)
    const taken = from === null ? 'done' : this.#take(from, given)
    this.#deliver(from, target, moved, { token, to, amount: given, isShare: false })
    return checked === 'unknown' ? checked : taken
  }

  /**
   * Takes a share of the balance, in units of 10^-18. Returns null if the share is above 100 % or the balance is
   * negative.
   */
  #takeShare(account: Account | null, share: bigint): Bounds | null {
    const held = account === null ? unbounded : this.#get(account)
    if (share > wholeBalance || (held.most !== null && held.most < 0n)) return null
    const toPart = (whole: bigint) => (whole * share) / wholeBalance
    const left = share === wholeBalance ? exactly(0n) : through(held, (whole) => whole - toPart(whole))
    if (account !== null) this.#held.set(account.key, left)
    return through(positive(held), toPart)
  }

  /** Adds the amount to the receiving router, or records a payout if the receiver is not a router. */
  #deliver(from: Account | null, target: Account | null, token: Address | 'native', payout: Payout): void {
    const { amount } = payout
    if (target !== null) this.#add(target, amount)
    if (target !== null && from === null) this.#bring(token, amount)
    if (target === null && from !== null) this.payouts.push(payout)
  }

  #settle(from: Account | null, target: Account | null, token: Address | 'native', limit: bigint | null): Outcome {
    if (target === null) return limit === null ? 'done' : 'unknown'
    const owed = this.#get(target)
    let due = positive(subtract(exactly(0n), owed))
    if (limit !== null && (due.least ?? 0n) > limit) return 'short'
    const isOpen = limit !== null && (due.most === null || due.most > limit)
    if (isOpen && this.#options.raises !== true) return 'unknown'
    if (isOpen) due = { least: due.least, most: limit }
    this.#held.set(target.key, positive(owed))
    if (from !== null) return this.#take(from, due)
    this.#bring(token, due)
    return 'done'
  }

  /**
   * Exchanges native and wrapped currency (`WRAP_ETH`, `UNWRAP_WETH` and similar): takes one from the router's
   * balance and adds the other to the recipient's.
   */
  #exchange(action: WrapAction): Outcome {
    const { kind, token, amount, isLeast, recipient, target } = action
    const from = this.#toAccount(target, action, token, kind === 'wrap')
    if (recipient === undefined || from === null) return 'done'
    const to = this.#toAccount(recipient, action, token, kind === 'unwrap')
    const checked = this.#require(from, isLeast ? (amount ?? 0n) : 0n)
    if (checked === 'short') return checked
    const takesAll = isLeast === true || amount === null
    const given = takesAll ? positive(this.#get(from)) : exactly(amount)
    const taken = takesAll ? this.#empty(from) : this.#take(from, given)
    this.#deliver(from, to, token, { token, to: recipient, amount: given, isShare: false })
    return checked === 'unknown' ? checked : taken
  }

  #transfer(action: Pick<TransferAction, 'target' | 'token' | 'from' | 'to' | 'amount'> & Action): Outcome {
    const { amount } = action
    const token = action.token ?? 'native'
    const from = this.#toAccount(action.from, action, token, action.token === null)
    const to = this.#toAccount(action.to, action, token, action.token === null)
    const given = amount === null && from !== null ? positive(this.#get(from)) : exactly(amount)
    const taken = from === null ? 'done' : amount === null ? this.#empty(from) : this.#take(from, given)
    this.#deliver(from, to, token, { token, to: action.to, amount: given, isShare: false })
    return taken
  }

  #require(account: Account | null, limit: bigint): Outcome {
    if (limit === 0n) return 'done'
    if (account === null) return 'unknown'
    const { least, most } = this.#get(account)
    if (least !== null && least >= limit) return 'done'
    if (most !== null && most < limit) return this.#isNew(account) ? 'unknown' : 'short'
    if (this.#options.raises !== true) return 'unknown'
    this.#held.set(account.key, { least: limit, most })
    return 'done'
  }

  /** Pays in native currency if the router's balance covers the input. Otherwise the router pays nothing. */
  #payNative(action: SwapAction, amount: Bounds): void {
    const account = this.#toAccount(action.target, action, 'native', true)
    if (account === null) return
    const { least, most } = this.#get(account)
    const isPaid = least !== null && amount.most !== null && least >= amount.most
    const isFree = most !== null && amount.least !== null && most < amount.least
    if (isPaid) this.#take(account, amount)
    else if (!isFree) this.#take(account, { least: 0n, most: amount.most })
  }

  /** Returns whether other accounts may have supplied the input of a swap. */
  #isBrought(account: Account): boolean {
    return !account.isDelta && this.#isNew(account)
  }

  /**
   * Returns whether the balance was never counted, and an earlier call or an action of unknown amounts may have
   * increased it.
   */
  #isNew({ key, isCalled, initial }: Account): boolean {
    return (this.#isOpen || !isCalled) && initial.most === 0n && !this.#held.has(key)
  }

  #take(account: Account, amount: Bounds): Outcome {
    const left = subtract(this.#get(account), amount)
    if (account.isDelta) this.#held.set(account.key, left)
    else if (left.most !== null && left.most < 0n) return this.#isNew(account) ? 'unknown' : 'short'
    else this.#held.set(account.key, positive(left))
    return 'done'
  }

  /** Spends the whole balance in a swap. Pools reject an empty input. */
  #spend(account: Account): Outcome {
    return !account.isDelta && this.#get(account).most === 0n ? 'short' : this.#empty(account)
  }

  #empty(account: Account): Outcome {
    this.#held.set(account.key, exactly(0n))
    return 'done'
  }

  #add(account: Account, amount: Bounds): void {
    this.#held.set(account.key, add(this.#get(account), amount))
  }

  #bring(token: Address | 'native', amount: Bounds): void {
    this.#brought.set(token, add(this.brought(token), amount))
  }

  #get({ key, initial }: Account): Bounds {
    return this.#held.get(key) ?? initial
  }

  #toInput(swap: SwapAction): Account | null {
    const { payer, tokenIn, isNativeIn } = swap
    return tokenIn === null ? null : this.#toAccount(payer ?? null, swap, tokenIn, isNativeIn)
  }

  #toOutput(swap: SwapAction): Account | null {
    const { payer, recipient, tokenOut, isNativeOut } = swap
    return tokenOut === null
      ? null
      : this.#toAccount(payer === 'delta' ? payer : recipient, swap, tokenOut, isNativeOut)
  }

  /** Returns null for an account that is not a router. */
  #toAccount(
    holder: Holder | null,
    { target }: Pick<Action, 'target'>,
    token: Address | 'native',
    isNative: boolean,
  ): Account | null {
    if (holder === null || !this.counts(holder, { target })) return null
    const isDelta = holder === 'delta'
    const { to, value } = this.#options
    const key = `${isDelta ? `delta:${target}` : holder}:${isNative ? 'native' : token}`
    const isCalled = holder === to
    if (!isNative || isDelta) return { key, isDelta, isCalled, initial: exactly(0n) }
    if (isCalled) return { key, isDelta, isCalled, initial: exactly(value) }
    // A wrapper around the call may have sent native currency, and the calldata of the call does not say how much.
    if (!this.#held.has(key)) this.#brought.set('native', unbounded)
    return { key, isDelta, isCalled, initial: unbounded }
  }
}

/**
 * Returns whether a swap takes as much as its router has, but from another account (`CONTRACT_BALANCE` if the user
 * pays).
 */
export function takesOwn({ exact, amountIn, payer, target }: SwapAction): boolean {
  return exact === 'in' && amountIn === null && !!payer && payer !== 'delta' && payer !== target
}

/** Returns the contracts that receive the output of swaps and pay it out later. */
function toRouters(actions: readonly Action[]): ReadonlySet<Address> {
  const routers = new Set<Address>()
  for (const action of actions) if (action.target !== null && isOfRouter(action)) routers.add(action.target)
  return routers
}

function isOfRouter(action: Action): boolean {
  if (action.kind === 'payment') return true
  if (action.kind === 'swap') return action.payer !== undefined
  return (action.kind === 'wrap' || action.kind === 'unwrap') && action.recipient !== undefined
}
