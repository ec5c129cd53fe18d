import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { scopes } from '@outrigger/api/contract'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createKeyring, openStore } from '@outrigger/server'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDirectory, isAlive, listDescendants, runCli, startCli } from '../fixtures/cliProcess.ts'

type Ready = { rest: string; ws: string; gateway_http: string; gateway_ws: string; api_key: string }

const secret = 'SECRETSECRETSECRET'
let anvil: Anvil
let rpc: readonly string[]

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, blockTimeMs: 200 })
  rpc = ['--rpc', `ethereum=${anvil.rpcUrl}/?key=${secret},${anvil.rpcUrl}`]
})
afterAll(() => anvil.close())

const ask = (base: string, path: string, init: RequestInit = {}) =>
  fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(5_000) })
const askToken = (rest: string, key: string) =>
  ask(rest, '/v1/auth/token', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials' }),
  })
const keysOf = async (dataDir: string) => {
  await using store = await openStore({ dataDir })
  return createKeyring(store).list()
}

describe('up', () => {
  it('prints one ready line, serves, and takes its key back on SIGINT', async () => {
    const dataDir = createDirectory()
    await using node = startCli(['up', '--json', '--port', '0', '--data-dir', dataDir, ...rpc])
    const ready = JSON.parse(await node.firstLine()) as Ready
    expect(Object.keys(ready)).toEqual(['rest', 'ws', 'gateway_http', 'gateway_ws', 'api_key'])
    expect(ready).toMatchObject({
      rest: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api$/),
      ws: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+$/),
      gateway_http: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      gateway_ws: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+$/),
    })
    expect(new Set([ready.rest, `${ready.gateway_http}/api`]).size).toBe(2)

    const token = await askToken(ready.rest, ready.api_key)
    expect(token.status).toBe(200)
    expect((await askToken(ready.rest, `${ready.api_key.slice(0, -1)}!`)).status).toBe(401)
    const gas = await ask(ready.rest, '/v1/oracle/gas/ethereum')
    expect(await gas.json()).toMatchObject({ chain: 'ethereum', stale: false })
    expect(await keysOf(dataDir)).toMatchObject([
      { name: `run:${node.child.pid}`, tier: 'unlimited', scopes: Object.keys(scopes), revokedAt: null },
    ])

    node.child.kill('SIGINT')
    const { code, stdout, stderr } = await node.ended
    expect(code).toBe(130)
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(await keysOf(dataDir)).toMatchObject([{ revokedAt: expect.any(String) }])
    expect(stdout + stderr).not.toContain(secret)
    expect(stderr).not.toContain(ready.api_key)
  })

  it('ends with 0 on SIGTERM, and refuses the key of a run that was killed', async () => {
    const dataDir = createDirectory()
    await using killed = startCli(['up', '--json', '--port', '0', '--data-dir', dataDir, ...rpc])
    const { api_key } = JSON.parse(await killed.firstLine()) as Ready
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(await keysOf(dataDir)).toMatchObject([{ revokedAt: null, ofRun: true }])
    // Whatever the next process is: the secret is in no store.
    await using store = await openStore({ dataDir })
    await using keyring = createKeyring(store)
    expect(await keyring.verify(api_key, '127.0.0.1')).toBeUndefined()
    expect(await keyring.find(api_key.split('_')[1] ?? '', '127.0.0.1')).toBeUndefined()

    await using node = startCli(['up', '--json', '--port', '0', '--data-dir', dataDir, ...rpc])
    const { rest } = JSON.parse(await node.firstLine()) as Ready
    expect((await askToken(rest, api_key)).status).toBe(401)
    node.child.kill('SIGTERM')
    expect((await node.ended).code).toBe(0)
  })

  it('prints neither key nor sign-in link into a log, unless that is asked for', async () => {
    const start = (...args: readonly string[]) =>
      startCli(['up', '--port', '0', '--data-dir', createDirectory(), '--log', 'info', ...args, ...rpc])
    await using quiet = start()
    await using asked = start('--print-key')
    await expect.poll(quiet.stdout, { timeout: 20_000 }).toMatch(/API key +not shown without a terminal/)
    await expect.poll(asked.stdout, { timeout: 20_000 }).toMatch(/API key +or_[\s\S]*#sign-in=/)
    quiet.child.kill('SIGTERM')
    const { stdout, stderr } = await quiet.ended
    expect(stdout + stderr).not.toMatch(/or_[0-9a-f]{12}_|sign-in=/)
  })

  it('ends with the npx that started it, which passes no signal on', async () => {
    const dataDir = createDirectory()
    const command = [process.execPath, inject('command'), 'up', '--json', '--port', '0', '--data-dir', dataDir, ...rpc]
    // Like npx: a parent that waits, and dies of SIGTERM without a word to its child.
    const parent = spawn('sh', ['-c', '"$@" & wait', 'sh', ...command], {
      env: { ...process.env, npm_command: 'exec' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(parent.stdout, 'data')
    const [pid = 0] = listDescendants(parent.pid ?? 0)
    parent.kill('SIGTERM')
    await expect.poll(() => isAlive(pid), { timeout: 8_000 }).toBe(false)
    expect(await keysOf(dataDir)).toMatchObject([{ revokedAt: expect.any(String) }])
  })

  it('starts without a provider that answers, says so, and serves once one does', async () => {
    const port = await findFreePort()
    const dead = `http://127.0.0.1:${port}/?key=${secret}`
    await using node = startCli(['up', '--port', '0', '--data-dir', createDirectory(), '--rpc', `ethereum=${dead}`])
    const rest = /REST +(\S+)/.exec(await node.firstLine())?.[1] ?? ''
    const cold = await ask(rest, '/v1/oracle/gas/ethereum')
    expect(cold.status).toBe(503)
    expect(await cold.json()).toMatchObject({ error: 'service_unavailable' })
    await expect
      .poll(node.stderr, { timeout: 20_000 })
      .toMatch(/"chain":"ethereum","endpoints":\{"primary".*"no provider responds"/)

    await using late = await createAnvil({ chainId: 1, port, blockTimeMs: 200 })
    expect(late.rpcUrl).toContain(String(port))
    await expect
      .poll(async () => (await ask(rest, '/v1/oracle/gas/ethereum')).status, { timeout: 20_000, interval: 250 })
      .toBe(200)
    expect(node.stdout() + node.stderr()).not.toContain(secret)
  })

  it('says which flag helps when it cannot start', async () => {
    const { server, port } = await occupyPort()
    const here = ['--data-dir', createDirectory()]
    const [taken, nothing, both, wrongPort] = await Promise.all([
      runCli(['up', '--port', String(port), '--gateway-port', '0', ...here, ...rpc]),
      runCli(['up', '--port', '0', ...here]),
      runCli(['up', '--devnet', ...rpc, ...here]),
      runCli(['up', '--port', 'http', ...rpc, ...here]),
    ])
    server.close()
    expect(taken).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--port') })
    expect(nothing).toMatchObject({ code: 3, stderr: expect.stringContaining('--rpc') })
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--devnet') })
    expect(wrongPort).toMatchObject({ code: 2, stderr: expect.stringContaining('--port') })
  })
})

describe('the command line', () => {
  it('ends with 2 for what it does not know, and shows no key in what it repeats', async () => {
    const url = `https://host.example/v2/${secret}`
    const results = await Promise.all([
      runCli([]),
      runCli([url]),
      runCli([`--rpc=ethereum=${url}`]),
      runCli(['gas', '--rpc', `ethereum=host.example/${secret}`]),
      runCli(['gas'], { env: { OUTRIGGER_RPC_NARNIA: url } }),
    ])
    expect(results.map(({ code }) => code)).toEqual(Array(5).fill(2))
    for (const { stdout, stderr } of results) expect(stdout + stderr).not.toContain(secret)
  })

  it('prints help and version on stdout', async () => {
    const [help, version] = await Promise.all([runCli(['--help']), runCli(['--version'])])
    expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/up .*\n[\s\S]*doctor/) })
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })

  it('shows the effective configuration without secrets', async () => {
    const env = { OUTRIGGER_BEACON: `https://beacon.example/${secret}`, OUTRIGGER_PORT: '1' }
    const { code, stdout } = await runCli(['config', '--json', ...rpc], { env })
    const settings = JSON.parse(stdout) as { setting: string; origin: string }[]
    expect(code).toBe(0)
    expect(Object.fromEntries(settings.map(({ setting, origin }) => [setting, origin]))).toMatchObject({
      port: 'OUTRIGGER_PORT',
      'chains.ethereum.endpoints': '--rpc',
      'beacon.endpoints': 'OUTRIGGER_BEACON',
      host: 'default',
    })
    expect(stdout).not.toContain(secret)
  })
})

async function occupyPort(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

async function findFreePort(): Promise<number> {
  const { server, port } = await occupyPort()
  await new Promise((resolve) => server.close(resolve))
  return port
}
