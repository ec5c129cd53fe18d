import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sleep } from '@outrigger/core'
import { leaveOut } from '@outrigger/devnet/recorded'
import { findProgram, usePostgres } from '@outrigger/devnet/testing'
import { afterAll, beforeAll, describe, expect, inject, it, type TestContext } from 'vitest'
import WebSocket from 'ws'
import { useChainAndDatabase } from '../packages/cli/src/fixtures/chainAndDatabase.ts'
import { type CliProcess, createDirectory, runCli, startCli } from '../packages/cli/src/fixtures/cliProcess.ts'
import { runInShell } from './fixtures/runInShell.ts'
import { toCommands } from './fixtures/shellCommands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/guide/operations.md'), 'utf8')
const { rpcUrl } = useChainAndDatabase()
const cluster = usePostgres()

/** A busy machine takes seconds for what usually takes milliseconds. */
const patience = { timeout: 30_000 }

/** The commands below a heading of the page. */
function commandsOf(heading: string): readonly string[] {
  const [, section = ''] = page.split(new RegExp(`^#+ ${heading}\n`, 'm'))
  const commands = toCommands(section.split(/^#+ /m)[0] ?? '')
  expect(commands.length, heading).toBeGreaterThan(0)
  return commands
}

function requireProgram(test: TestContext, name: string): void {
  if (findProgram(name) === undefined) leaveOut(test, `${name} is not installed: sh scripts/debian.sh`)
}

/** A server whose service is a process of the test, for the commands of the page. */
class Host {
  readonly folder = createDirectory()
  readonly dataDir = join(this.folder, 'data')
  service: CliProcess | undefined
  address: Readonly<Record<'rest' | 'ws' | 'gateway_http' | 'gateway_ws' | 'api_key', string>> | undefined
  /** Replacements in commands. */
  readonly replaced: [from: string, to: string][] = [
    ['/var/backups/outrigger', join(this.folder, 'backups')],
    ['/var/lib/outrigger', this.dataDir],
    ['/opt/outrigger', join(this.folder, 'opt/outrigger')],
    ['/etc/outrigger.env', join(this.folder, 'outrigger.env')],
    ['../outrigger/tarballs', join(this.folder, 'tarballs')],
  ]
  env: NodeJS.ProcessEnv
  readonly #serviceEnv: NodeJS.ProcessEnv

  constructor(serviceEnv: NodeJS.ProcessEnv = {}) {
    const bin = join(this.folder, 'bin')
    for (const folder of [bin, this.dataDir]) mkdirSync(folder)
    const outrigger = `#!/bin/sh\nexec "${process.execPath}" "${inject('command')}" "$@"\n`
    writeFileSync(join(bin, 'outrigger'), outrigger, { mode: 0o755 })
    this.#serviceEnv = serviceEnv
    const path = `${bin}:${process.env['PATH']}`
    this.env = { ...process.env, PATH: path, HOME: this.folder, OUTRIGGER_DATA_DIR: this.dataDir, ...serviceEnv }
  }

  async start(): Promise<void> {
    const ports = ['--port', '0', '--gateway-port', '0']
    const args = ['up', '--json', ...ports, '--data-dir', this.dataDir, '--rpc', `ethereum=${rpcUrl()}`]
    this.service = startCli(args, { env: { OUTRIGGER_TRUSTED_PROXIES: '1', ...this.#serviceEnv } })
    this.address = JSON.parse(await this.service.firstLine())
  }

  async stop(): Promise<void> {
    await this.service?.[Symbol.asyncDispose]()
    this.service = undefined
  }

  /** Runs one command of the page and returns its output. */
  async run(said: string): Promise<string> {
    if (said === 'systemctl stop outrigger') return this.stop().then(() => '')
    if (said === 'systemctl start outrigger') return this.start().then(() => '')
    const [first, ...starts] = said.split(/ &&\s+systemctl start outrigger$/)
    let command = first ?? ''
    for (const [from, to] of this.replaced) command = command.replaceAll(from, to)
    const { code, output, env } = await runInShell(command, { cwd: this.folder, env: this.env })
    expect(code, `${command}\n${output}`).toBe(0)
    this.env = env
    if (starts.length > 0) await this.start()
    return output
  }

  async runAll(commands: readonly string[]): Promise<void> {
    for (const command of commands) await this.run(command)
  }

  async keys(...args: readonly string[]): Promise<{ readonly id: string; readonly secret: string }[]> {
    const env = { OUTRIGGER_DATA_DIR: this.dataDir, ...this.#serviceEnv }
    const { stdout } = await runCli(['keys', ...args, '--json'], { env })
    return stdout
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }

  async request(
    path: string,
    secret: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const headers = { 'x-api-key': secret, ...(body && { 'content-type': 'application/json' }) }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const response = await fetch(`${this.address?.rest}${path}`, init)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  async status(secret: string): Promise<number> {
    const { status } = await this.request('/v1/gas/ethereum', secret)
    return status
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

type Contents = { readonly used: number; readonly alerts: readonly string[] }

/** What a backup must keep: a key that works, its usage, and its alert. */
async function readContents(host: Host, secret: string): Promise<Contents> {
  const alerts = await host.request('/v1/alerts', secret)
  const usage = await host.request('/v1/analytics/usage', secret)
  const list = alerts.body as unknown as { readonly id: string }[]
  return { used: Number(usage.body['total_cu_used']), alerts: list.map(({ id }) => id) }
}

async function fill(host: Host): Promise<string> {
  const scopes = ['read:blockchain', 'read:analytics', 'write:alerts'].flatMap((scope) => ['--scope', scope])
  const [key] = await host.keys('create', '--name', 'bot', ...scopes)
  const secret = key?.secret ?? ''
  await expect.poll(() => host.status(secret), patience).toBe(200)
  const alert = { name: 'gas', alert_type: 'gas', threshold: 50, webhook_url: 'http://127.0.0.1:9/' }
  const made = await host.request('/v1/alerts', secret, alert)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  await expect.poll(async () => (await readContents(host, secret)).used, patience).toBeGreaterThan(0)
  await sleep(500)
  return secret
}

describe('back up and restore', () => {
  it('SQLite, while the node runs', async (test) => {
    requireProgram(test, 'sqlite3')
    await using host = new Host()
    await host.start()
    const secret = await fill(host)
    const [backUp, restore] = [commandsOf('SQLite').slice(0, 3), commandsOf('SQLite').slice(3)]
    await host.runAll(backUp)
    const [later] = await host.keys('create', '--name', 'later')
    await expect.poll(() => host.status(later?.secret ?? ''), patience).toBe(200)
    expect(restore).toContain('systemctl stop outrigger')
    await host.runAll(restore)
    const { used, alerts } = await readContents(host, secret)
    expect(used).toBeGreaterThan(0)
    expect(alerts).toHaveLength(1)
    await expect.poll(() => host.status(secret), patience).toBe(200)
    // The backup is older than this key.
    expect(await host.status(later?.secret ?? '')).toBe(401)
  })

  it('SQLite, after the loss of the data directory', async (test) => {
    requireProgram(test, 'sqlite3')
    await using host = new Host()
    await host.start()
    const secret = await fill(host)
    const commands = commandsOf('SQLite')
    await host.stop()
    const [backUp, restore] = [commands.slice(0, 3), commands.slice(3)]
    // Without a backup the node does not start with an empty store.
    await expect(host.runAll(restore)).rejects.toThrow(/unable to open database/)
    expect(host.service).toBeUndefined()
    expect(await host.run(backUp.join('\n'))).toMatch(/^ok\n\d+\n$/)
    rmSync(host.dataDir, { recursive: true })
    await host.runAll(restore)
    expect(await host.run(restore.at(-1) ?? '')).toMatch(/\bbot\b/)
    expect((await readContents(host, secret)).alerts).toHaveLength(1)
  })

  it('PostgreSQL, into a new database', async () => {
    const url = new URL(cluster().createDatabase())
    const store = url.href
    await using host = new Host({ OUTRIGGER_STORE: store })
    execFileSync('psql', [store, '-c', 'CREATE ROLE outrigger SUPERUSER LOGIN'], { stdio: 'pipe' })
    const at = (name: string, user: string) => `"${url.protocol}//${user}@${url.host}/${name}${url.search}"`
    host.replaced.push(
      ['postgres://outrigger@db.internal/outrigger_restored', at('outrigger_restored', 'outrigger')],
      ['postgres://outrigger@db.internal/outrigger', at(url.pathname.slice(1), 'outrigger')],
      ['postgres://postgres@db.internal/postgres', at('postgres', 'postgres')],
    )
    await host.start()
    const secret = await fill(host)
    await host.runAll(commandsOf('PostgreSQL'))
    await host.stop()
    await using restored = new Host({ OUTRIGGER_STORE: at('outrigger_restored', 'outrigger').slice(1, -1) })
    await restored.start()
    const { used, alerts } = await readContents(restored, secret)
    expect(used).toBeGreaterThan(0)
    expect(alerts).toHaveLength(1)
  })
})

/** Packs a package whose command is the one of this repository, as `npm run pack:all` does. */
function pack(host: Host, version: string): void {
  const [folder, tarballs] = [join(host.folder, 'package'), join(host.folder, 'tarballs')]
  for (const one of [folder, tarballs]) mkdirSync(one, { recursive: true })
  const manifest = { name: 'outrigger', version, bin: { outrigger: 'outrigger.cjs' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'outrigger.cjs'), `#!/usr/bin/env node\nimport(${JSON.stringify(inject('command'))})\n`, {
    mode: 0o755,
  })
  execFileSync('npm', ['pack', '--silent', '--pack-destination', tarballs], { cwd: folder, stdio: 'pipe' })
  renameSync(join(tarballs, `outrigger-${version}.tgz`), join(tarballs, 'outrigger-0.1.0.tgz'))
}

it('upgrades twice and rolls back', async () => {
  await using host = new Host()
  host.env = { ...host.env, npm_config_offline: 'true', npm_config_audit: 'false' }
  const file = `OUTRIGGER_RPC_ETHEREUM='${rpcUrl()}/?a=1&b=2'\n`
  writeFileSync(join(host.folder, 'outrigger.env'), file)
  const opt = join(host.folder, 'opt')
  const version = (folder: string) =>
    JSON.parse(readFileSync(join(opt, folder, 'lib/node_modules/outrigger/package.json'), 'utf8')).version
  pack(host, '1.0.0')
  for (const command of commandsOf('Install as a service').slice(0, 2)) await host.run(command)
  await host.start()
  const commands = commandsOf('Upgrade and roll back')
  const stops = commands.flatMap((command, index) => (command === 'systemctl stop outrigger' ? [index] : []))
  const [prepare, config = ''] = [commands.slice(0, (stops[0] ?? 0) - 1), commands[(stops[0] ?? 0) - 1]]
  const [swap, rollBack] = [commands.slice(stops[0], stops[1]), commands.slice(stops[1])]
  for (const next of ['2.0.0', '3.0.0']) {
    pack(host, next)
    await host.runAll(prepare)
    expect(await host.run(config)).toMatch(/chains\.ethereum\.endpoints.*OUTRIGGER_RPC_ETHEREUM/)
    await host.runAll(swap)
    expect(version('outrigger')).toBe(next)
    expect(existsSync(join(opt, 'outrigger-next'))).toBe(false)
  }
  expect(version('outrigger-previous')).toBe('2.0.0')
  const PATH = `${join(opt, 'outrigger/bin')}:/usr/bin:/bin`
  const run = spawnSync('outrigger', ['--version'], { env: { PATH }, encoding: 'utf8' })
  expect(run.stdout, run.stderr).toMatch(/^\d+\.\d+\.\d+/)
  await host.runAll(rollBack)
  expect(version('outrigger')).toBe('2.0.0')
  expect(host.service).toBeDefined()
})

it('rotates secrets of a running node', async () => {
  await using host = new Host()
  await host.start()
  const [key] = await host.keys('create', '--name', 'bot')
  if (key === undefined) throw new TypeError('no key')
  host.replaced.push(['<id>', key.id])
  await expect.poll(() => host.status(key.secret), patience).toBe(200)
  const [overlapping = '', immediate = '', webhooks = ''] = commandsOf('Rotate secrets')
  const toSecret = (output: string) => /or_\w+_[\w-]{43}/.exec(output)?.[0] ?? ''
  const second = toSecret(await host.run(overlapping))
  await expect.poll(() => host.status(second), patience).toBe(200)
  expect(await host.status(key.secret)).toBe(200)
  const third = toSecret(await host.run(immediate))
  await expect.poll(() => host.status(third), patience).toBe(200)
  for (const old of [key.secret, second]) await expect.poll(() => host.status(old), patience).toBe(401)
  expect(await host.run(webhooks)).toMatch(/whsec_/)
})

it('the unit finds the command and a Node of its own', async () => {
  const unit = readFileSync(join(root, 'deploy/outrigger.service'), 'utf8')
  const [, path = ''] = /^Environment=PATH=(.*)$/m.exec(unit) ?? []
  const [, program = '', name = ''] = /^ExecStart=(\/usr\/bin\/env) (outrigger) up/m.exec(unit) ?? []
  const bin = join(createDirectory(), 'bin')
  mkdirSync(bin)
  symlinkSync(process.execPath, join(bin, 'node'))
  writeFileSync(join(bin, name), `#!/usr/bin/env node\nimport(${JSON.stringify(inject('command'))})\n`, { mode: 0o755 })
  const PATH = path.replace('/opt/outrigger/bin', bin)
  expect(PATH).not.toBe(path)
  const { status, stdout, stderr } = spawnSync(program, [name, '--version'], { env: { PATH }, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^\d+\.\d+\.\d+/)
})

it('the metrics, log messages and paths that the page names exist', async () => {
  await using host = new Host()
  await host.start()
  const origin = (host.address?.rest ?? '').replace(/\/api$/, '')
  for (const path of ['/livez', '/readyz', '/metrics'])
    await expect.poll(async () => (await fetch(`${origin}${path}`)).status, patience).toBe(200)
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const sources = execFileSync('git', ['grep', '-h', '-E', "name: 'outrigger_|logger|log\\.|'endpoint'|'failover'"], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const [name] of page.matchAll(/outrigger_\w+/g))
    if (name !== 'outrigger_restored') expect(`${metrics}${sources}`, name).toContain(name)
  const [, table = ''] = page.split('| `msg` | level | meaning |')
  const [rows = ''] = table.split('\n\n')
  const messages = rows.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
  expect(messages.length).toBeGreaterThan(6)
  for (const [, message] of messages) expect(sources).toContain(`'${message}'`)
})

describe('the configuration of nginx', () => {
  let host: Host | undefined
  let nginx: ReturnType<typeof spawn> | undefined
  let ports: readonly [rest: number, gateway: number] = [0, 0]
  let file = ''

  beforeAll(async () => {
    if (findProgram('nginx') === undefined) return
    host = new Host()
    await host.start()
    const folder = host.folder
    const certificate = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=node.example.com']
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
    execFileSync('openssl', ['req', ...certificate, ...files], { stdio: 'pipe' })
    ports = [await findPort(), await findPort()]
    const [, block = ''] = /^```nginx\n(.*?)^```/ms.exec(page) ?? []
    const [rest = '', gateway = ''] = [host.address?.rest, host.address?.gateway_http].map(
      (url) => new URL(url ?? '').host,
    )
    const left = [...ports]
    const server = block
      .replaceAll('listen 443 ssl', () => `listen 127.0.0.1:${left.shift()} ssl`)
      .replaceAll(/ssl_certificate \S+;/g, `ssl_certificate ${folder}/certificate.pem;`)
      .replaceAll(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${folder}/key.pem;`)
      .replace('127.0.0.1:8787', rest)
      .replace('127.0.0.1:8788', gateway)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const places = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
    file = join(folder, 'nginx.conf')
    const user = process.getuid?.() === 0 ? 'user root;\n' : ''
    writeFileSync(
      file,
      `daemon off;\n${user}pid ${folder}/pid;\nerror_log stderr crit;\nevents {}\nhttp {\n${places}\n${server}}\n`,
    )
    nginx = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
  })
  afterAll(async () => {
    if (nginx) {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    }
    await host?.stop()
  })

  const get = (port: number, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = {
        port,
        path,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        headers: { host: 'node.example.com' },
      }
      request(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })

  it('is valid', (test) => {
    requireProgram(test, 'nginx')
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', host?.folder ?? '', '-c', file, '-e', 'stderr'], {
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    expect(stderr).toContain('test is successful')
  })

  it('serves REST and WebSockets over TLS, and hides the metrics', async (test) => {
    requireProgram(test, 'nginx')
    await expect.poll(() => get(ports[0], '/api/v1/oracle/gas/ethereum').catch(() => 0), patience).toBe(200)
    expect(await get(ports[0], '/metrics')).toBe(404)
    const headers = { 'x-api-key': host?.address?.api_key ?? '' }
    const options = { rejectUnauthorized: false, headers }
    const urls = [`wss://127.0.0.1:${ports[0]}/ws/v1/ethereum`, `wss://127.0.0.1:${ports[1]}/ethereum/ws`]
    for (const url of urls) {
      const socket = new WebSocket(url, options)
      await once(socket, 'open')
      socket.close()
      await once(socket, 'close')
    }
  })
})

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
