import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { Action, Undecoded, UndecodedReason } from './action.ts'
import type { Span } from './args.ts'
import { Call, type DecoderState, type InnerCall } from './call.ts'
import type { FunctionTable, TableEntry } from './functionTable.ts'

/** What is the same for all transactions of a decoder. */
export type DecodingContext = {
  readonly chain: ChainName
  readonly wrappedNative: Address
  readonly table: FunctionTable
  readonly maxDepth: number
}

const maxUndecoded = 64

/** The decoding of one transaction: finds the function of each call and collects what it emits. */
export class Decoding implements DecoderState {
  readonly hex: string
  readonly context: DecodingContext
  /** The transaction's own recipient. */
  readonly target: Address | null
  readonly actions: Action[] = []
  readonly unread: Undecoded[] = []
  fault = -1
  budget: number

  constructor(context: DecodingContext, target: Address | null, hex: string, budget: number) {
    this.context = context
    this.target = target
    this.hex = hex
    this.budget = budget
  }

  get chain(): ChainName {
    return this.context.chain
  }

  get wrappedNative(): Address {
    return this.context.wrappedNative
  }

  /** The whole calldata. */
  get whole(): Span {
    const { length } = this.hex
    return { start: 2, end: Math.max(2, length - (length % 2)) }
  }

  undecoded(reason: UndecodedReason, span: Span, target: Address | null, what: string | null): void {
    const left = maxUndecoded - this.unread.length
    if (left > 1) this.unread.push({ reason, ...toByteRange(span), target, what })
    // The last entry stands for all that follow.
    else if (left === 1)
      this.unread.push({ reason: 'tooMany', ...toByteRange(this.whole), target: this.target, what: null })
  }

  /** Decodes a call by contract and selector, then by selector alone, then by the contract's fallback. */
  enter(inner: InnerCall): void {
    const { to, start, end, depth } = inner
    const { table, maxDepth } = this.context
    this.budget -= 1
    if (depth > maxDepth || this.budget < 0) {
      this.undecoded(depth > maxDepth ? 'tooDeep' : 'tooMany', inner, to, null)
      return
    }
    const contract = table.contracts.get(to)
    if (end === start) {
      this.#attempt(inner, contract?.receive ?? transferNative, start)
      return
    }
    const selector = end - start < 8 ? null : `0x${this.hex.slice(start, start + 8)}`
    let isKnown = false
    if (selector !== null) {
      const own = contract?.functions.get(selector)
      const candidates = own === undefined ? table.atAnyAddress.get(selector) : undefined
      isKnown = own !== undefined || candidates !== undefined
      if (own !== undefined && this.#attempt(inner, own, start + 8)) return
      if (candidates !== undefined) for (const entry of candidates) if (this.#attempt(inner, entry, start + 8)) return
    }
    const fallback = contract?.fallback
    if (fallback !== undefined && this.#attempt(inner, fallback, start)) return
    this.undecoded(isKnown ? 'malformed' : contract ? 'unknownFunction' : 'unknownTarget', inner, to, selector)
  }

  /** Runs one decode function; removes what it emitted if one of its reads faulted. */
  #attempt(inner: InnerCall, entry: TableEntry, base: number): boolean {
    const actionsBefore = this.actions.length
    const unreadBefore = this.unread.length
    const outerFault = this.fault
    this.fault = -1
    const { from, to, value, start, end, depth } = inner
    const { protocol, name } = entry
    entry.decode(new Call(this, { from, to, value, start, end, depth, base, protocol, function: name }))
    const isRead = this.fault < 0
    if (!isRead) {
      this.actions.length = actionsBefore
      this.unread.length = unreadBefore
    }
    this.fault = outerFault
    return isRead
  }
}

/** Bytes from digits of a text that begins with 0x. */
const toByteRange = ({ start, end }: Span) => ({ start: (start - 2) / 2, end: (end - 2) / 2 })

/** An inner call with neither value nor calldata transfers nothing. */
const transferNative: TableEntry = {
  protocol: 'native',
  name: 'receive',
  decode(call) {
    if (call.value > 0n || call.frame.depth === 0)
      call.emit({ kind: 'transfer', token: null, from: call.from, to: call.to, amount: call.value })
  },
}
