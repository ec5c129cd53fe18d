import type { Address } from 'viem'
import type { Args } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import type { Decode } from '../decoder/protocol.ts'

/**
 * Positions of the words of a struct, or of the head, that describe an inner call. Without `value`, the call sends no native
 * currency. If the word at `allowsFailure` is true, the rest of the transaction applies even if the inner call reverts.
 */
export type CallLayout = {
  readonly to: number
  readonly value?: number
  readonly data: number
  readonly allowsFailure?: number
}

/** Decodes the inner call that `args` describes. */
export function enterOne(call: Call, args: Args, at: CallLayout, from?: Address | null): void {
  const outer = at.allowsFailure !== undefined && args.bool(at.allowsFailure) ? call.asPart() : call
  outer.enter(args.address(at.to), at.value === undefined ? 0n : args.uint(at.value), args.bytes(at.data), from)
}

/** Decodes the calls of a list of structs. Set `areParts` if each call may revert without reverting the others. */
export function enterEach(call: Call, list: Args, at: CallLayout, areParts = false): void {
  for (let i = 0; i < list.length; i++) enterOne(areParts ? call.asPart() : call, list.tuple(i), at)
}

/**
 * Decodes the calls of parallel lists. If the list of values is empty, no call sends native currency. The call is
 * rejected if the lists differ in length.
 */
export function enterLists(call: Call, at: CallLayout, from?: Address | null): void {
  const [targets, datas] = [call.list(at.to), call.list(at.data)]
  const values = at.value === undefined ? null : call.list(at.value)
  if (targets.length !== datas.length || (values !== null && values.length > 0 && values.length !== targets.length))
    call.reject()
  else
    for (let i = 0; i < targets.length; i++)
      call.enter(targets.address(i), values?.length ? values.uint(i) : 0n, datas.bytes(i), from)
}

/** Decodes a function whose arguments describe one inner call. */
export function singleCall(at: CallLayout): Decode {
  return (call) => enterOne(call, call, at)
}

/** Decodes a function whose argument at word `list` is an array of call structs. */
export function callStructs(list: number, at: CallLayout): Decode {
  return (call) => enterEach(call, call.list(list), at)
}

/** Decodes a function whose arguments are parallel lists of calls. */
export function callArrays(at: CallLayout): Decode {
  return (call) => enterLists(call, at)
}

type OperationLayout = CallLayout & { readonly operation: number }

/**
 * Decodes the inner call that `args` describes. Safe's `Enum.Operation` selects its kind: 0 is a call and 1 is a
 * delegatecall. Other values revert.
 */
export function enterOperation(call: Call, args: Args, at: OperationLayout): void {
  const operation = args.number(at.operation)
  if (operation === 0) enterOne(call, args, at)
  else if (operation === 1) call.delegate(args.address(at.to), args.bytes(at.data))
  else call.reject()
}

/** Decodes a function whose arguments describe one call or delegatecall. */
export function operationCall(at: OperationLayout): Decode {
  return (call) => enterOperation(call, call, at)
}

/** Emits the native currency that the account sends to a contract it deploys. */
export function endow(call: Call, value: bigint): void {
  if (value > 0n) call.emit({ kind: 'transfer', token: null, from: call.to, to: null, amount: value })
}

/** Emits a transfer of native currency to the contract. */
export const receive: Decode = (call) =>
  call.emit({ kind: 'transfer', token: null, from: call.from, to: call.to, amount: call.value })
