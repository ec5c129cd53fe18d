import type { CallFrame, ParityTrace, TracePlace } from './parityTrace.ts'

/**
 * Converts the calls of geth's `callTracer` to the form of `trace_transaction`. Calls are in depth-first order, and
 * each has its `traceAddress`. Opcodes become call types in lower case. Failed calls have an `error` and no `result`.
 */
export function toParityTraces(frame: CallFrame, place: TracePlace): readonly ParityTrace[] {
  return flatten(frame, [], place)
}

function flatten(frame: CallFrame, traceAddress: readonly number[], place: TracePlace): readonly ParityTrace[] {
  const calls = frame.calls ?? []
  return [
    { ...toTrace(frame), subtraces: calls.length, traceAddress, ...place },
    ...calls.flatMap((call, index) => flatten(call, [...traceAddress, index], place)),
  ]
}

type TraceBody = Pick<ParityTrace, 'type' | 'action' | 'result' | 'error'>

function toTrace(frame: CallFrame): TraceBody {
  if (frame.type === 'SELFDESTRUCT') return toSelfDestruct(frame)
  const isCreate = frame.type === 'CREATE' || frame.type === 'CREATE2'
  const outcome = frame.error === undefined ? { result: toResult(frame, isCreate) } : { error: toError(frame.error) }
  const { from, to, gas, value = '0x0', input, type } = frame
  if (isCreate)
    return { type: 'create', action: { from, gas, init: input, value, creationMethod: type.toLowerCase() }, ...outcome }
  const callee = to === undefined ? {} : { to }
  return { type: 'call', action: { from, ...callee, callType: type.toLowerCase(), gas, input, value }, ...outcome }
}

function toSelfDestruct({ from, to, value = '0x0' }: CallFrame): TraceBody {
  const refund = to === undefined ? {} : { refundAddress: to }
  return { type: 'suicide', action: { address: from, ...refund, balance: value }, result: null }
}

function toResult({ gasUsed, output = '0x', to }: CallFrame, isCreate: boolean): NonNullable<ParityTrace['result']> {
  return isCreate ? { gasUsed, code: output, ...(to && { address: to }) } : { gasUsed, output }
}

/** Returns OpenEthereum's word for the most common failure. Other errors keep geth's text. */
const toError = (error: string): string => (error === 'execution reverted' ? 'Reverted' : error)
