import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyring, openStore } from '@outrigger/server'
import { describe, expect, it } from 'vitest'
import { createDirectory, runCli } from '../fixtures/cliProcess.ts'

const verify = async (dataDir: string, secret: string, ip = '127.0.0.1') => {
  await using store = await openStore(dataDir)
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
    expect(await verify(dataDir, secret, '10.1.2.3')).toMatchObject({ name: 'bot', tier: 'free' })
    expect(await verify(dataDir, secret, '192.0.2.1')).toBeUndefined()
    expect(statSync(dataDir).mode & 0o077).toBe(0)

    const scopes = ['--scope', 'stream:websocket,write:alerts']
    const second = await runCli(['keys', 'create', '--name', 'two', '--tier', 'growth', ...scopes, '--json', ...here])
    const made = JSON.parse(second.stdout) as { id: string; secret: string }
    expect(made).toMatchObject({ name: 'two', tier: 'growth', scopes: ['stream:websocket', 'write:alerts'] })

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
