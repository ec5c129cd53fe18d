import type { Action } from '../decoder/action.ts'

const moves: ReadonlySet<Action['kind']> = new Set(['payment', 'wrap', 'unwrap', 'transfer'])

/** Removes payments that may fail while every swap still applies, because they limit no swap. */
export function withoutTolerated(actions: readonly Action[]): readonly Action[] {
  if (actions.every(({ parts }) => parts === undefined)) return actions
  const ofSwaps = new Set(actions.flatMap(({ kind, parts = [] }) => (kind === 'swap' ? parts : [])))
  return actions.filter(({ kind, parts = [] }) => !moves.has(kind) || parts.every((part) => ofSwaps.has(part)))
}
