import type { Response } from '@outrigger/api/contract'
import { describeAmount, type KnownTokens } from './amounts.ts'
import { formatTime } from './format.ts'

export type PendingDetail = Response<'mempoolTransaction'>
export type ActionRow = PendingDetail['actions'][number]

/** Fields that the sentence about a swap already has. */
const inSentence: readonly string[] = ['exact', 'token_in', 'token_out', 'amount_in', 'amount_out']

/** Describes the fields of an action in words. Null, false and empty fields are omitted. */
export function describeFields(action: ActionRow, tokens: KnownTokens): readonly string[] {
  const toWord = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(toWord).join(' → ')
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return tokens[text]?.symbol ?? text
  }
  const isSwap = describeSwap(action, tokens) !== undefined
  return Object.entries(action.fields).flatMap(([name, value]) =>
    value === null ||
    value === false ||
    (Array.isArray(value) && value.length === 0) ||
    (isSwap && inSentence.includes(name))
      ? []
      : [
          `${name.replaceAll('_', ' ')} ${describeAmount(name, action, tokens) ?? describeDeadline(name, value) ?? toWord(value)}`,
        ],
  )
}

/** Many contracts use the largest number as a deadline that never passes. */
function describeDeadline(name: string, value: unknown): string | undefined {
  if (name !== 'deadline') return
  return Number(value) < 1e11 ? formatTime(Number(value) * 1000) : 'never'
}

/** Describes what a swap exchanges: `2 WETH for at least 5,990 USDC`. Undefined if an amount or a token is unknown. */
export function describeSwap(action: ActionRow, tokens: KnownTokens): string | undefined {
  if (action.kind !== 'swap') return
  const paid = describeAmount('amount_in', action, tokens)
  const received = describeAmount('amount_out', action, tokens)
  if (paid === undefined || received === undefined) return
  return action.fields['exact'] === 'out' ? `at most ${paid} for ${received}` : `${paid} for at least ${received}`
}
