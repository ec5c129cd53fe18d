import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from '@outrigger/api/contract'
import { createMemoryStore, type Store } from '@outrigger/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../node/store.ts'
import { InvalidAllowedIpError } from './allowedIps.ts'
import { createKeyring, InvalidKeyError, UnknownKeyError } from './keyring.ts'
import { createTokens, tokenLifetimeSeconds } from './tokens.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'outrigger-keys-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

describe('keyring', () => {
  it('knows the keys it made and no others', async () => {
    await using keys = createKeyring(createMemoryStore())
    const { key, secret } = await keys.create({ name: 'bot' })
    expect(key).toMatchObject({
      name: 'bot',
      tier: 'free',
      scopes: ['read:blockchain', 'read:analytics'],
      revokedAt: null,
    })
    expect(await keys.verify(secret, '127.0.0.1')).toEqual(key)
    const last = secret.at(-1) === 'A' ? 'B' : 'A'
    for (const other of [
      '',
      'or_',
      secret.slice(0, -1),
      secret.slice(0, -1) + last,
      `or_000000000000_${'a'.repeat(43)}`,
    ])
      expect(await keys.verify(other, '127.0.0.1')).toBeUndefined()
  })

  it('gives each key an account of its own, a shared one, or none to the operator', async () => {
    await using keys = createKeyring(createMemoryStore())
    const { key } = await keys.create({ name: 'bot' })
    expect(key.account).toBe(key.id)
    expect((await keys.create({ name: 'desk', account: 'desk.1' })).key.account).toBe('desk.1')
    expect((await keys.create({ name: 'admin', scopes: ['admin:account'] })).key.account).toBeNull()
    for (const account of ['', 'a/b', 'a b', 'a'.repeat(65)])
      await expect(keys.create({ name: 'bot', account })).rejects.toThrow(InvalidKeyError)
    const both = keys.create({ name: 'bot', scopes: ['admin:account'], account: 'desk' })
    await expect(both).rejects.toThrow(/acts for the operator/)
    expect((await keys.rotate(key.id)).key.account).toBe(key.id)
  })

  it('makes keys for one run that no other process knows', async () => {
    const store = createMemoryStore()
    await using keys = createKeyring(store)
    const { key, secret } = await keys.createForRun({ name: 'run:1', scopes: ['admin:account'] })
    expect(await keys.verify(secret, '::1')).toEqual(key)
    expect(await keys.find(key.id, '::1')).toEqual(key)
    await using next = createKeyring(store)
    expect(await next.get(key.id)).toEqual(key)
    expect(await next.verify(secret, '::1')).toBeUndefined()
    expect(await next.find(key.id, '::1')).toBeUndefined()
    await expect(next.rotate(key.id)).rejects.toThrow(/valid only until its server stops/)
    await next.revoke(key.id)
    expect(await keys.verify(secret, '::1')).toBeUndefined()
  })

  it('keeps no secret, in a store that another process sees at once', async () => {
    await using store = await openStore({ dataDir })
    await using otherStore = await openStore({ dataDir })
    await using keys = createKeyring(store)
    await using otherKeys = createKeyring(otherStore)
    const { key, secret } = await keys.create({ name: 'bot', tier: 'scale', scopes: ['admin:account'] })
    expect(await otherKeys.verify(secret, '::1')).toEqual(key)
    await otherKeys.revoke(key.id)
    expect(await keys.verify(secret, '::1')).toBeUndefined()
    expect((await keys.list())[0]?.revokedAt).not.toBeNull()
    for (const file of ['outrigger.db', 'outrigger.db-wal'])
      expect((await readFile(join(dataDir, file), 'latin1')).includes(secret.slice(16))).toBe(false)
  })

  it('writes down the last use without waiting for it', async () => {
    const store = createMemoryStore()
    const keys = createKeyring(store, { clock: { now: () => 1_700_000_000_000 } })
    const { secret } = await keys.create({ name: 'bot' })
    const { key } = await keys.create({ name: 'of a session' })
    await keys.create({ name: 'unused' })
    await keys.verify(secret, '127.0.0.1')
    await keys.find(key.id, '127.0.0.1')
    const lastUses = async () => (await keys.list()).map(({ name, lastUsedAt }) => [name, lastUsedAt])
    expect((await lastUses()).map(([, at]) => at)).toEqual([null, null, null])
    await keys.close()
    expect(Object.fromEntries(await lastUses())).toEqual({
      bot: '2023-11-14T22:13:20.000Z',
      'of a session': '2023-11-14T22:13:20.000Z',
      unused: null,
    })
  })

  it('writes the last uses of many keys a few at a time', async () => {
    const store = createMemoryStore()
    const commits: number[] = []
    const counted: Store = {
      ...store,
      commit(changes, options) {
        commits.push(changes.length)
        return store.commit(changes, options)
      },
    }
    const keys = createKeyring(counted)
    for (let count = 0; count < 150; count += 1) {
      const { secret } = await keys.create({ name: `bot ${count}` })
      await keys.verify(secret, '127.0.0.1')
    }
    let turns = 0
    const count = () => {
      turns += 1
      ticking = setImmediate(count)
    }
    let ticking = setImmediate(count)
    await keys.close()
    clearImmediate(ticking)
    expect(commits).toEqual([64, 64, 22])
    // Other work ran in between.
    expect(turns).toBeGreaterThanOrEqual(2)
    expect((await keys.list()).filter(({ lastUsedAt }) => lastUsedAt === null)).toEqual([])
  })

  it('holds a key to its addresses', async () => {
    await using keys = createKeyring(createMemoryStore())
    const { secret } = await keys.create({ name: 'bot', allowedIps: ['10.0.0.0/8', '2001:db8::1'] })
    const allowed = async (ip: string) => (await keys.verify(secret, ip)) !== undefined
    expect(await Promise.all(['10.1.2.3', '2001:db8::1'].map(allowed))).toEqual([true, true])
    for (const mapped of ['::ffff:10.1.2.3', '::FFFF:10.1.2.3', '::ffff:a01:203', '0:0:0:0:0:ffff:0a01:0203'])
      expect(await allowed(mapped)).toBe(true)
    expect(await Promise.all(['11.0.0.1', '2001:db8::2', 'nonsense'].map(allowed))).toEqual([false, false, false])
  })

  it('ends a key when it expires, and not before', async () => {
    const time = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
    await using keys = createKeyring(createMemoryStore(), { clock: { now: () => time.nowMs } })
    const { key, secret } = await keys.create({ name: 'bot', expiresAt: '2026-11-22T13:00:00Z' })
    time.nowMs += 3_599_999
    expect(await keys.verify(secret, '::1')).toBeDefined()
    time.nowMs += 1
    expect(await keys.verify(secret, '::1')).toBeUndefined()
    expect(await keys.find(key.id, '::1')).toBeUndefined()
    await keys.update(key.id, { expiresAt: null })
    expect(await keys.verify(secret, '::1')).toBeDefined()
    for (const expiresAt of ['2026-11-22T12:00:00Z', 'soon'])
      await expect(keys.create({ name: 'x', expiresAt })).rejects.toThrow(InvalidKeyError)
  })

  it('rotates a secret with an overlap, in which both work', async () => {
    const time = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
    await using keys = createKeyring(createMemoryStore(), { clock: { now: () => time.nowMs } })
    const { key, secret } = await keys.create({ name: 'bot' })
    const rotated = await keys.rotate(key.id, { overlapSeconds: 60 })
    expect(rotated).toMatchObject({ key, previousUntil: '2026-11-22T12:01:00.000Z' })
    const works = async (one: string) => (await keys.verify(one, '::1')) !== undefined
    expect([await works(secret), await works(rotated.secret)]).toEqual([true, true])
    time.nowMs += 60_000
    expect([await works(secret), await works(rotated.secret)]).toEqual([false, true])
    const third = await keys.rotate(key.id, { overlapSeconds: 0 })
    expect([await works(rotated.secret), await works(third.secret)]).toEqual([false, true])
    await keys.revoke(key.id)
    await expect(keys.rotate(key.id)).rejects.toThrow(InvalidKeyError)
    await expect(keys.rotate('nobody')).rejects.toThrow(UnknownKeyError)
  })

  it('keeps each secret for as long as was promised, however often the key is rotated', async () => {
    const time = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
    const store = createMemoryStore()
    await using keys = createKeyring(store, { clock: { now: () => time.nowMs } })
    const { key, secret: first } = await keys.create({ name: 'bot' })
    const { secret: second } = await keys.rotate(key.id)
    time.nowMs += 3_600_000
    const { secret: third } = await keys.rotate(key.id, { overlapSeconds: 60 })
    const works = () => Promise.all([first, second, third].map(async (one) => !!(await keys.verify(one, '::1'))))
    expect(await works()).toEqual([true, true, true])
    time.nowMs += 60_000
    expect(await works()).toEqual([true, false, true])
    time.nowMs = Date.parse('2026-11-23T12:00:00Z')
    expect(await works()).toEqual([false, false, true])
    await keys.rotate(key.id)
    await keys.rotate(key.id, { overlapSeconds: 0 })
    expect(await works()).toEqual([false, false, false])
  })

  it('refuses a rotation while 32 old secrets work, and says how to end them', async () => {
    await using keys = createKeyring(createMemoryStore(), { clock: { now: () => 1_700_000_000_000 } })
    const { key, secret } = await keys.create({ name: 'bot' })
    for (let count = 0; count < 32; count += 1) await keys.rotate(key.id, { overlapSeconds: 100 - count })
    await expect(keys.rotate(key.id)).rejects.toThrow(/32 old secrets.* 2023-11-14T22:14:29.000Z.* 0 seconds/)
    expect(await keys.verify(secret, '::1')).toBeDefined()
    await keys.rotate(key.id, { overlapSeconds: 0 })
    expect(await keys.verify(secret, '::1')).toBeUndefined()
  })

  it.each([-1, Number.NaN, 2_592_001, 1e15])(
    'refuses an overlap of %d seconds, and changes nothing',
    async (overlapSeconds) => {
      await using keys = createKeyring(createMemoryStore())
      const { key, secret } = await keys.create({ name: 'bot' })
      await expect(keys.rotate(key.id, { overlapSeconds })).rejects.toThrow('0 to 2592000 seconds')
      expect(await keys.verify(secret, '::1')).toBeDefined()
    },
  )

  it('knows the secret before of a key that keeps one alone', async () => {
    const store = createMemoryStore()
    await using keys = createKeyring(store)
    const { key, secret } = await keys.create({ name: 'bot' })
    const next = await keys.rotate(key.id)
    type Stored = { readonly previous: readonly unknown[] }
    await store.collection<Stored | object>('keys').update(key.id, (known) => {
      const { previous, ...others } = known as Stored
      return { ...others, previous: [previous].flat()[0] }
    })
    expect(await keys.verify(secret, '::1')).toBeDefined()
    await keys.rotate(key.id)
    for (const one of [secret, next.secret]) expect(await keys.verify(one, '::1')).toBeDefined()
  })

  it('changes what a key may do, and keeps its secret', async () => {
    await using keys = createKeyring(createMemoryStore())
    const { key, secret } = await keys.create({ name: 'bot' })
    const limits = { monthlyCu: 1000, requestsPerSecond: 5 }
    await keys.update(key.id, { tier: 'growth', limits, allowedIps: ['10.0.0.0/8'] })
    expect(await keys.verify(secret, '10.0.0.1')).toMatchObject({ name: 'bot', tier: 'growth', limits })
    expect(await keys.verify(secret, '::1')).toBeUndefined()
    expect(await keys.get(key.id)).toMatchObject({ id: key.id, limits })
    expect((await keys.update(key.id, { limits: { monthlyCu: 2000 } })).limits).toEqual({ ...limits, monthlyCu: 2000 })
    expect((await keys.update(key.id, { limits: { monthlyCu: null } })).limits).toEqual({ requestsPerSecond: 5 })
    expect((await keys.update(key.id, { limits: null })).limits).toEqual({})
    for (const wrong of [{ requestsPerSecond: 0 }, { requestsPerSecond: 1.5 }, { cuPerDay: 1 }, { cuPerDay: null }])
      await expect(keys.update(key.id, { limits: wrong as never })).rejects.toThrow(/Invalid limits/)
    for (const large of [1e15, 1e300])
      await expect(keys.update(key.id, { limits: { monthlyCu: large } })).rejects.toThrow(/from 0 to 999999999999999/)
    await keys.update(key.id, { limits: { monthlyCu: 999_999_999_999_999 } })
    await expect(keys.get('nobody')).rejects.toThrow(UnknownKeyError)
  })

  it('refuses what it does not know, by name', async () => {
    await using keys = createKeyring(createMemoryStore())
    await expect(keys.create({ name: ' ' })).rejects.toThrow(InvalidKeyError)
    await expect(keys.create({ name: 'x', scopes: ['read:all' as Scope] })).rejects.toThrow(/read:all.*read:blockchain/)
    for (const entry of ['10.0.0.0/33', '10.0.0', '10.0.0.1/x', '10.0.0.1/8/8'])
      await expect(keys.create({ name: 'x', allowedIps: [entry] })).rejects.toThrow(InvalidAllowedIpError)
    await expect(keys.revoke('nobody')).rejects.toThrow(UnknownKeyError)
  })
})

