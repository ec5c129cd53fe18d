import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { wrappedNative } from '../protocols/wrappedNative/addresses.ts'
import type { Action, Undecoded } from './action.ts'
import type { Span } from './args.ts'
import { Call, type Frame, type InnerCall } from './call.ts'
import type { Contract, Decode, FunctionDefinition, Protocol } from './protocol.ts'

/** What a decoder needs of a transaction. */
export type CallData = {
  readonly from?: Address | null
  readonly to: Address | null
  /** In wei. */
  readonly value?: bigint
  /** Calldata, 0x-prefixed hex. */
  readonly input: string
}

export type Decoded = {
  /** In the order of the calls, wrappers opened. */
  readonly actions: readonly Action[]
  readonly undecoded: readonly Undecoded[]
}

export type Decoder = {
  readonly chain: ChainName
  /** Never throws, whatever the calldata. */
  decode(call: CallData): Decoded
}

export type DecoderOptions = {
  readonly chain: ChainName
  /** Earlier ones win where two claim the same address or selector. */
  readonly protocols: readonly Protocol[]
  /** Wrappers around a call. @default 12 */
  readonly maxDepth?: number
  /** Inner calls and list items read for one transaction. @default 8192 */
  readonly maxItems?: number
}

type Entry = FunctionDefinition & { readonly protocol: string }
type Known = { readonly contract: Contract; readonly protocol: string }

const maxUndecoded = 64

/**
 * A decoder for the transactions of one chain, driven by tables: first by contract and selector, then by selector alone.
 * Wrappers call back into it, so a swap is found inside a multicall inside a Safe transaction. Its work is bounded in
 * depth and in items, and what it leaves unread is reported with the reason and the byte range.
 *
 * @example
 * const decoder = createDecoder({ chain: 'ethereum', protocols })
 * const { actions, undecoded } = decoder.decode({ to, input, value: 10n ** 18n })
 */
export function createDecoder({ chain, protocols, maxDepth = 12, maxItems = 8192 }: DecoderOptions): Decoder {
  const contracts = new Map<string, Known>()
  const anywhere = new Map<string, Entry[]>()
  for (const protocol of protocols) {
    for (const contract of protocol.contracts)
      for (const address of contract.addresses[chain] ?? []) {
        const key = address.toLowerCase()
        if (!contracts.has(key)) contracts.set(key, { contract, protocol: protocol.id })
      }
    for (const [selector, definition] of protocol.anywhere ?? []) {
      const entries = anywhere.get(selector) ?? []
      anywhere.set(selector, [...entries, { ...definition, protocol: protocol.id }])
    }
  }

  /** Runs one reading; takes back what it said when a read of it faulted. */
  function attempt(frame: Frame & Marks, inner: InnerCall, entry: Omit<Entry, 'signature'>, base: number): boolean {
    const [actions, undecoded, outer] = [frame.actions.length, frame.notes.length, frame.fault]
    frame.fault = -1
    entry.decode(new Call(frame, { ...inner, base, protocol: entry.protocol, function: entry.name }))
    const isRead = frame.fault < 0
    if (!isRead) {
      frame.actions.length = actions
      frame.notes.length = undecoded
    }
    frame.fault = outer
    return isRead
  }

  function enter(this: Frame & Marks, inner: InnerCall): void {
    const { to, start, end, depth } = inner
    this.budget -= 1
    if (depth > maxDepth || this.budget < 0) {
      this.undecoded(depth > maxDepth ? 'tooDeep' : 'tooMany', inner, to, null)
      return
    }
    const known = contracts.get(to)
    const protocol = known?.protocol ?? 'native'
    if (end === start) {
      attempt(this, inner, { protocol, name: 'receive', decode: known?.contract.receive ?? transferNative }, start)
      return
    }
    const selector = end - start < 8 ? null : `0x${this.hex.slice(start, start + 8)}`
    let isKnown = false
    if (selector !== null) {
      const own = known?.contract.functions.get(selector as `0x${string}`)
      if (own !== undefined) {
        isKnown = true
        if (attempt(this, inner, { ...own, protocol }, start + 8)) return
      } else
        for (const entry of anywhere.get(selector) ?? []) {
          isKnown = true
          if (attempt(this, inner, entry, start + 8)) return
        }
    }
    const fallback = known?.contract.fallback
    if (fallback !== undefined && attempt(this, inner, { protocol, name: 'fallback', decode: fallback }, start)) return
    this.undecoded(isKnown ? 'malformed' : known ? 'unknownFunction' : 'unknownTarget', inner, to, selector)
  }

  return {
    chain,
    decode({ from = null, to, value = 0n, input }) {
      const hex = input.toLowerCase()
      const frame: Frame & Marks = {
        hex,
        fault: -1,
        budget: maxItems,
        chain,
        wrappedNative: wrappedNative[chain] ?? '0x0000000000000000000000000000000000000000',
        actions: [],
        notes: [],
        undecoded(reason, span: Span, target, what) {
          if (this.notes.length < maxUndecoded)
            this.notes.push({ reason, start: (span.start - 2) / 2, end: (span.end - 2) / 2, target, what })
        },
        enter,
      }
      if (to !== null)
        frame.enter({
          from,
          to: to.toLowerCase() as Address,
          value,
          start: 2,
          end: hex.length - (hex.length % 2),
          depth: 0,
        })
      return { actions: frame.actions, undecoded: frame.notes }
    },
  }
}

type Marks = { readonly notes: Undecoded[] }

const transferNative: Decode = (call) => {
  call.emit({ kind: 'transfer', token: null, from: call.from, to: call.to, amount: call.value })
}
