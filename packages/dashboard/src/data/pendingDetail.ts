import type { Response } from '@outrigger/api/contract'
import { describeAmount, type KnownTokens } from './amounts.ts'
import { ask } from './dashboardQuestions.ts'

/** A step in the life of a transaction. */
export type Step = {
  readonly timestamp: string
  readonly kind: string
  readonly by?: string
  readonly reason?: string
  readonly block_number?: number
}
export type ActionRow = {
  readonly kind: string
  readonly protocol: string
  readonly function: string
  readonly target: string | null
  readonly depth: number
  readonly fields: Readonly<Record<string, unknown>>
}
/** Response of `/dashboard/mempool/{chain}/transactions/{hash}`. */
export type PendingDetail = {
  readonly transaction: Response<'mempoolPending'>['transactions'][number]
  readonly rule: string
  readonly provider: string
  /** Tokens that appear in the actions. */
  readonly tokens: KnownTokens
  readonly moved_eth: number
  readonly moved_is_complete: boolean
  readonly actions: readonly ActionRow[]
  readonly undecoded: readonly Readonly<Record<string, unknown>>[]
  readonly nonce_state: string | null
  readonly steps: readonly Step[]
}
/** Response of `/dashboard/mempool/{chain}`. */
export type Lifecycle = {
  readonly since: string | null
  readonly counts: Readonly<Record<string, number>>
  readonly latest: readonly (Step & { readonly hash: string; readonly tx_type: string })[]
}

/** Requests all data about a transaction that is or was pending. @throws {ApiAnswerError} */
export const readPendingDetail = (chain: string, hash: string, signal: AbortSignal) =>
  ask<PendingDetail>(`mempool/${chain}/transactions/${encodeURIComponent(hash)}`, signal)

/** Requests the outcomes of pending transactions: counts, and the latest ones. @throws {ApiAnswerError} */
export const readLifecycle = (chain: string, signal: AbortSignal) => ask<Lifecycle>(`mempool/${chain}`, signal)

/** Describes a step in words: `replaced by 0x12…`, `mined in block 7`. */
export function describeStep({ kind, by, reason, block_number }: Step): string {
  if (by !== undefined) return `${kind} by ${by}`
  if (reason !== undefined) return `${kind}: ${reasons[reason] ?? reason}`
  return block_number === undefined ? kind : `${kind} ${kind === 'reorged' ? 'out of' : 'in'} block ${block_number}`
}
const reasons: Readonly<Record<string, string>> = {
  gone: 'no provider knows it any more',
  evicted: 'there were too many that pay more',
  nonceUsed: 'its nonce was used',
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
