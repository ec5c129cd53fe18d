import type { MinedCall } from '../minedBlock.ts'
import { field, isRecord, type Json, toAddress, toBytes, toQuantity } from './values.ts'

const kinds: Readonly<Record<string, MinedCall['kind']>> = {
  call: 'call',
  delegatecall: 'delegatecall',
  // Runs foreign code on the caller's own storage and balance, as a delegate call does.
  callcode: 'delegatecall',
  staticcall: 'staticcall',
  create: 'create',
  create2: 'create',
  suicide: 'selfdestruct',
  selfdestruct: 'selfdestruct',
}

export type ParsedCalls = {
  readonly calls: readonly MinedCall[]
  /** Whether the transaction itself was reverted; null where the trace does not show it. */
  readonly reverted: boolean | null
}

/** Reads a trace in either form: Parity's list (`trace_transaction`), or the tree of `callTracer`. Null for neither. */
export function parseCalls(trace: unknown): ParsedCalls | null {
  if (Array.isArray(trace)) return parseList(trace)
  if (!isRecord(trace)) return null
  if (Array.isArray(trace['trace'])) return parseList(trace['trace'])
  if (isRecord(trace['result'])) return parseCalls(trace['result'])
  return 'from' in trace ? parseTree(trace) : null
}

function parseList(rows: readonly unknown[]): ParsedCalls | null {
  const [first] = rows
  // A list of one callTracer frame.
  if (rows.length === 1 && isRecord(first) && !isRecord(first['action'])) return parseCalls(first)
  const calls: MinedCall[] = []
  let reverted: boolean | null = null
  let failedDepth = Number.POSITIVE_INFINITY
  for (const row of inOrder(rows)) {
    const depth = depthOf(row)
    if (depth > failedDepth) continue
    const failed = typeof row['error'] === 'string'
    failedDepth = failed ? depth : Number.POSITIVE_INFINITY
    if (depth === 0) reverted = failed
    if (failed) continue
    const call = toCall(row, depth)
    if (call !== null) calls.push(call)
  }
  return { calls, reverted }
}

const addressOf = (row: Json): readonly number[] => {
  const path = field(row, 'traceAddress', 'trace_address')
  return Array.isArray(path) ? path : []
}
const depthOf = (row: Json): number => addressOf(row).length

/** Nodes answer in the order of execution; an export that does not is sorted. */
function inOrder(rows: readonly unknown[]): readonly Json[] {
  const traces = rows.filter((row): row is Json => isRecord(row) && isRecord(row['action']) && row['type'] !== 'reward')
  const isOrdered = traces.every((row, index) => {
    const before = traces[index - 1]
    return before === undefined || comparePaths(addressOf(before), addressOf(row)) < 0
  })
  return isOrdered ? traces : [...traces].sort((a, b) => comparePaths(addressOf(a), addressOf(b)))
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = Number(a[index]) - Number(b[index])
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function toCall(row: Json, depth: number): MinedCall | null {
  const action = row['action']
  if (!isRecord(action)) return null
  const result = isRecord(row['result']) ? row['result'] : {}
  const type = row['type']
  if (type === 'suicide' || type === 'selfdestruct')
    return toMinedCall('selfdestruct', depth, action['address'], field(action, 'refundAddress', 'refund_address'), {
      value: action['balance'],
    })
  if (type === 'create')
    return toMinedCall('create', depth, action['from'], result['address'], { value: action['value'] })
  const kind = kinds[String(field(action, 'callType', 'call_type') ?? 'call')] ?? 'call'
  return toMinedCall(kind, depth, action['from'], action['to'], {
    value: action['value'],
    input: action['input'],
    output: result['output'],
  })
}

type Content = { readonly value?: unknown; readonly input?: unknown; readonly output?: unknown }

function toMinedCall(
  kind: MinedCall['kind'],
  depth: number,
  from: unknown,
  to: unknown,
  { value, input, output }: Content,
): MinedCall | null {
  const [sender, receiver] = [toAddress(from), toAddress(to)]
  if (sender === null || receiver === null) return null
  const passes = kind !== 'delegatecall' && kind !== 'staticcall'
  return {
    ...{ kind, depth, from: sender, to: receiver },
    value: passes ? (toQuantity(value) ?? 0n) : 0n,
    input: toBytes(input),
    output: toBytes(output),
  }
}

/** Deeper than the EVM calls (1,024) a tree is no trace. */
const maxDepth = 1_100

function parseTree(root: Json): ParsedCalls {
  const calls: MinedCall[] = []
  const visit = (frame: Json, depth: number): void => {
    if (typeof frame['error'] === 'string' || depth > maxDepth) return
    const kind = kinds[String(frame['type'] ?? 'call').toLowerCase()] ?? 'call'
    const content = kind === 'create' ? { value: frame['value'] } : frame
    const call = toMinedCall(kind, depth, frame['from'], frame['to'], content)
    if (call !== null) calls.push(call)
    if (Array.isArray(frame['calls'])) for (const child of frame['calls']) if (isRecord(child)) visit(child, depth + 1)
  }
  visit(root, 0)
  return { calls, reverted: typeof root['error'] === 'string' }
}
