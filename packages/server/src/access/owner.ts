import type { ApiKey } from './keyring.ts'

type Owned = { readonly account?: string | null }
type Holder = Pick<ApiKey, 'id' | 'scopes' | 'account'> | null

/**
 * The account that the alerts and bundles of a key belong to: its own, or one that it shares with other keys. Keys with
 * `admin:account`, and calls without a key, act for the operator: null.
 */
export function toAccount(key: Holder): string | null {
  return key === null || key.scopes.includes('admin:account') ? null : (key.account ?? key.id)
}

/** Whether something belongs to the account of a key. What was stored before accounts existed is the operator's. */
export const isOwner = (key: Holder, { account = null }: Owned): boolean => account === toAccount(key)

/** Whether a key may see and change something: its owner and the operator. */
export const maySee = (key: Holder, owned: Owned): boolean => toAccount(key) === null || isOwner(key, owned)
