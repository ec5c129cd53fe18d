import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Scope, scopes, type Tier } from '@outrigger/api/contract'
import { type Clock, OutriggerError, type Store } from '@outrigger/core'
import { type Change, type Collection, systemClock } from '@outrigger/core/internal'
import { Compile } from 'typebox/compile'
import { toIpMatcher } from './allowedIps.ts'
import { createRecentKeys } from './recentKeys.ts'
import { type ChangedLimits, type LimitChanges, LimitChangesSchema, maxLimit, tiers } from './tiers.ts'

/** A key without its secret. Times are ISO 8601. */
export type ApiKey = {
  /** Public part of the secret. It is enough to revoke the key. */
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly tier: Tier
  /** The account whose alerts and bundles the key shares: its own id, or a name shared by several keys. Null for the operator. */
  readonly account?: string | null
  /** Addresses and CIDR ranges that may use the key. Empty for any. */
  readonly allowedIps: readonly string[]
  /** Limits that differ from the tier's. */
  readonly limits?: ChangedLimits
  /** The key works only in the process that created it, and ends with that process. */
  readonly ofRun?: true
  readonly createdAt: string
  /** The key works until this time. Null or absent if it never expires. */
  readonly expiresAt?: string | null
  /** Written once a minute. */
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** Settings of a new API key. Only `name` is required. */
export type CreateKeyParameters = {
  readonly name: string
  /** @default read:blockchain, read:analytics */
  readonly scopes?: readonly Scope[]
  /** @default free */
  readonly tier?: Tier
  /**
   * Keys of one account share their alerts and bundles. The id of a key names the account of that key.
   * @default an account of its own
   */
  readonly account?: string | null
  readonly allowedIps?: readonly string[]
  /** Limits that differ from the tier's. Null restores the tier's value, for one limit or for all of them. */
  readonly limits?: LimitChanges | null
  /** Time at which the key expires: ISO 8601, in the future. @default never */
  readonly expiresAt?: string | null
}

/** The settings to change. Omitted settings and omitted limits keep their values. */
export type UpdateKeyParameters = Omit<Partial<CreateKeyParameters>, 'scopes' | 'account'>

/**
 * The keys of one store. Every process that shares the store sees a change at its next request. With a remote store,
 * processes see it when its notification arrives, or within a second if the notification is lost.
 */
export type Keyring = {
  /**
   * Creates a key. `secret` is returned only here. The key is in the store when the promise resolves.
   * @throws {InvalidKeyError} unknown scope or tier, no name
   * @throws {InvalidAllowedIpError}
   */
  create(parameters: CreateKeyParameters): Promise<{ readonly key: ApiKey; readonly secret: string }>
  /**
   * Creates a key that works only in this process. Its secret is never stored, so the key ends with the process, even after a
   * crash.
   * @throws {InvalidKeyError} @throws {InvalidAllowedIpError}
   */
  createForRun(parameters: CreateKeyParameters): Promise<{ readonly key: ApiKey; readonly secret: string }>
  /** @throws {UnknownKeyError} */
  get(id: string): Promise<ApiKey>
  /**
   * Changes a key. Its secret stays the same.
   * @throws {UnknownKeyError} @throws {InvalidKeyError} @throws {InvalidAllowedIpError}
   */
  update(id: string, changes: UpdateKeyParameters): Promise<ApiKey>
  /**
   * Gives a key a new secret, which is returned only here. The previous secret works for `overlapSeconds` more, until
   * `previousUntil`. Older secrets keep their expiry. With 0 seconds all old secrets expire immediately.
   * @throws {UnknownKeyError} @throws {InvalidKeyError} it is revoked, 32 old secrets still work, or an overlap of more than 30
   * days
   */
  rotate(
    id: string,
    options?: { readonly overlapSeconds?: number },
  ): Promise<{ readonly key: ApiKey; readonly secret: string; readonly previousUntil: string }>
  /** Lists all keys by id, including revoked ones. */
  list(): Promise<readonly ApiKey[]>
  /** @throws {UnknownKeyError} */
  revoke(id: string): Promise<ApiKey>
  /** Finds the key of a secret. Returns undefined if the key is revoked or expired, or does not allow the address. */
  verify(secret: string, ip: string): Promise<ApiKey | undefined>
  /** Finds a key by its id under the same conditions. Used for tokens that represent a key. */
  find(id: string, ip: string): Promise<ApiKey | undefined>
  /** Writes the last uses that are not in the store yet. Does not close the store. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The settings of a key are invalid, for example no name, or an unknown scope or tier. The message lists the known ones. */
export class InvalidKeyError extends OutriggerError {
  readonly code = 'INVALID_KEY'
}

/** The keyring has no key with this id. List the keys to see their ids. */
export class UnknownKeyError extends OutriggerError {
  readonly code = 'UNKNOWN_KEY'
  constructor(id: string) {
    super(`There is no key with the id "${id}". \`outrigger keys list\` shows the ids.`)
  }
}

type StoredKey = ApiKey & {
  readonly hash: string
  /** Earlier secrets that still work. Earlier versions stored a single one without a list. */
  readonly previous?: PreviousSecret | readonly PreviousSecret[]
}
/** Hashes of secrets in hexadecimal, by key id. */
type RunHashes = ReadonlyMap<string, string>
type PreviousSecret = { readonly hash: string; readonly until: string }

export type KeyringOptions = {
  readonly clock?: Clock
  /**
   * The store is on another machine. Keys are then read from it at most every 400 ms, and cached keys work during an outage.
   * @default false
   */
  readonly isRemote?: boolean
}

const secretPattern = /^or_([0-9a-f]{12})_[\w-]{43}$/
const lastUseResolutionMs = 60_000
/** One day. This is the time to replace the old secret in every program that uses it. */
const defaultOverlapSeconds = 86_400
const maxOverlapSeconds = 30 * 86_400
/**
 * Enough to rotate hourly with an overlap of a day, or daily with an overlap of a month. Limited because every request reads the
 * whole key.
 */
const maxPrevious = 32
const keysCollection = 'keys'
// A write of this many entries blocks the event loop for less than a millisecond.
const usesPerCommit = 64

/**
 * Creates a keyring in a store. It stores only the SHA-256 of each secret. A secret has 256 random bits and cannot be guessed,
 * so a slow password hash would only slow down every request.
 *
 * @example
 * const keys = createKeyring(store)
 * const { secret } = await keys.create({ name: 'bot', scopes: ['read:blockchain'] })
 * await keys.verify(secret, '127.0.0.1') // { name: 'bot', … }
 */
export function createKeyring(store: Store, options: KeyringOptions = {}): Keyring {
  const { clock = systemClock, isRemote = false } = options
  /** Hashes of the keys that work only in this process. */
  const runHashes = new Map<string, string>()
  const keys: Collection<StoredKey> = store.collection(keysCollection)
  const recent = isRemote ? createRecentKeys(keys.get, clock) : undefined
  const read = recent?.get ?? keys.get
  const stopHearing = recent && store.signals?.on('keys', recent.expire)
  const uses = createLastUses(store, clock)
  const find = async (id: string, ip: string) => toUsable(await read(id), { ip, nowMs: clock.now(), runHashes })

  async function change(id: string, next: (key: StoredKey) => StoredKey): Promise<ApiKey> {
    const key = await keys.update(id, (current) => current && next(current))
    if (key === undefined) throw new UnknownKeyError(id)
    recent?.expire(id)
    store.signals?.send('keys', id)
    return toApiKey(key)
  }
  async function close(): Promise<void> {
    stopHearing?.()
    await uses.close()
  }

  return {
    async create(parameters) {
      const { key, secret, hash } = makeKey(parameters, clock.now())
      await keys.set(key.id, { ...key, hash })
      return { key, secret }
    },
    async createForRun(parameters) {
      const { key: made, secret, hash } = makeKey(parameters, clock.now())
      const key = { ...made, ofRun: true } as const
      // No secret has an empty hash.
      await keys.set(key.id, { ...key, hash: '' })
      runHashes.set(key.id, hash)
      return { key, secret }
    },
    list: async () => (await keys.list()).map(({ value }) => toApiKey(value)),
    async revoke(id) {
      const revokedAt = new Date(clock.now()).toISOString()
      return change(id, (key) => ({ ...key, revokedAt: key.revokedAt ?? revokedAt }))
    },
    async get(id) {
      const key = await keys.get(id)
      if (key === undefined) throw new UnknownKeyError(id)
      return toApiKey(key)
    },
    async update(id, changes) {
      validate({ name: 'unchanged', ...changes }, clock.now())
      const { limits = {}, ...others } = changes
      return change(id, (key) => ({ ...key, ...others, limits: toLimits(key.limits, limits) }))
    },
    async rotate(id, { overlapSeconds = defaultOverlapSeconds } = {}) {
      requireOverlap(overlapSeconds)
      const [secret, nowMs] = [toSecret(id), clock.now()]
      const previousUntil = new Date(nowMs + overlapSeconds * 1000).toISOString()
      const key = await change(id, (known) => {
        requireRotatable(known)
        const previous = overlapSeconds <= 0 ? [] : addPrevious(known, previousUntil, nowMs)
        return { ...known, hash: toHash(secret).toString('hex'), previous }
      })
      return { key, secret, previousUntil }
    },
    async verify(secret, ip) {
      const id = secretPattern.exec(secret)?.[1]
      const key = id === undefined ? undefined : await find(id, ip)
      if (key === undefined || !isSecret(secret, key, clock.now())) return undefined
      uses.add(key.id)
      return toApiKey(key)
    },
    async find(id, ip) {
      const key = await find(id, ip)
      if (key === undefined) return undefined
      uses.add(id)
      return toApiKey(key)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

type Use = { readonly ip: string; readonly nowMs: number; readonly runHashes: RunHashes }

/** Returns the key if it works now, from this address and in this process. Includes the hash of its secret. */
function toUsable(key: StoredKey | undefined, { ip, nowMs, runHashes }: Use): StoredKey | undefined {
  if (key === undefined || key.revokedAt !== null) return undefined
  if (key.expiresAt && Date.parse(key.expiresAt) <= nowMs) return undefined
  if (key.allowedIps.length > 0 && !toIpMatcher(key.allowedIps)(ip)) return undefined
  if (!key.ofRun) return key
  const hash = runHashes.get(key.id)
  return hash === undefined ? undefined : { ...key, hash }
}

function makeKey(parameters: CreateKeyParameters, nowMs: number) {
  validate(parameters, nowMs)
  const id = randomBytes(6).toString('hex')
  const secret = toSecret(id)
  return { key: toNewKey(id, parameters, nowMs), secret, hash: toHash(secret).toString('hex') }
}

/** @throws {InvalidKeyError} */
function requireRotatable({ id, revokedAt, ofRun }: ApiKey): void {
  if (revokedAt !== null) throw new InvalidKeyError(`The key ${id} is revoked. Create another key.`)
  if (ofRun)
    throw new InvalidKeyError(
      `The key ${id} cannot be rotated, because it is valid only until its server stops. Create another key.`,
    )
}

function toNewKey(id: string, parameters: CreateKeyParameters, nowMs: number): ApiKey {
  const { name, scopes: wanted, allowedIps = [], tier = 'free', limits = {}, expiresAt = null } = parameters
  return {
    id,
    name,
    scopes: wanted ?? ['read:blockchain', 'read:analytics'],
    tier,
    allowedIps,
    account: wanted?.includes('admin:account') ? null : (parameters.account ?? id),
    limits: toLimits({}, limits),
    createdAt: new Date(nowMs).toISOString(),
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
  }
}

function toLimits(known: ChangedLimits = {}, changes: LimitChanges | null): ChangedLimits {
  if (changes === null) return {}
  return Object.fromEntries(Object.entries({ ...known, ...changes }).filter(([, limit]) => limit !== null))
}

function requireOverlap(seconds: number): void {
  if (!(seconds >= 0 && seconds <= maxOverlapSeconds))
    throw new InvalidKeyError(`Invalid overlap ${seconds}. An overlap is 0 to ${maxOverlapSeconds} seconds (30 days).`)
}

/** Returns the earlier secrets that still work, plus the current one. @throws {InvalidKeyError} there are too many */
function addPrevious(key: StoredKey, until: string, nowMs: number): readonly PreviousSecret[] {
  const working = listPrevious(key, nowMs)
  if (working.length < maxPrevious) return [...working, { hash: key.hash, until }]
  const [first] = working.map((one) => one.until).sort()
  throw new InvalidKeyError(
    `The key ${key.id} has ${maxPrevious} old secrets that are still valid, the first until ${first}. Rotate the key after that time, or rotate it with an overlap of 0 seconds, which revokes all old secrets.`,
  )
}

function listPrevious({ previous = [] }: StoredKey, nowMs: number): readonly PreviousSecret[] {
  return [previous].flat().filter(({ until }) => Date.parse(until) > nowMs)
}

/** Whether the text is the key's secret, or an earlier secret that still works. */
function isSecret(secret: string, key: StoredKey, nowMs: number): boolean {
  const given = toHash(secret)
  return isHash(key.hash, given) || listPrevious(key, nowMs).some(({ hash }) => isHash(hash, given))
}

function isHash(hash: string, given: Buffer): boolean {
  const known = Buffer.from(hash, 'hex')
  return known.length === given.length && timingSafeEqual(known, given)
}

/** Writes last uses once a minute, so that no response waits for a write. Keeps at most one entry per key. */
function createLastUses(store: Store, clock: Clock) {
  const uses = new Map<string, number>()
  let lastFlush: Promise<void> = Promise.resolve()
  const flush = () => {
    const result = lastFlush.then(write)
    lastFlush = result.catch(() => {})
    return result
  }
  const timer = setInterval(() => void flush().catch(() => {}), lastUseResolutionMs)
  timer.unref()

  async function write(): Promise<void> {
    const used = [...uses]
    uses.clear()
    for (let first = 0; first < used.length; first += usesPerCommit) {
      // A power failure may lose the last writes, which is harmless because no decision depends on them.
      await store.commit(used.slice(first, first + usesPerCommit).map(toLastUse), { durable: false })
      await nextTurn()
    }
  }
  return {
    add: (id: string) => void uses.set(id, clock.now()),
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

function toLastUse([key, usedAtMs]: readonly [string, number]): Change {
  const lastUsedAt = new Date(usedAtMs).toISOString()
  return { collection: keysCollection, key, change: (known) => known && { ...(known as StoredKey), lastUsedAt } }
}

const accountPattern = /^[\w.-]{1,64}$/
const limitsValidator = Compile(LimitChangesSchema)

function validate(parameters: CreateKeyParameters, nowMs: number): void {
  const { name, scopes: wanted = [], tier = 'free', account, allowedIps = [], limits, expiresAt } = parameters
  if (name.trim() === '') throw new InvalidKeyError('A key needs a name.')
  for (const scope of wanted)
    if (!Object.hasOwn(scopes, scope))
      throw new InvalidKeyError(`Unknown scope "${scope}". Scopes: ${Object.keys(scopes).join(', ')}.`)
  if (!Object.hasOwn(tiers, tier))
    throw new InvalidKeyError(`Unknown tier "${tier}". Tiers: ${Object.keys(tiers).join(', ')}.`)
  if (account != null && !accountPattern.test(account))
    throw new InvalidKeyError(`Invalid account "${account}". An account is 1 to 64 letters, digits, ".", "_" and "-".`)
  if (account != null && wanted.includes('admin:account'))
    throw new InvalidKeyError('A key with admin:account acts for the operator and has no account.')
  toIpMatcher(allowedIps)
  if (limits != null && !limitsValidator.Check(limits))
    throw new InvalidKeyError(
      `Invalid limits ${JSON.stringify(limits)}. Each limit is a whole number from 0 to ${maxLimit} (rates: from 1). Limits: ${Object.keys(tiers.free).join(', ')}.`,
    )
  if (expiresAt != null && !(Date.parse(expiresAt) > nowMs))
    throw new InvalidKeyError(`"${expiresAt}" is not a time in the future. Write it as 2027-01-31T00:00:00Z.`)
}

function toSecret(id: string): string {
  return `or_${id}_${randomBytes(32).toString('base64url')}`
}

/** Hashes in one call. A `createHash` object per request would cost milliseconds of garbage collection. */
function toHash(secret: string): Buffer {
  return digest('sha256', secret, 'buffer')
}

function toApiKey({ hash: _, previous: __, ...key }: StoredKey): ApiKey {
  return key
}
