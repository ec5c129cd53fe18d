import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyring, openStore } from '@outrigger/server'
import { describe, expect, it } from 'vitest'
import { createDirectory, runCli } from '../fixtures/cliProcess.ts'

const verify = async (dataDir: string, secret: string, ip = '127.0.0.1') => {
  await using store = await openStore({ dataDir })
  return createKeyring(store).verify(secret, ip)
}

describe('keys', () => {
  it('makes a key that works, lists it without its secret, revokes it', async () => {
    const dataDir = join(createDirectory(), 'data')
    const here = ['--data-dir', dataDir]
    const created = await runCli(['keys', 'create', '--name', 'bot', '--ip', '10.0.0.0/8', '--ip', '::1', ...here])
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^or_[0-9a-f]{12}_[\w-]{43}\n$/) })
    const secret = created.stdout.trim()
    expect(created.stderr).not.toContain(secret)
    expect(created.stderr).toContain(`Servers that use the data directory ${dataDir} accept it.`)
    expect(await verify(dataDir, secret, '10.1.2.3')).toMatchObject({ name: 'bot', tier: 'free' })
    expect(await verify(dataDir, secret, '192.0.2.1')).toBeUndefined()
    expect(statSync(dataDir).mode & 0o077).toBe(0)

    const scopes = ['--scope', 'stream:websocket,write:alerts']
    const desk = ['--account', 'desk']
    const second = await runCli([
      'keys',
      'create',
      '--name',
      'two',
      '--tier',
      'growth',
      ...scopes,
      ...desk,
      '--json',
      ...here,
    ])
    const made = JSON.parse(second.stdout) as { id: string; secret: string }
    expect(made).toMatchObject({
      name: 'two',
      tier: 'growth',
      account: 'desk',
      scopes: ['stream:websocket', 'write:alerts'],
    })

    const revoked = await runCli(['keys', 'revoke', made.id, '--json', ...here])
    expect(JSON.parse(revoked.stdout)).toMatchObject({ id: made.id, revoked_at: expect.any(String) })
    expect(await verify(dataDir, made.secret)).toBeUndefined()

    const [list, table] = await Promise.all([
      runCli(['keys', 'list', '--json', ...here]),
      runCli(['keys', 'list', ...here]),
    ])
    const names = list.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { name: string }).name)
    expect(names.sort()).toEqual(['bot', 'two'])
    expect(table.stdout).toMatch(/two +growth .*revoked/)
    for (const hidden of [secret.slice(16), made.secret.slice(16), 'hash'])
      expect(list.stdout + table.stdout).not.toContain(hidden)
  })

  it('changes limits, rotates a secret with an overlap, and shows both', async () => {
    const here = ['--data-dir', join(createDirectory(), 'data')]
    const dataDir = here[1] ?? ''
    const made = await runCli(['keys', 'create', '--name', 'bot', '--expires', '2099-01-31', '--json', ...here])
    const { id, secret } = JSON.parse(made.stdout) as { id: string; secret: string }
    const limited = await runCli(['keys', 'limit', id, '--tier', 'base', '--set', 'monthlyCu=1000', ...here])
    expect(limited.stdout).toMatch(/bot +base .*until 2099-01-31 00:00[\s\S]*monthlyCu 1000/)
    const more = await runCli(['keys', 'limit', id, '--set', 'monthlyCu=tier,requestsPerSecond=2', ...here])
    expect(more.stdout).not.toContain('monthlyCu')
    const both = await runCli(['keys', 'limit', id, '--set', 'monthlyCu=1000', ...here])
    expect(both.stdout).toMatch(/requestsPerSecond 2, monthlyCu 1000/)
    const rotated = await runCli(['keys', 'rotate', id, ...here])
    const next = rotated.stdout.trim()
    expect(rotated.stderr).not.toContain(next)
    expect(rotated.stderr).toMatch(/old secret is valid until \d{4}-\S+Z\. `outrigger keys rotate \w{12} --overlap 0`/)
    for (const one of [secret, next])
      expect(await verify(dataDir, one)).toMatchObject({
        id,
        tier: 'base',
        limits: { monthlyCu: 1000, requestsPerSecond: 2 },
      })
    const cut = await runCli(['keys', 'rotate', id, '--overlap', '0', '--json', ...here])
    expect(await verify(dataDir, next)).toBeUndefined()
    expect(cut.stderr).toContain('All old secrets are revoked.')
    expect(JSON.parse(cut.stdout)).toMatchObject({ previous_until: expect.stringMatching(/Z$/) })
    expect(await verify(dataDir, (JSON.parse(cut.stdout) as { secret: string }).secret)).toBeDefined()
    const shown = await runCli(['keys', 'list', id, '--json', ...here])
    expect(JSON.parse(shown.stdout)).toMatchObject({ id, tier: 'base', expires_at: '2099-01-31T00:00:00.000Z' })
    expect(shown.stdout).not.toMatch(/hash|previous|secret/)
    const usage = await runCli(['keys', 'list', id, '--usage', '--json', ...here])
    expect(JSON.parse(usage.stdout)).toMatchObject({
      limits: { cu: 1000, trace_cu: expect.any(Number) },
      projection: { cu_per_day: 0, cu_at_reset: 0, spent_at: null },
    })
    const wrong = await Promise.all(
      [['--set', 'monthlyCU=1'], ['--set', 'monthlyCu=much'], ['--expires', 'soon'], []].map((flags) =>
        runCli(['keys', 'limit', id, ...flags, ...here]),
      ),
    )
    expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2, 2])
  })

  it('refuses what it does not understand with exit code 2, an unknown key with 1', async () => {
    const here = ['--data-dir', createDirectory()]
    const results = await Promise.all([
      runCli(['keys', 'create', ...here]),
      runCli(['keys', 'create', '--name', 'x', '--scope', 'everything', ...here]),
      runCli(['keys', 'create', '--name', 'run:1', ...here]),
      runCli(['keys', 'create', '--name', 'x', '--ip', 'localhost', ...here]),
      runCli(['keys', 'revoke', 'nobody', ...here]),
    ])
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 1])
    for (const { stdout, stderr } of results) {
      expect(stdout).toBe('')
      expect(stderr).toMatch(/^\w+: .+/)
      expect(stderr).not.toMatch(/\n\s+at /)
    }
  })
})
