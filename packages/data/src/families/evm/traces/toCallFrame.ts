import type { CallFrame, ParityTrace } from './parityTrace.ts'

type Building = Omit<CallFrame, 'calls'> & { calls?: Building[] }

/**
 * Converts traces of `trace_transaction` to the form of geth's `callTracer`. Returns undefined if they have no top-level call.
 */
export function toCallFrame(traces: readonly ParityTrace[]): CallFrame | undefined {
  const byAddress = new Map<string, Building>()
  for (const trace of [...traces].sort((a, b) => a.traceAddress.length - b.traceAddress.length)) {
    if (trace.type === 'reward') continue
    const frame = toFrame(trace)
    byAddress.set(trace.traceAddress.join(), frame)
    const parent = byAddress.get(trace.traceAddress.slice(0, -1).join())
    if (trace.traceAddress.length === 0 || parent === undefined) continue
    parent.calls ??= []
    parent.calls.push(frame)
  }
  return byAddress.get('')
}

const toFrame = (trace: ParityTrace): Building => (trace.type === 'suicide' ? toSelfDestruct(trace) : toCall(trace))

function toSelfDestruct({ action }: ParityTrace): Building {
  return {
    type: 'SELFDESTRUCT',
    from: action.address as `0x${string}`,
    gas: '0x0',
    gasUsed: '0x0',
    input: '0x',
    ...(action.refundAddress && { to: action.refundAddress }),
    value: action.balance ?? '0x0',
  }
}

function toCall({ type, action, result, error }: ParityTrace): Building {
  const isCreate = type === 'create'
  const to = isCreate ? result?.address : action.to
  const output = isCreate ? result?.code : result?.output
  return {
    type: (isCreate ? (action.creationMethod ?? 'create') : (action.callType ?? 'call')).toUpperCase(),
    from: action.from as `0x${string}`,
    ...(to && { to }),
    ...(action.value && { value: action.value }),
    gas: action.gas ?? '0x0',
    gasUsed: result?.gasUsed ?? action.gas ?? '0x0',
    input: (isCreate ? action.init : action.input) ?? '0x',
    ...(output && output !== '0x' && { output }),
    ...(error !== undefined && { error: error === 'Reverted' ? 'execution reverted' : error }),
  }
}
