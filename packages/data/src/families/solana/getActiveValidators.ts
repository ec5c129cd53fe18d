import type { FamilyPool } from '@outrigger/core'
import { askSolana } from './askSolana.ts'

type VoteAccounts = { readonly current: readonly unknown[]; readonly delinquent: readonly unknown[] }

/**
 * Returns the number of vote accounts that have stake and have voted recently (`current` of `getVoteAccounts`).
 * Delinquent validators are excluded.
 *
 * @throws {MethodsMissingError} @throws {AllProvidersFailedError}
 */
export async function getActiveValidators(pool: FamilyPool): Promise<number | null> {
  const { result } = await askSolana<VoteAccounts>(pool, 'getVoteAccounts')
  return result === null ? null : result.current.length
}
