import type { Address } from 'viem'
import type { Args, Span } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import type { Decode } from '../decoder/protocol.ts'

/** Words of a struct, or of the head, that hold an inner call; without `value` the call sends none. */
export type CallLayout = { readonly to: number; readonly value?: number; readonly data: number }

/** The call that `args` describe. */
export function enterOne(call: Call, args: Args, at: CallLayout, from?: Address | null): void {
  call.enter(args.address(at.to), at.value === undefined ? 0n : args.uint(at.value), args.bytes(at.data), from)
}

/** The calls of a list of structs. */
export function enterEach(call: Call, list: Args, at: CallLayout, from?: Address | null): void {
  for (let i = 0; i < list.length; i++) enterOne(call, list.tuple(i), at, from)
}

/** The calls of parallel lists. An empty list of values means none; lists of different lengths revert. */
export function enterLists(call: Call, at: CallLayout, from?: Address | null): void {
  const [targets, datas] = [call.list(at.to), call.list(at.data)]
  const values = at.value === undefined ? null : call.list(at.value)
  if (targets.length !== datas.length || (values !== null && values.length > 0 && values.length !== targets.length))
    call.reject()
  else
    for (let i = 0; i < targets.length; i++)
      call.enter(targets.address(i), values?.length ? values.uint(i) : 0n, datas.bytes(i), from)
}

/** A function whose head is one call. */
export function singleCall(at: CallLayout): Decode {
  return (call) => enterOne(call, call, at)
}

/** A function with a list of call structs in word `list`. */
export function callStructs(list: number, at: CallLayout): Decode {
  return (call) => enterEach(call, call.list(list), at)
}

/** A function with parallel lists. */
export function callArrays(at: CallLayout): Decode {
  return (call) => enterLists(call, at)
}

/** A delegatecall: the code of another contract runs as this one. */
export function delegate(call: Call, to: Address, span: Span): void {
  call.enter(to, call.value, span, call.to)
}

/** Native currency sent to the contract. */
export const receive: Decode = (call) =>
  call.emit({ kind: 'transfer', token: null, from: call.from, to: call.to, amount: call.value })