describe('tokens', () => {
  it('stand for their key for an hour, over a restart, until it is revoked', async () => {
    const time = { nowMs: Date.now() }
    const clock = { now: () => time.nowMs }
    const first = await openStore({ dataDir })
    const keyring = createKeyring(first, { clock })
    const { key } = await keyring.create({ name: 'bot' })
    const token = await createTokens({ store: first, keyring, clock }).issue(key)
    await keyring.close()
    await first.close()

    await using store = await openStore({ dataDir })
    await using keys = createKeyring(store, { clock })
    const tokens = createTokens({ store, keyring: keys, clock })
    expect((await tokens.verify(token, '127.0.0.1'))?.key.id).toBe(key.id)
    const [head, payload, signature] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    for (const other of [`${forged}.${payload}.`, `${head}.${payload}.${signature?.replace(/.$/, '')}`, 'x', ''])
      expect(await tokens.verify(other, '127.0.0.1')).toBeUndefined()
    const { nowMs } = time
    time.nowMs += (tokenLifetimeSeconds + 1) * 1000
    expect(await tokens.verify(token, '127.0.0.1')).toBeUndefined()
    time.nowMs = nowMs
    await keys.revoke(key.id)
    expect(await tokens.verify(token, '127.0.0.1')).toBeUndefined()
  })

  it('are worth nothing under another secret', async () => {
    const issue = async () => {
      const store = createMemoryStore()
      const keyring = createKeyring(store)
      return { tokens: createTokens({ store, keyring }), key: (await keyring.create({ name: 'bot' })).key }
    }
    const [ours, theirs] = [await issue(), await issue()]
    expect(await ours.tokens.verify(await theirs.tokens.issue(theirs.key), '::1')).toBeUndefined()
  })
})
