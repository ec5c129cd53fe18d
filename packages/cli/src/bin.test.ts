import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { createDirectory, runCli } from './fixtures/cliProcess.ts'

it('needs nothing beside its files but its manifest', async () => {
  const home = createDirectory()
  const command = join(home, 'bin/outrigger.js')
  mkdirSync(join(home, 'bin'))
  const built = dirname(inject('command'))
  for (const name of readdirSync(built))
    if (name.endsWith('.js')) copyFileSync(join(built, name), join(home, 'bin', name))
  writeFileSync(join(home, 'package.json'), '{"type":"module","version":"7.8.9"}')
  const [version, gas, keys, devnet] = await Promise.all(
    [['--version'], ['gas', '--rpc', 'ethereum=http://127.0.0.1:9'], ['keys', 'list'], ['devnet', '--chains', 'x']].map(
      (args) => runCli(args, { command: [command] }),
    ),
  )
  expect(version).toMatchObject({ code: 0, stdout: '7.8.9\n' })
  expect(gas).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('No ethereum provider answered') })
  expect(devnet).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('arbitrum') })
  // Runtimes with a driver of their own need no package for it.
  if (keys?.code !== 0) expect(keys).toMatchObject({ code: 1, stderr: expect.stringContaining('better-sqlite3') })
})

it('reads a small part of its code before it knows which command is asked for', () => {
  const folder = dirname(inject('command'))
  const read = new Map<string, number>()
  const visit = (name: string) => {
    if (read.has(name)) return
    const text = readFileSync(join(folder, name), 'utf8')
    read.set(name, text.length)
    for (const [, part = ''] of text.matchAll(/(?<=^|[;}\n])import(?:[^"'();]*from)?"\.\/(part-\w+\.js)"/g)) visit(part)
  }
  visit('outrigger.js')
  const total = [...read.values()].reduce((sum, length) => sum + length, 0)
  expect(read.size).toBeGreaterThan(10)
  // All of it is above 6 MB.
  expect(total).toBeLessThan(1_000_000)
})

it('names errors in stacks as the library does', async () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('Ae', 'aE')
  const rpc = ['--rpc', 'ethereum=http://127.0.0.1:9']
  const { code, stderr } = await runCli(['position', 'ethereum', address, '--verbose', ...rpc])
  expect(code).toBe(2)
  expect(stderr).toContain('InvalidAddressError: ')
})

it.skipIf(!existsSync('/dev/full'))('fails where its output cannot be written', () => {
  const cwd = createDirectory()
  const shell = ['-c', '"$@" >/dev/full', 'sh', process.execPath, inject('command')]
  const { status, stderr } = spawnSync('sh', [...shell, 'keys', 'create', '--name', 'a', '--data-dir', cwd], { cwd })
  expect(String(stderr)).toContain('ENOSPC')
  expect(status).toBe(1)
})

it('takes a folder named .env for no settings', async () => {
  const cwd = createDirectory()
  mkdirSync(join(cwd, '.env'))
  expect(await runCli(['config'], { cwd })).toMatchObject({ code: 0, stderr: '' })
})

it('reads a .env and a configuration that begin with a byte order mark; variables that are set win', async () => {
  const cwd = createDirectory()
  writeFileSync(join(cwd, '.env'), '\uFEFFOUTRIGGER_PORT=1234\nOUTRIGGER_GATEWAY_PORT=1235\n')
  writeFileSync(join(cwd, 'outrigger.json'), `\uFEFF${JSON.stringify({ host: '127.0.0.9' })}`)
  const env = { OUTRIGGER_GATEWAY_PORT: '1236' }
  const { stdout, stderr } = await runCli(['config', '--json', '--config', 'outrigger.json'], { cwd, env })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(
    expect.arrayContaining([
      { setting: 'host', value: '127.0.0.9', origin: 'outrigger.json' },
      { setting: 'port', value: 1234, origin: 'OUTRIGGER_PORT' },
      { setting: 'gatewayPort', value: 1236, origin: 'OUTRIGGER_GATEWAY_PORT' },
    ]),
  )
})
