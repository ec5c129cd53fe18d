import type { Action } from '@outrigger/calldata'

/** Each part that may revert separately doubles the number of executions to simulate. */
const mostParts = 6
const mostActions = 4_096

/**
 * Lists the possible executions of a transaction with their actions, because parts of it may revert separately.
 *
 * @returns null if there are too many
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
