import type { ApiKey } from './keyring.ts'

type Owned = { readonly account?: string | null }
type Holder = Pick<ApiKey, 'id' | 'scopes' | 'account'> | null

/**
 * Returns the account that owns the alerts and bundles of a key: its own account, or one shared with other keys. Keys with
 * `admin:account` and calls without a key act for the operator, which is null.
 */
export function toAccount(key: Holder): string | null {
  return key === null || key.scopes.includes('admin:account') ? null : (key.account ?? key.id)
}

/** Whether something belongs to the account of a key. Data stored before accounts existed belongs to the operator. */
export const isOwner = (key: Holder, { account = null }: Owned): boolean => account === toAccount(key)

/** Whether a key may see and change something. Only the owner and the operator may. */
export const maySee = (key: Holder, owned: Owned): boolean => toAccount(key) === null || isOwner(key, owned)
