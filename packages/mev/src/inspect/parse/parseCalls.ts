import type { Hex } from 'viem'
import type { MinedCall } from '../minedBlock.ts'
import { isRecord, type Json, toAddress, toBytes, toQuantity } from './values.ts'

/** Delegate and static calls are dropped because they move nothing. Their nested calls are included. */
const kinds: ReadonlyMap<unknown, MinedCall['kind'] | null> = new Map<unknown, MinedCall['kind'] | null>([
  ['call', 'call'],
  ['CALL', 'call'],
  ['delegatecall', null],
  ['DELEGATECALL', null],
  ['callcode', null],
  ['CALLCODE', null],
  ['staticcall', null],
  ['STATICCALL', null],
  ['create', 'create'],
  ['CREATE', 'create'],
  ['create2', 'create'],
  ['CREATE2', 'create'],
  ['suicide', 'selfdestruct'],
  ['selfdestruct', 'selfdestruct'],
  ['SELFDESTRUCT', 'selfdestruct'],
])

export type ParsedCalls = {
  readonly calls: readonly MinedCall[]
  /** True if the transaction was reverted. Null if the trace does not show it. */
  readonly reverted: boolean | null
  /** Call of the transaction itself, even if it was reverted. */
  readonly root: MinedCall | null
}

/** Parses Parity's trace list (`trace_transaction`) or the tree of `callTracer`. Returns null for other formats. */
export function parseCalls(trace: unknown): ParsedCalls | null {
  const inner = unwrap(trace)
  if (Array.isArray(inner)) return parseList(inner)
  return isRecord(inner) && 'from' in inner ? parseTree(inner) : null
}

/** Maximum nesting of envelopes around a trace: `result`, `trace`, or a list with one `callTracer` frame. */
const maxEnvelopes = 4

function unwrap(trace: unknown): unknown {
  let inner = trace
  for (let depth = 0; depth < maxEnvelopes; depth++) {
    const within = toContent(inner)
    if (within === undefined) return inner
    inner = within
  }
  return null
}

/** Returns the content of an envelope, or undefined for other values. */
function toContent(trace: unknown): unknown {
  if (Array.isArray(trace)) {
    const [first] = trace
    return trace.length === 1 && isRecord(first) && !isRecord(first['action']) ? first : undefined
  }
  if (!isRecord(trace)) return undefined
  if (Array.isArray(trace['trace'])) return trace['trace']
  return isRecord(trace['result']) ? trace['result'] : undefined
}

const isTrace = (row: unknown): row is Json => isRecord(row) && isRecord(row['action']) && row['type'] !== 'reward'

function parseList(rows: readonly unknown[]): ParsedCalls | null {
  const calls: MinedCall[] = []
  let reverted: boolean | null = null
  let root: MinedCall | null = null
  let failedDepth = Number.POSITIVE_INFINITY
  for (const row of toSorted(rows)) {
    if (!isTrace(row)) continue
    const depth = pathOf(row).length
    if (depth > failedDepth) continue
    const failed = typeof row['error'] === 'string'
    failedDepth = failed ? depth : Number.POSITIVE_INFINITY
    if (failed && depth > 0) continue
    const call = toCall(row, depth)
    if (depth === 0) [reverted, root] = [failed, call]
    if (!failed && call !== null) calls.push(call)
  }
  return { calls, reverted, root }
}

const noPath: readonly number[] = []

function pathOf(row: Json): readonly number[] {
  const path = row['traceAddress'] ?? row['trace_address']
  return Array.isArray(path) ? path : noPath
}

/** Nodes return traces in execution order. Exported lists in another order are sorted. */
function toSorted(rows: readonly unknown[]): readonly unknown[] {
  let before = noPath
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]
    if (!isTrace(row)) continue
    const path = pathOf(row)
    if (index > 0 && comparePaths(before, path) > 0)
      return rows.filter(isTrace).sort((a, b) => comparePaths(pathOf(a), pathOf(b)))
    before = path
  }
  return rows
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
  if (type === 'suicide' || type === 'selfdestruct') {
    const refunded = action['refundAddress'] ?? action['refund_address']
    return toMinedCall('selfdestruct', depth, action['address'], refunded, action['balance'])
  }
  if (type === 'create') return toMinedCall('create', depth, action['from'], result['address'], action['value'])
  const kind = kinds.get(action['callType'] ?? action['call_type'] ?? 'call')
  if (kind === null) return null
  const { from, to, value, input } = action
  return toMinedCall(kind ?? 'call', depth, from, to, value, input, result['output'])
}

function toMinedCall(
  kind: MinedCall['kind'],
  depth: number,
  sender: unknown,
  receiver: unknown,
  value: unknown,
  input?: unknown,
  output?: unknown,
): MinedCall | null {
  const from = toAddress(sender)
  const to = toAddress(receiver)
  if (from === null || to === null) return null
  const bytes = toBytes(input)
  const selector = bytes.length < 10 ? '0x' : (bytes.slice(0, 10) as Hex)
  return { kind, depth, from, to, value: toQuantity(value) ?? 0n, selector, input: bytes, output: toBytes(output) }
}

/** The EVM limits calls to a depth of 1,024. Deeper trees are not valid traces. */
const maxDepth = 1_100

function parseTree(root: Json): ParsedCalls {
  const calls: MinedCall[] = []
  collect(root, 0, calls)
  return { calls, reverted: typeof root['error'] === 'string', root: toFrameCall(root, 0) }
}

function collect(frame: Json, depth: number, calls: MinedCall[]): void {
  if (typeof frame['error'] === 'string' || depth > maxDepth) return
  const call = toFrameCall(frame, depth)
  if (call !== null) calls.push(call)
  if (!Array.isArray(frame['calls'])) return
  for (const child of frame['calls']) if (isRecord(child)) collect(child, depth + 1, calls)
}

function toFrameCall(frame: Json, depth: number): MinedCall | null {
  const kind = kinds.get(frame['type'] ?? 'call')
  if (kind === null) return null
  const { from, to, value, input, output } = frame
  if (kind === 'create') return toMinedCall(kind, depth, from, to, value)
  return toMinedCall(kind ?? 'call', depth, from, to, value, input, output)
}
