import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { contract, type Endpoint, type Scope, scopes } from '@outrigger/api/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCommand, type RunningNode, startNode } from './fixtures/runningNode.ts'

let node: RunningNode
beforeAll(async () => {
  // No chain is configured, because permissions do not depend on chains. No server listens at the beacon URL.
  node = await startNode(['--beacon', 'http://127.0.0.1:1'])
})
afterAll(() => node?.close())

const own = () => ({ origin: node.url, 'content-type': 'application/json' })
const signIn = (credential: unknown, headers: Record<string, string> = own()) =>
  fetch(`${node.url}/dashboard/session`, { method: 'POST', headers, body: JSON.stringify({ credential }) })
const toCookie = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${node.url}${path}`, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })

async function createKey(wanted: readonly Scope[]): Promise<{ id: string; secret: string }> {
  const body = JSON.stringify({ name: 'dashboard', scopes: wanted, tier: 'unlimited' })
  const headers = { 'x-api-key': node.apiKey, 'content-type': 'application/json' }
  const answer = await (await ask('/api/v1/account/keys', headers, { method: 'POST', body })).json()
  return { id: answer.key.id, secret: answer.secret }
}

describe('the files of the page', () => {
  const folder = () => join(dirname(getCommand()), 'dashboard')
  const files = () =>
    readdirSync(folder(), { recursive: true, withFileTypes: true }).filter(
      (one) => one.isFile() && !/LICENSES/.test(one.name),
    )

  it('are at most 250 kB together, gzipped', () => {
    const size = files().reduce(
      (sum, { parentPath, name }) => sum + gzipSync(readFileSync(join(parentPath, name))).length,
      0,
    )
    expect(size).toBeGreaterThan(20_000)
    expect(size).toBeLessThanOrEqual(250_000)
  })

  it('come under a strict policy, as they were built, and hold nothing of the node', async () => {
    const page = await ask('/', { accept: 'text/html' })
    const html = await page.text()
    expect(html).toBe(readFileSync(join(folder(), 'index.html'), 'utf8'))
    expect(html).not.toMatch(/<script(?![^>]* src="\/assets\/)|<style|https?:\/\//)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'; style-src 'self'; connect-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const script = /src="([^"]+)"/.exec(html)?.[1] ?? ''
    const asset = await ask(script, {})
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(await asset.text()).toBe(readFileSync(join(folder(), script), 'utf8'))
  })

  it('leave the index of programs as it is', async () => {
    expect(await (await ask('/', {})).json()).toMatchObject({ name: 'Outrigger', api: '/api/v1' })
  })
})

describe('a visitor without a session', () => {
  it('learns that nobody is signed in, and nothing else', async () => {
    expect(await (await ask('/dashboard/session', {})).json()).toEqual({ signed_in: false })
    for (const [id, endpoint] of Object.entries(contract) as [string, Endpoint][])
      if (endpoint.scopes !== 'public' && endpoint.method === 'GET') {
        const path = `/api${endpoint.path.replace(/\{\w+\}/g, 'ethereum')}`
        expect((await ask(path, { 'sec-fetch-site': 'same-origin' })).status, id).toBe(401)
      }
  })

  it('gets none with a wrong key, or from a page of another site', async () => {
    for (const wrong of ['or_wrong', '', 7, undefined]) expect((await signIn(wrong)).status).toBe(401)
    const json = { 'content-type': 'application/json' }
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      {},
      { origin: 'null' },
    ]) {
      const answer = await signIn(node.apiKey, { ...json, ...(headers as Record<string, string>) })
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
    }
  })
})

describe('a session', () => {
  it('has a cookie that scripts and other sites do not get, and counts for pages of the node only', async () => {
    const started = await signIn(node.apiKey)
    expect(started.headers.get('set-cookie')).toMatch(/^outrigger-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(await started.text()).not.toContain(node.apiKey)
    const cookie = toCookie(started)
    const status = async (headers: Record<string, string>) =>
      (await ask('/api/v1/account/keys', { cookie, ...headers })).status
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await status({ origin: node.url })).toBe(200)
    expect(await status({ referer: `${node.url}/` })).toBe(200)
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { referer: 'https://evil.example/' },
    ])
      expect(await status(headers as Record<string, string>), JSON.stringify(headers)).toBe(401)
  })

  it('ends by signing out, and with its key', async () => {
    const { id, secret } = await createKey(['admin:account'])
    const [first, second] = [toCookie(await signIn(secret)), toCookie(await signIn(secret))]
    const status = async (cookie: string) => (await ask('/api/v1/account/keys', { cookie, origin: node.url })).status
    expect([await status(first), await status(second)]).toEqual([200, 200])
    await ask('/dashboard/session', { cookie: first, origin: node.url }, { method: 'DELETE' })
    expect([await status(first), await status(second)]).toEqual([401, 200])
    await ask(`/api/v1/account/keys/${id}`, { 'x-api-key': node.apiKey }, { method: 'DELETE' })
    expect(await status(second)).toBe(401)
  })

  it('starts once with the link that the command prints', async () => {
    const [, token] = /#sign-in=([\w-]+)/.exec(node.stderr()) ?? []
    expect(token).toBeDefined()
    const first = await signIn(token)
    expect(await first.json()).toMatchObject({ signed_in: true, key: { name: expect.stringMatching(/^run:/) } })
    expect((await signIn(token)).status).toBe(401)
  })

  it.each(Object.keys(scopes) as Scope[])('of a key with %s may do what the key may, call by call', async (scope) => {
    const { secret } = await createKey([scope])
    const cookie = toCookie(await signIn(secret))
    const seen = new Set<string>()
    const isLetIn = async (path: string, headers: Record<string, string>, method: string) => {
      const { status } = await ask(path, headers, { method })
      return status !== 401 && status !== 403
    }
    const calls = Object.values(contract).map(({ method, path }: Endpoint) => [
      method,
      `/api${path.replace(/\{\w+\}/g, 'nobody')}`,
    ])
    for (const [method = '', path = ''] of calls) {
      const byKey = await isLetIn(path, { 'x-api-key': secret }, method)
      expect(await isLetIn(path, { cookie, origin: node.url }, method), `${method} ${path}`).toBe(byKey)
      seen.add(String(byKey))
    }
    // The scope `admin:account` allows everything.
    expect(seen).toEqual(new Set(scope === 'admin:account' ? ['true'] : ['true', 'false']))
  })
})
