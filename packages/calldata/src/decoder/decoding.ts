import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { Action, Undecoded, UndecodedReason } from './action.ts'
import type { Span } from './args.ts'
import { Call, type DecoderState, type InnerCall, newContract } from './call.ts'
import type { FunctionTable, TableEntry } from './functionTable.ts'

/** The transaction to decode. */
export type DecodedTransaction = {
  readonly origin: Address | null
  /** The recipient of the transaction itself. */
  readonly target: Address | null
  readonly gas: bigint | null
  readonly hex: string
}

/** The data that a decoder shares between all transactions. */
export type DecodingContext = {
  readonly chain: ChainName
  readonly wrappedNative: Address
  readonly table: FunctionTable
  readonly maxDepth: number
}

const maxUndecoded = 64
const handsOver: ReadonlySet<UndecodedReason> = new Set<UndecodedReason>(['delegatecall', 'control'])

/** Decodes one transaction: finds the function of each call and collects the emitted actions. */
export class Decoding implements DecoderState {
  readonly hex: string
  readonly context: DecodingContext
  readonly origin: Address | null
  readonly target: Address | null
  readonly gas: bigint | null
  readonly actions: Action[] = []
  readonly unread: Undecoded[] = []
  /** Whether any call went to a contract that the transaction creates. */
  hasNewContract = false
  fault = -1
  budget: number
  #parts = 0

  constructor(context: DecodingContext, { origin, target, gas, hex }: DecodedTransaction, budget: number) {
    this.context = context
    this.origin = origin
    this.target = target
    this.gas = gas
    this.hex = hex
    this.budget = budget
  }

  get chain(): ChainName {
    return this.context.chain
  }

  get wrappedNative(): Address {
    return this.context.wrappedNative
  }

  /** Returns the whole calldata. */
  get whole(): Span {
    const { length } = this.hex
    return { start: 2, end: Math.max(2, length - (length % 2)) }
  }

  nextPart(): number {
    this.#parts += 1
    return this.#parts
  }

  undecoded(reason: UndecodedReason, span: Span, target: Address | null, what: string | null): void {
    const { unread } = this
    // The last entry summarizes all later parts. Parts that hand over the account are still listed, so that none can be hidden.
    if (unread.length === maxUndecoded - 1)
      unread.push({ reason: 'tooMany', ...toByteRange(this.whole), target: this.target, what: null })
    const max = handsOver.has(reason) ? 2 * maxUndecoded : maxUndecoded
    if (unread.length < max) unread.push({ reason, ...toByteRange(span), target: withoutNew(target), what })
  }

  /** Decodes a call by contract and selector, then by selector alone, then by the contract's fallback. */
  enter(inner: InnerCall): void {
    const { to, library, start, end, depth } = inner
    const { maxDepth } = this.context
    this.budget -= 1
    this.hasNewContract ||= to === newContract
    if (depth > maxDepth || this.budget < 0) {
      this.undecoded(depth > maxDepth ? 'tooDeep' : 'tooMany', inner, to, null)
      return
    }
    const selector = end - start < 8 ? null : `0x${this.hex.slice(start, start + 8)}`
    if (library !== null) this.#enterLibrary(inner, library, selector)
    else this.#enterContract(inner, selector)
  }

  #enterContract(inner: InnerCall, selector: string | null): void {
    const { to, start, end } = inner
    const { contracts, atAnyAddress } = this.context.table
    const contract = contracts.get(to)
    if (end === start) {
      this.#attempt(inner, contract?.receive ?? transferNative, start)
      return
    }
    const own = selector === null ? undefined : contract?.functions.get(selector)
    const candidates = selector === null || own !== undefined ? undefined : atAnyAddress.get(selector)
    if (own !== undefined && this.#attempt(inner, own, start + 8)) return
    if (candidates !== undefined && this.#attemptAny(inner, candidates, start + 8)) return
    const fallback = contract?.fallback
    if (fallback !== undefined && this.#attempt(inner, fallback, start)) return
    const isKnown = own !== undefined || candidates !== undefined
    this.undecoded(isKnown ? 'malformed' : contract ? 'unknownFunction' : 'unknownTarget', inner, to, selector)
  }

  #attemptAny(inner: InnerCall, entries: readonly TableEntry[], base: number): boolean {
    for (const entry of entries) if (this.#attempt(inner, entry, base)) return true
    return false
  }

  /**
   * Decodes a delegatecall if its target is a known library. Other targets are not decoded, because their code may do
   * anything, whatever the selector. Even a known contract would act on the account's storage instead of its own
   * balances.
   */
  #enterLibrary(inner: InnerCall, library: Address, selector: string | null): void {
    const functions = this.context.table.libraries.get(library)?.functions
    const entry = selector === null ? undefined : functions?.get(selector)
    if (entry !== undefined && this.#attempt(inner, entry, inner.start + 8)) return
    const reason = functions === undefined ? 'delegatecall' : entry === undefined ? 'unknownFunction' : 'malformed'
    this.undecoded(reason, inner, library, selector)
  }

  /** Adds the value that an account sends along to the first action if all actions of the call are of kind `other`. */
  #keepValue({ value, depth, library, isSelf }: InnerCall, from: number): void {
    if (value === 0n || depth === 0 || library !== null || isSelf) return
    const { actions } = this
    const first = actions[from]
    if (first?.kind !== 'other' || first.value !== undefined) return
    for (let i = from + 1; i < actions.length; i++) if (actions[i]?.kind !== 'other') return
    actions[from] = { ...first, value }
  }

  /** Runs one decode function. If one of its reads fails, removes the actions it emitted. */
  #attempt(inner: InnerCall, entry: TableEntry, base: number): boolean {
    const actionsBefore = this.actions.length
    const unreadBefore = this.unread.length
    const outerFault = this.fault
    this.fault = -1
    const { from, to, library, value, isSelf, start, end, depth, parts, deadline } = inner
    const { protocol, name } = entry
    const call = {
      from,
      to,
      library,
      value,
      isSelf,
      start,
      end,
      depth,
      parts,
      deadline,
      base,
      protocol,
      function: name,
    }
    entry.decode(new Call(this, call))
    const isRead = this.fault < 0
    if (isRead) this.#keepValue(inner, actionsBefore)
    else {
      this.actions.length = actionsBefore
      this.unread.length = unreadBefore
    }
    this.fault = outerFault
    return isRead
  }
}

const withoutNew = <value>(value: value): value | null => (value === newContract ? null : value)

/** Returns the action with `newContract` replaced by null. */
export function withoutNewContract(action: Action): Action {
  return Object.fromEntries(Object.entries(action).map(([name, value]) => [name, withoutNew(value)])) as Action
}

/** Converts digit positions in a text that begins with 0x to byte positions. */
const toByteRange = ({ start, end }: Span) => ({ start: (start - 2) / 2, end: (end - 2) / 2 })

/** Decodes an inner call without calldata. If it has no value either, it transfers nothing. */
const transferNative: TableEntry = {
  protocol: 'native',
  name: 'receive',
  decode(call) {
    if (call.value > 0n || call.frame.depth === 0)
      call.emit({ kind: 'transfer', token: null, from: call.from, to: call.to, amount: call.value })
  },
}
