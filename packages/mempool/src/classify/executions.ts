import type { Action } from '@outrigger/calldata'

/** Parts that may revert alone double the ways to go; plans are played in each of them. */
const mostParts = 6
const mostActions = 4_096

/**
 * The ways in which a transaction may go, each with its actions: parts of it may revert alone.
 *
 * @returns null where there are too many
 */
export function toExecutions(actions: readonly Action[]): readonly (readonly Action[])[] | null {
  const parts = [...new Set(actions.flatMap(({ kind, parts: around = [] }) => (kind === 'other' ? [] : around)))]
  if (parts.length === 0) return [actions]
  if (parts.length > mostParts || actions.length << parts.length > mostActions) return null
  return Array.from({ length: 1 << parts.length }, (_, set) => {
    const failed = new Set(parts.filter((_part, bit) => (set & (1 << bit)) !== 0))
    return actions.filter(({ parts: around = [] }) => !around.some((part) => failed.has(part)))
  })
}
