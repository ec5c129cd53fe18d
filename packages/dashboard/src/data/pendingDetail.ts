import type { Response } from '@outrigger/api/contract'
import { describeAmount, type KnownTokens } from './amounts.ts'

export type PendingDetail = Response<'mempoolTransaction'>
export type ActionRow = PendingDetail['actions'][number]
type Step = PendingDetail['steps'][number]

/** Describes a step in words: `replaced by 0x12…`, `mined in block 7`. */
export function describeStep({ kind, by, reason, block_number }: Step): string {
  if (by !== undefined) return `${kind} by ${by}`
  if (reason !== undefined) return `${kind}: ${reasons[reason] ?? reason}`
  return block_number === undefined ? kind : `${kind} ${kind === 'reorged' ? 'out of' : 'in'} block ${block_number}`
}
const reasons: Readonly<Record<string, string>> = {
  gone: 'no provider knows it any more',
  evicted: 'there were too many that pay more',
  nonce_used: 'its nonce was used',
}

/** Describes the fields of an action in words. Null, false and empty fields are omitted. */
export function describeFields(action: ActionRow, tokens: KnownTokens): readonly string[] {
  const toWord = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(toWord).join(' → ')
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return tokens[text]?.symbol ?? text
  }
  return Object.entries(action.fields).flatMap(([name, value]) =>
    value === null || value === false || (Array.isArray(value) && value.length === 0)
      ? []
      : [`${name.replaceAll('_', ' ')} ${describeAmount(name, action, tokens) ?? toWord(value)}`],
  )
}
