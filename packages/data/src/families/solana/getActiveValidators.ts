import type { FamilyPool } from '@outrigger/core'
import { askSolana } from './askSolana.ts'

type VoteAccounts = { readonly current: readonly unknown[]; readonly delinquent: readonly unknown[] }

/**
 * Vote accounts with stake that have voted lately, `current` of `getVoteAccounts`; those that lag behind are not among them.
 *
 * @throws {MethodsMissingError} @throws {AllProvidersFailedError}
 */
export async function getActiveValidators(pool: FamilyPool): Promise<number | null> {
  const { result } = await askSolana<VoteAccounts>(pool, 'getVoteAccounts')
  return result === null ? null : result.current.length
}
