import type { ApiKey, Keyring } from './keyring.ts'
import type { Ledger } from './ledger/ledger.ts'

/** Returns a keyring that loads the usage of a key when it finds the key. Limit checks can then run synchronously. */
export function withUsage(keyring: Keyring, { load }: Pick<Ledger, 'load'>): Keyring {
  async function loaded(key: ApiKey | undefined): Promise<ApiKey | undefined> {
    if (key !== undefined) await load(key.id)
    return key
  }
  return {
    ...keyring,
    verify: async (secret, ip) => loaded(await keyring.verify(secret, ip)),
    find: async (id, ip) => loaded(await keyring.find(id, ip)),
  }
}
