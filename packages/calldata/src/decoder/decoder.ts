import type { ChainName } from '@outrigger/core'
import { chains, getOrCreate } from '@outrigger/core'
import type { Address } from 'viem'
import type { Action, Undecoded } from './action.ts'
import type { Span } from './args.ts'
import { Call, type Frame, type InnerCall } from './call.ts'
import type { Contract, Decode, Protocol } from './protocol.ts'

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

/** One way to read a call, with the id it speaks for. */
type Entry = { readonly protocol: string; readonly name: string; readonly decode: Decode }
type Known = {
  readonly functions: Map<string, Entry>
  receive: Entry | undefined
  fallback: Entry | undefined
}

const maxUndecoded = 64
/** Four times what a node takes into its pool (geth's txMaxSize, 128 KiB). */
const maxDigits = 2 * 512 * 1024

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
      for (const address of contract.addresses[chain] ?? []) addContract(contracts, address, protocol.id, contract)
    for (const [selector, { name, decode }] of protocol.anywhere ?? []) {
      const entry = { protocol: protocol.id, name, decode }
      anywhere.set(selector, [...(anywhere.get(selector) ?? []), entry])
    }
  }

  /** Runs one reading; takes back what it said when a read of it faulted. */
  function attempt(frame: Frame & Marks, inner: InnerCall, entry: Entry, base: number): boolean {
    const actions = frame.actions.length
    const undecoded = frame.notes.length
    const outer = frame.fault
    frame.fault = -1
    const { from, to, value, start, end, depth } = inner
    const { protocol, name } = entry
    entry.decode(new Call(frame, { from, to, value, start, end, depth, base, protocol, function: name }))
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
    if (end === start) {
      attempt(this, inner, known?.receive ?? transferNative, start)
      return
    }
    const selector = end - start < 8 ? null : `0x${this.hex.slice(start, start + 8)}`
    let isKnown = false
    if (selector !== null) {
      const own = known?.functions.get(selector)
      const candidates = own === undefined ? anywhere.get(selector) : undefined
      isKnown = own !== undefined || candidates !== undefined
      if (own !== undefined && attempt(this, inner, own, start + 8)) return
      if (candidates !== undefined) for (const entry of candidates) if (attempt(this, inner, entry, start + 8)) return
    }
    const fallback = known?.fallback
    if (fallback !== undefined && attempt(this, inner, fallback, start)) return
    this.undecoded(isKnown ? 'malformed' : known ? 'unknownFunction' : 'unknownTarget', inner, to, selector)
  }

  return {
    chain,
    decode({ from = null, to, value = 0n, input }) {
      const hex = input.length > maxDigits ? input : input.toLowerCase()
      const frame: Frame & Marks = {
        hex,
        fault: -1,
        budget: maxItems,
        chain,
        wrappedNative: chains[chain].wrappedNative ?? '0x0000000000000000000000000000000000000000',
        actions: [],
        notes: [],
        undecoded(reason, span: Span, target, what) {
          const left = maxUndecoded - this.notes.length
          if (left > 1) this.notes.push({ reason, ...toByteRange(span), target, what })
          // The last one speaks for all that follow.
          else if (left === 1) this.notes.push({ reason: 'tooMany', ...toByteRange(whole), target: to, what: null })
        },
        enter,
      }
      const whole = { start: 2, end: Math.max(2, hex.length - (hex.length % 2)) }
      if (hex.length > maxDigits) frame.undecoded('tooMany', whole, to, null)
      else if (to !== null)
        try {
          frame.enter({ from, to: to.toLowerCase() as Address, value, depth: 0, ...whole })
        } catch {
          // Only what is not hex gets here: the numbers in it cannot be read.
          frame.actions.length = 0
          frame.undecoded('malformed', whole, to, null)
        }
      return { actions: frame.actions, undecoded: frame.notes }
    },
  }
}

type Marks = { readonly notes: Undecoded[] }

/** Contracts that share an address (the facets of a diamond) answer together; the earlier one first. */
function addContract(contracts: Map<string, Known>, address: string, protocol: string, contract: Contract): void {
  const key = address.toLowerCase()
  const known = getOrCreate(contracts, key, () => ({ functions: new Map(), receive: undefined, fallback: undefined }))
  for (const [selector, { name, decode }] of contract.functions)
    if (!known.functions.has(selector)) known.functions.set(selector, { protocol, name, decode })
  if (contract.receive) known.receive ??= { protocol, name: 'receive', decode: contract.receive }
  if (contract.fallback) known.fallback ??= { protocol, name: 'fallback', decode: contract.fallback }
}

/** Of the digits of a text that begins with 0x. */
const toByteRange = ({ start, end }: Span) => ({ start: (start - 2) / 2, end: (end - 2) / 2 })

/** An inner call with neither value nor calldata moves nothing. */
const transferNative: Entry = {
  protocol: 'native',
  name: 'receive',
  decode(call) {
    if (call.value > 0n || call.site.depth === 0)
      call.emit({ kind: 'transfer', token: null, from: call.from, to: call.to, amount: call.value })
  },
}
