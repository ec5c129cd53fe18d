import { type Scope, scopes } from '@outrigger/api/contract'
import type { ApiKey, Keyring } from '@outrigger/server'

/** Names of such keys. They are reserved, because a start revokes old ones. */
export const runKeyName = /^run:(\d+)$/

/** The key of one run of the server. It has every scope and no limits, and ends with the run. */
export type RunKey = { readonly id: string; readonly secret: string; revoke(): Promise<void> }

/**
 * Creates the key of this run. Keys of killed runs no longer work. The ones of this machine are also marked as revoked.
 *
 * @param isShared whether servers of other machines have keys in the store
 */
export async function createRunKey(keys: Keyring, isShared: boolean): Promise<RunKey> {
  for (const key of await keys.list()) if (isLeft(key, isShared)) await keys.revoke(key.id)
  const { key, secret } = await keys.createForRun({
    name: `run:${process.pid}`,
    scopes: Object.keys(scopes) as Scope[],
    tier: 'unlimited',
  })
  return { id: key.id, secret, revoke: async () => void (await keys.revoke(key.id)) }
}

function isLeft({ name, revokedAt, ofRun }: ApiKey, isShared: boolean): boolean {
  const pid = runKeyName.exec(name)?.[1]
  if (pid === undefined || revokedAt !== null) return false
  // A key of an older version has its secret in the store and would still work.
  return ofRun !== true || (!isShared && !isRunning(Number(pid)))
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
