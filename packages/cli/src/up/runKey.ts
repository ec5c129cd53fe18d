import { type Scope, scopes } from '@outrigger/api/contract'
import type { Keyring } from '@outrigger/server'

/** Names of such keys; nobody else may use them, or a start would revoke theirs. */
export const runKeyName = /^run:(\d+)$/

/** The key of one run of the server: every scope, no limits, gone with the run. */
export type RunKey = { readonly id: string; readonly secret: string; revoke(): Promise<void> }

/** Makes the key of this run, and revokes those of runs that ended without doing so themselves. */
export async function createRunKey(keys: Keyring): Promise<RunKey> {
  for (const { id, name, revokedAt } of await keys.list()) {
    const pid = runKeyName.exec(name)?.[1]
    if (pid !== undefined && revokedAt === null && !isRunning(Number(pid))) await keys.revoke(id)
  }
  const { key, secret } = await keys.create({
    name: `run:${process.pid}`,
    scopes: Object.keys(scopes) as Scope[],
    tier: 'unlimited',
  })
  return { id: key.id, secret, revoke: async () => void (await keys.revoke(key.id)) }
}

// This process has no key yet: one with its id is of an earlier process, as always happens to process 1 of a container.
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
