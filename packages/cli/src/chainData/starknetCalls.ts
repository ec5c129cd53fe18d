import { toTable } from '../output/table.ts'

type Invocation = {
  readonly contract_address: string
  readonly entry_point_selector: string
  readonly entry_point_type: string
  readonly is_reverted?: boolean
  readonly revert_reason?: string
  readonly calls?: readonly Invocation[]
}

/** The result of `starknet_traceTransaction`. */
export type StarknetTrace = Partial<
  Record<
    | 'validate_invocation'
    | 'constructor_invocation'
    | 'execute_invocation'
    | 'function_invocation'
    | 'fee_transfer_invocation',
    Invocation | { readonly revert_reason: string }
  >
>

/** Lists the calls of each part of a transaction, each below its caller. */
export function toStarknetCallLines(trace: StarknetTrace): readonly string[] {
  const columns = [
    { title: 'call' },
    { title: 'contract', shorten: true },
    { title: 'selector', shorten: true },
    { title: 'failure', text: true },
  ] as const
  const parts = Object.entries(trace).filter(([name, part]) => name.endsWith('_invocation') && part)
  return toTable(
    columns,
    parts.flatMap(([name, part]) => toRows(part, name.slice(0, -'_invocation'.length).replace('_', ' '), 0)),
  )
}

function toRows(part: StarknetTrace[keyof StarknetTrace], name: string, depth: number): string[][] {
  if (part === undefined) return []
  // A transaction that failed as a whole has the reason in place of its calls.
  if (!('contract_address' in part)) return [[name, '-', '-', part.revert_reason]]
  const failure = part.revert_reason ?? (part.is_reverted ? 'reverted' : '')
  const row = [`${'  '.repeat(depth)}${name}`, part.contract_address, part.entry_point_selector, failure]
  return [row, ...(part.calls ?? []).flatMap((call) => toRows(call, call.entry_point_type.toLowerCase(), depth + 1))]
}
