import type { ApiKey, Keyring } from './keyring.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { KeyLimits } from './limits/keyLimits.ts'

/** The keyring, which reads what a key has used before it is let in, so that its limits are known without waiting. */
export function withUsage(
  keyring: Keyring,
  { load }: Pick<Ledger, 'load'>,
  { pools }: Pick<KeyLimits, 'pools'>,
): Keyring {
  async function loaded(key: ApiKey | undefined): Promise<ApiKey | undefined> {
    if (key !== undefined) await load(key.id, pools(key))
    return key
  }
  return {
    ...keyring,
    verify: async (secret, ip) => loaded(await keyring.verify(secret, ip)),
    find: async (id, ip) => loaded(await keyring.find(id, ip)),
  }
}
