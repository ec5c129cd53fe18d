import type { Store } from '@outrigger/core'
import { type Account, noChain, type Sum } from './account.ts'
import { toChanges } from './documents.ts'

/** What version 0.1 kept for each key and day, as `<key id>/<yyyy-mm-dd>`. */
type FormerUsage = {
  readonly requests: number
  readonly cu: number
  readonly cuByChain: { readonly [chain: string]: number }
  readonly requestsByClass: { readonly [methodClass: string]: number }
}

const formerCollection = 'usage'
const documentsAtOnce = 100

/** Moves what version 0.1 counted into the ledger: compute units by chain, requests by class of method. */
export async function migrateUsage(store: Store): Promise<void> {
  const former = store.collection<FormerUsage>(formerCollection)
  for (;;) {
    const found = await former.list({ limit: documentsAtOnce })
    if (found.length === 0) return
    for (const { key } of found) await moveOne(store, key)
  }
}

async function moveOne(store: Store, key: string): Promise<void> {
  const slash = key.lastIndexOf('/')
  const account = { keyId: key.slice(0, slash), day: key.slice(slash + 1), pool: 'cu' } as const
  const found = await store.collection<FormerUsage>(formerCollection).get(key)
  if (found === undefined) return
  let isOurs = false
  const take = (current: unknown) => {
    // Another process may have moved it meanwhile.
    isOurs = current !== undefined
    return undefined
  }
  const changes = toChanges(toSums(account, found)).map(({ change, ...place }) => ({
    ...place,
    change: (current: unknown) => (isOurs ? change(current) : current),
  }))
  await store.commit([{ collection: formerCollection, key, change: take }, ...changes])
}

function toSums(account: Pick<Account, 'keyId' | 'day' | 'pool'>, usage: FormerUsage): readonly Sum[] {
  const method = 'earlier'
  return [
    ...Object.entries(usage.cuByChain).map(([chain, cu]) => ({ ...account, chain, method, requests: 0, cu })),
    ...Object.entries(usage.requestsByClass).map(([name, requests]) => ({
      ...account,
      chain: noChain,
      method: name,
      requests,
      cu: 0,
    })),
  ]
}
