import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Scope, scopes, type Tier } from '@outrigger/api/contract'
import { type Clock, OutriggerError, type Store } from '@outrigger/core'
import { type Collection, systemClock } from '@outrigger/core/internal'
import { toIpMatcher } from './allowedIps.ts'
import { type ChangedLimits, tiers } from './tiers.ts'

/** A key as it may be shown; times are ISO 8601. */
export type ApiKey = {
  /** Public part of the secret, enough to revoke by. */
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly tier: Tier
  /** Addresses and CIDR ranges the key works from; empty for any. */
  readonly allowedIps: readonly string[]
  /** Where they differ from the tier's. */
  readonly limits?: ChangedLimits
  readonly createdAt: string
  /** Kept to the minute. */
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** What a new API key may do. Only `name` is required. */
export type CreateKeyParameters = {
  readonly name: string
  /** @default read:blockchain, read:analytics */
  readonly scopes?: readonly Scope[]
  /** @default free */
  readonly tier?: Tier
  readonly allowedIps?: readonly string[]
}

/** Keys of one store. A change is seen by every process that shares the store, at its next request. */
export type Keyring = {
  /**
   * Makes a key. `secret` is shown here and never again; the key is in the store when the promise resolves.
   * @throws {InvalidKeyError} unknown scope or tier, no name
   * @throws {InvalidAllowedIpError}
   */
  create(parameters: CreateKeyParameters): Promise<{ readonly key: ApiKey; readonly secret: string }>
  /** Revoked keys included, by id. */
  list(): Promise<readonly ApiKey[]>
  /** @throws {UnknownKeyError} */
  revoke(id: string): Promise<ApiKey>
  /** The key of a secret, unless it is revoked or used from an address it does not allow. */
  verify(secret: string, ip: string): Promise<ApiKey | undefined>
  /** The key of an id under the same conditions; for tokens that stand for a key. */
  find(id: string, ip: string): Promise<ApiKey | undefined>
  /** Writes the last uses that are not in the store yet. The store stays open. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A new key has no name, or an unknown scope or tier. The message lists the known ones. */
export class InvalidKeyError extends OutriggerError {
  readonly code = 'INVALID_KEY'
}

/** No key of the keyring has this id. List the keys for their ids. */
export class UnknownKeyError extends OutriggerError {
  readonly code = 'UNKNOWN_KEY'
  constructor(id: string) {
    super(`There is no key with the id "${id}". \`outrigger keys list\` shows the ids.`)
  }
}

type StoredKey = ApiKey & { readonly hash: string }

const secretPattern = /^or_([0-9a-f]{12})_[\w-]{43}$/
const lastUseResolutionMs = 60_000
const keysCollection = 'keys'

/**
 * API keys in a store. Only the SHA-256 of a secret is kept: it has 256 random bits, so there is nothing to guess and a
 * slow password hash would only make every request slow.
 *
 * @example
 * const keys = createKeyring(store)
 * const { secret } = await keys.create({ name: 'bot', scopes: ['read:blockchain'] })
 * await keys.verify(secret, '127.0.0.1') // { name: 'bot', … }
 */
export function createKeyring(store: Store, { clock = systemClock }: { readonly clock?: Clock } = {}): Keyring {
  const keys: Collection<StoredKey> = store.collection(keysCollection)
  // Last uses are written at the next flush, so that no answer waits for a write. At most one entry per key.
  const uses = new Map<string, number>()
  const timer = setInterval(() => void flush().catch(() => {}), lastUseResolutionMs)
  timer.unref()

  async function flush(): Promise<void> {
    if (uses.size === 0) return
    const changes = [...uses].map(([key, usedAtMs]) => ({
      collection: keysCollection,
      key,
      change: (known: unknown) => known && { ...(known as StoredKey), lastUsedAt: new Date(usedAtMs).toISOString() },
    }))
    uses.clear()
    await store.commit(changes)
  }

  async function find(id: string, ip: string): Promise<StoredKey | undefined> {
    const key = await keys.get(id)
    if (key === undefined || key.revokedAt !== null) return undefined
    if (key.allowedIps.length > 0 && !toIpMatcher(key.allowedIps)(ip)) return undefined
    return key
  }

  async function close(): Promise<void> {
    clearInterval(timer)
    await flush()
  }

  return {
    async create(parameters) {
      validate(parameters)
      const { name, allowedIps = [], tier = 'free' } = parameters
      const id = randomBytes(6).toString('hex')
      const secret = `or_${id}_${randomBytes(32).toString('base64url')}`
      const key: ApiKey = {
        id,
        name,
        scopes: parameters.scopes ?? ['read:blockchain', 'read:analytics'],
        tier,
        allowedIps,
        createdAt: new Date(clock.now()).toISOString(),
        lastUsedAt: null,
        revokedAt: null,
      }
      await keys.set(id, { ...key, hash: toHash(secret).toString('hex') })
      return { key, secret }
    },
    list: async () => (await keys.list()).map(({ value }) => toApiKey(value)),
    async revoke(id) {
      const revokedAt = new Date(clock.now()).toISOString()
      const key = await keys.update(
        id,
        (current) => current && { ...current, revokedAt: current.revokedAt ?? revokedAt },
      )
      if (key === undefined) throw new UnknownKeyError(id)
      return toApiKey(key)
    },
    async verify(secret, ip) {
      const id = secretPattern.exec(secret)?.[1]
      const key = id === undefined ? undefined : await find(id, ip)
      if (key === undefined || !timingSafeEqual(Buffer.from(key.hash, 'hex'), toHash(secret))) return undefined
      uses.set(key.id, clock.now())
      return toApiKey(key)
    },
    async find(id, ip) {
      const key = await find(id, ip)
      return key && toApiKey(key)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function validate({ name, scopes: wanted = [], tier = 'free', allowedIps = [] }: CreateKeyParameters): void {
  if (name.trim() === '') throw new InvalidKeyError('A key needs a name, so that it can be told from the others.')
  for (const scope of wanted)
    if (!Object.hasOwn(scopes, scope))
      throw new InvalidKeyError(`Unknown scope "${scope}". Scopes: ${Object.keys(scopes).join(', ')}.`)
  if (!Object.hasOwn(tiers, tier))
    throw new InvalidKeyError(`Unknown tier "${tier}". Tiers: ${Object.keys(tiers).join(', ')}.`)
  toIpMatcher(allowedIps)
}

function toHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function toApiKey({ hash: _, ...key }: StoredKey): ApiKey {
  return key
}
