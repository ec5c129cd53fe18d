import type { Address } from 'viem'
import type { Action, Holder, PaymentAction, SwapAction, TransferAction, WrapAction } from '../decoder/action.ts'
import { wholeBalance } from '../decoder/call.ts'

/** `short`: the transaction reverts, a limit is not met · `unknown`: whether a limit is met cannot be said. */
export type Outcome = 'done' | 'short' | 'unknown'

/** What a router pays to an account that is not one. Smallest units. */
export type Payout = {
  /** The wrapped token for the native currency. */
  readonly token: Address
  readonly to: Holder | null
  readonly amount: bigint
  /** What the payment itself requires; 0 for nothing. */
  readonly least: bigint
  /** Whether it is all that the router holds. */
  readonly isRest: boolean
}

/** Null: not known. */
type Amount = bigint | null

type Account = { readonly key: string; readonly isDelta: boolean; readonly initial: Amount }

export type LedgerOptions = {
  readonly to: Address | null
  /** Native currency sent along, in wei. */
  readonly value: bigint
  /** Takes a limit that is not met for a bound of what is held: of calldata alone, whose swaps have no amounts yet. */
  readonly raises?: boolean
}

/**
 * What the routers of a transaction hold while its actions are carried out: a router pays out what its swaps bring, and reverts
 * where that is less than a payment requires. Routers hold nothing before. Other accounts are not counted: they bring what is
 * taken of them.
 */
export class Ledger {
  /** Payments to other accounts so far. */
  readonly payouts: Payout[] = []
  readonly #held = new Map<string, Amount>()
  readonly #brought = new Map<Address, bigint>()
  readonly #routers: ReadonlySet<Address>
  readonly #options: LedgerOptions

  constructor(actions: readonly Action[], options: LedgerOptions) {
    this.#routers = toRouters(actions)
    this.#options = options
  }

  /** Whether any action goes through a router that pays out what it holds. */
  get hasRouters(): boolean {
    return this.#routers.size > 0
  }

  /** Whether what an account holds is counted: that of a router, or what it is owed. */
  counts(holder: Holder | null, { target }: Pick<Action, 'target'>): boolean {
    return holder === 'delta' ? target !== null : holder !== null && this.#routers.has(holder)
  }

  /** Whether a router receives what the swap gives, or is owed it. */
  receives(swap: SwapAction): boolean {
    return this.#toOutput(swap) !== null
  }

  /** Whether a router pays what the swap takes, or will owe it. */
  pays(swap: SwapAction): boolean {
    return this.#toInput(swap) !== null
  }

  /** What a swap takes that takes all of a balance; where no router holds it, what the last swap brought. */
  available(swap: SwapAction): Amount {
    const account = this.#toInput(swap)
    if (account !== null) return this.#get(account)
    return (swap.tokenIn === null ? undefined : this.#brought.get(swap.tokenIn)) ?? null
  }

  /** Whether something of what a swap gave is still there. */
  keeps(swap: SwapAction): boolean {
    const account = this.#toOutput(swap)
    return account !== null && this.#get(account) !== 0n
  }

  swap(action: SwapAction, amountIn: Amount, amountOut: Amount): Outcome {
    const [input, output] = [this.#toInput(action), this.#toOutput(action)]
    if (action.tokenOut !== null && amountOut !== null) this.#brought.set(action.tokenOut, amountOut)
    const outcome = input === null || this.#isBrought(input) ? 'done' : this.#take(input, amountIn)
    if (output !== null) this.#add(output, amountOut)
    return outcome
  }

  /** Carries out an action that is no swap; those that move nothing of a router's do nothing. */
  run(action: Action): Outcome {
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
        return 'done'
    }
  }

  /** Whether everything that routers owe is paid. */
  end(): Outcome {
    let outcome: Outcome = 'done'
    for (const [key, amount] of this.#held)
      if (key.startsWith('delta') && amount !== 0n) {
        if (amount !== null && amount < 0n) return 'short'
        outcome = 'unknown'
      }
    return outcome
  }

  #pay(action: PaymentAction): Outcome {
    const { token, isNative, to, share, least, most } = action
    const from = this.#toAccount(action.from, action, token, isNative)
    const target = this.#toAccount(to, action, token, isNative)
    if (action.amount === 'debt') return this.#settle(from, target, most)
    const checked = this.#require(from, least)
    if (checked === 'short' || action.amount === 'none') return checked
    const held = from && this.#get(from)
    if (action.amount === 'balance' && held !== null && held < 0n) return 'short'
    const amount = action.amount !== 'balance' ? action.amount : held === null ? null : (held * share) / wholeBalance
    const isRest = action.amount === 'balance' && share === wholeBalance
    const taken = from === null ? 'done' : this.#take(from, amount)
    if (target !== null) this.#add(target, amount)
    else if (from !== null) this.payouts.push({ token, to, amount: amount ?? 0n, least, isRest })
    return checked === 'unknown' ? checked : taken
  }

  #settle(from: Account | null, target: Account | null, most: Amount): Outcome {
    const owed = target && this.#get(target)
    if (target === null || owed === null) return most === null ? 'done' : 'unknown'
    const due = owed < 0n ? -owed : 0n
    if (most !== null && due > most && !this.#options.raises) return 'short'
    this.#add(target, due)
    return from === null ? 'done' : this.#take(from, due)
  }

  /** `WRAP_ETH`, `UNWRAP_WETH` and their like: what the contract called holds of one becomes the recipient's of the other. */
  #exchange(action: WrapAction): Outcome {
    const { kind, token, amount, isLeast, recipient, target } = action
    const from = this.#toAccount(target, action, token, kind === 'wrap')
    if (recipient === undefined || from === null) return 'done'
    const to = this.#toAccount(recipient, action, token, kind === 'unwrap')
    const least = isLeast ? (amount ?? 0n) : 0n
    const checked = this.#require(from, least)
    if (checked === 'short') return checked
    const isRest = isLeast === true || amount === null
    const given = isRest ? this.#get(from) : amount
    const taken = this.#take(from, given)
    if (to !== null) this.#add(to, given)
    else this.payouts.push({ token, to: recipient, amount: given ?? 0n, least, isRest })
    return checked === 'unknown' ? checked : taken
  }

  #transfer(action: Pick<TransferAction, 'target' | 'token' | 'from' | 'to' | 'amount'> & Action): Outcome {
    const { token, amount } = action
    const [from, to] = [action.from, action.to].map((holder) =>
      this.#toAccount(holder, action, token ?? 'native', token === null),
    ) as [Account | null, Account | null]
    const given = amount ?? (from && this.#get(from))
    const taken = from === null ? 'done' : this.#take(from, given)
    if (to !== null) this.#add(to, given)
    else if (from !== null && token !== null)
      this.payouts.push({ token, to: action.to, amount: given ?? 0n, least: given ?? 0n, isRest: false })
    return taken
  }

  #require(account: Account | null, least: bigint): Outcome {
    if (least === 0n) return 'done'
    const held = account && this.#get(account)
    if (account === null || held === null) return 'unknown'
    if (held >= least) return 'done'
    if (!this.#options.raises) return this.#isNew(account) ? 'unknown' : 'short'
    this.#held.set(account.key, least)
    return 'done'
  }

  /** Whether others have brought what a swap takes. */
  #isBrought(account: Account): boolean {
    return !account.isDelta && this.#isNew(account)
  }

  /** Of what has never been counted, a call that is not decoded may have brought some. */
  #isNew({ key, initial }: Account): boolean {
    return initial === 0n && !this.#held.has(key)
  }

  #take(account: Account, amount: Amount): Outcome {
    const held = this.#get(account)
    if (held === null || amount === null) {
      this.#held.set(account.key, this.#options.raises ? held : null)
      return 'done'
    }
    const left = held - amount
    if (left >= 0n || account.isDelta) this.#held.set(account.key, left)
    else if (this.#options.raises) this.#held.set(account.key, 0n)
    else return this.#isNew(account) ? 'unknown' : 'short'
    return 'done'
  }

  #add(account: Account, amount: Amount): void {
    const held = this.#get(account)
    const isKnown = held !== null && amount !== null
    this.#held.set(account.key, isKnown ? held + amount : this.#options.raises ? held : null)
  }

  #get({ key, initial }: Account): Amount {
    const held = this.#held.get(key)
    return held === undefined ? initial : held
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

  /** Null for an account that is not a router. */
  #toAccount(
    holder: Holder | null,
    { target }: Pick<Action, 'target'>,
    token: Address | 'native',
    isNative: boolean,
  ): Account | null {
    if (holder === null || !this.counts(holder, { target })) return null
    const isDelta = holder === 'delta'
    const { to, value, raises = false } = this.#options
    const key = `${isDelta ? `delta:${target}` : holder}:${isNative ? 'native' : token}`
    // A wrapper around the call may have sent native currency, and the calldata of the call does not say how much.
    const initial = !isNative || isDelta ? 0n : holder === to ? value : raises ? 0n : null
    return { key, isDelta, initial }
  }
}

/** Contracts that hold what swaps bring until they pay it out. */
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
