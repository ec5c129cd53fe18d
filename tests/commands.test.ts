import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sleep } from '@outrigger/core'
import { leaveOut } from '@outrigger/devnet/recorded'
import { findProgram } from '@outrigger/devnet/testing'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, it, type TestContext } from 'vitest'
import { type CliProcess, createDirectory, runCli, startCli } from '../packages/cli/src/fixtures/cliProcess.ts'
import { signPurchase } from '../packages/cli/src/fixtures/signPurchase.ts'
import { cacheFolder } from '../packages/devnet/scripts/cacheFolder.mjs'
import { recordArguments } from './fixtures/recordArguments.ts'
import { runInShell } from './fixtures/runInShell.ts'
import { toCommands } from './fixtures/shellCommands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs/guide')).map((name) => `docs/guide/${name}`),
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
]

/** What a reader puts in place of what a page says: addresses of his own, ports, keys. Longer before shorter. */
const placeholders: readonly (readonly [said: string | RegExp, put: () => string | Promise<string>])[] = [
  [/http:\/\/127\.0\.0\.1:40\d{3}/, () => site.direct],
  [/127\.0\.0\.1:41\d{3}/, () => site.control],
  ['https://primary.example/KEY', () => site.primary],
  ['https://backup.example', () => site.backup],
  ['wss://backup.example', () => site.backup.replace('http', 'ws')],
  ['https://beacon.example', () => site.beacon],
  ['http://127.0.0.1:8787', () => site.rest],
  ['http://127.0.0.1:8788', () => site.gateway],
  ['or_…', () => site.key],
  ['0x02f8…', () => signPurchase()],
  ['ethereum 0x…', () => 'ethereum 0x145e2dc5c8238d1be628f87076a37d4a26a78544'],
  ['vitalik.eth', () => 'borrower.eth'],
  ['<id>', () => createKey()],
  ['npx tsx examples/', () => `npx tsx ${root}examples/`],
  // Folders of a server.
  ['/etc/systemd/system', () => join(reader, 'units')],
  ['/opt/outrigger-next/bin/outrigger', () => 'outrigger'],
  ['/etc/outrigger.env', () => join(reader, 'outrigger.env')],
  ['/opt/outrigger', () => join(reader, 'opt/outrigger')],
  ['/var/lib/outrigger', () => join(reader, 'store')],
  ['/var/backups/outrigger', () => join(reader, 'backups')],
  ['../outrigger/deploy', () => join(root, 'deploy')],
  // The devnet is not that old.
  [/(?<=eth_getBlock\w+ )21000000/, () => site.block],
  ['--from 21000000', () => '--from 1'],
  ['17000000..17000999', () => '0..20'],
  // The devnet has no states of blocks before its start.
  ['23000000..23000099', () => `${site.begun}..${site.begun + 3}`],
  // What `npm start` runs in a clone that is installed and built, as this one is.
  ['npm ci && npm start', () => 'outrigger up --port 0 --gateway-port 0 --devnet'],
  // Ports that are free here.
  ['outrigger up', () => 'outrigger up --port 0 --gateway-port 0'],
]

/** Commands that run until they are interrupted: what each says first. All others end by themselves, with code 0. */
const endless: readonly (readonly [command: RegExp, says: RegExp])[] = [
  [/\boutrigger up\b/, /or_\w{20}|listening/],
  [/\boutrigger mev watch\b/, /arbitrage|sandwich|backrun/],
  [/\boutrigger mempool\b/, /0x[0-9a-f]{4}/],
  [/\boutrigger liquidations\b.*--watch/s, /\S/],
  [/\boutrigger gas\b.*--watch/s, /ethereum/],
]

/** Programs that are not here: the line is parsed and its environment set, nothing else. Each is named with its reason. */
const standIns: Readonly<Record<string, string>> = {
  docker: 'there is no container engine in CI',
  systemctl: 'the tests start no services',
  pg_dump: '`operations.test.ts` dumps a database',
  createdb: '`operations.test.ts` restores it',
  pg_restore: '`operations.test.ts` restores it',
  npm: '`npm run verify` installs the packages in projects of its own',
  deno: '`npm run verify` installs it and runs the notebooks in its kernel',
  pip: '`python.test.ts` uses the packages of Debian',
  jupyter: 'the notebooks run in the kernel in `npm run verify`',
}

type Site = Readonly<
  Record<'primary' | 'backup' | 'beacon' | 'rest' | 'gateway' | 'direct' | 'control' | 'key' | 'block', string> & {
    /** A block shortly after the start of the devnet. */
    begun: number
  }
>
let site: Site
let processes: readonly CliProcess[] = []
const home = createDirectory()
const bin = join(home, 'bin')
/** The home of whoever reads the page at hand. */
let reader = home
/** Where that reader's commands have their store, if the page says so. */
let dataDir: string | undefined
const baseEnvironment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:OUTRIGGER_|NODE_OPTIONS$|VITEST)/.test(name)),
  ),
  PATH: `${bin}:${process.env['PATH']}`,
  // Every reader has a home of his own, but the contracts are deployed once.
  XDG_CACHE_HOME: dirname(cacheFolder()),
}

beforeAll(async () => {
  const devnet = startCli(['devnet', '--json', '--traffic-rate', '5', '--block-time', '1'])
  processes = [devnet]
  const { chains, rpc, beacon, control_url } = JSON.parse(await devnet.firstLine()) as {
    chains: { rpc_url: string }[]
    control_url: string
    rpc: Record<string, string[]>
    beacon: string[]
  }
  const endpoints = rpc['ethereum'] ?? []
  const node = startCli(
    ['up', '--json', '--port', '0', '--gateway-port', '0', '--rpc', `ethereum=${endpoints.join(',')}`].concat([
      '--beacon',
      beacon.join(','),
      '--data-dir',
      join(home, 'node'),
    ]),
  )
  processes = [node, devnet]
  const ready = JSON.parse(await node.firstLine()) as Record<string, string>
  const block = await createPublicClient({ transport: http(endpoints[0]) }).getBlockNumber()
  site = {
    primary: endpoints[0] ?? '',
    backup: endpoints[1] ?? '',
    beacon: beacon[0] ?? '',
    direct: chains[0]?.rpc_url ?? '',
    control: control_url.replace('http://', ''),
    key: ready['api_key'] ?? '',
    block: String(block),
    begun: Number(block) + 3,
    rest: (ready['rest'] ?? '').replace(/\/api$/, ''),
    gateway: ready['gateway_http'] ?? '',
  }
  // Liquidations are answered once the books are complete.
  const liquidations = `${site.rest}/api/v1/defi/ethereum/liquidations/opportunities`
  const answers = async () => (await fetch(liquidations, { headers: { 'x-api-key': site.key } })).ok
  for (let tries = 120; tries > 0 && !(await answers()); tries -= 1) await sleep(1000)
  mkdirSync(bin)
  const outrigger = `exec "${process.execPath}" "${inject('command')}" "$@"`
  // As installed: nothing is fetched from a registry. Programs import the sources of the packages, which need no build.
  const tools = `NODE_OPTIONS=--conditions=@outrigger/source PATH="${root}/node_modules/.bin:$PATH"`
  const create = `*/create-outrigger-*) set -- bot new "$@"; ${outrigger};;`
  const npx = `name=$1; shift\ncase $name in outrigger) ${outrigger};; ${create} *) ${tools} exec "$name" "$@";; esac`
  const scripts = { npx, outrigger, ...Object.fromEntries(Object.keys(standIns).map((name) => [name, 'echo "$@"'])) }
  for (const [name, text] of Object.entries(scripts))
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
}, 300_000)
afterAll(async () => {
  for (const one of processes) await one[Symbol.asyncDispose]()
})

async function createKey(): Promise<string> {
  const args = ['keys', 'create', '--name', 'short', '--scope', 'read:blockchain', '--json']
  const place = dataDir === undefined ? { XDG_DATA_HOME: reader } : { OUTRIGGER_DATA_DIR: dataDir }
  const { stdout } = await runCli(args, { env: place })
  return (JSON.parse(stdout) as { id: string }).id
}

const anyPlaceholder = new RegExp(
  placeholders.map(([said]) => `(${typeof said === 'string' ? escapePattern(said) : said.source})`).join('|'),
  'g',
)

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/** In one pass: what is put in may look like another placeholder, as a port of this run does. */
async function fillIn(command: string): Promise<string> {
  let filled = ''
  let end = 0
  for (const { 0: said, index, ...groups } of command.matchAll(anyPlaceholder)) {
    const [, put] = placeholders.find((_, at) => groups[at + 1] !== undefined) ?? []
    filled += command.slice(end, index) + (await put?.())
    end = index + said.length
  }
  return filled + command.slice(end)
}

/** A project of the reader's beside a clone with packed packages, and the files that commands of the pages read. */
function createProject(): string {
  const folder = join(reader, 'project')
  const tarballs = join(reader, 'outrigger', 'tarballs')
  for (const one of [folder, tarballs]) mkdirSync(one, { recursive: true })
  const packed = [
    'create-outrigger',
    'outrigger',
    'outrigger-core',
    'outrigger-defi',
    'outrigger-mempool',
    'outrigger-oracle',
  ]
  for (const name of packed) writeFileSync(join(tarballs, `${name}-0.1.0.tgz`), '')
  writeFileSync(join(reader, 'outrigger.env'), `OUTRIGGER_RPC_ETHEREUM='${site.primary}'\n`)
  // An error of the server is one of the command as well.
  writeFileSync(join(reader, '.curlrc'), 'fail-with-body\n')
  const row = { hash: `0x${'11'.repeat(32)}`, from: `0x${'22'.repeat(20)}`, to: `0x${'33'.repeat(20)}`, input: '0x' }
  const transaction = JSON.stringify({
    ...row,
    value: '0x1',
    nonce: '0x0',
    gas: '0x5208',
    gasPrice: '0x1',
    blockNumber: `0x${site.begun.toString(16)}`,
  })
  for (const name of ['transactions.ndjson', 'blocks.ndjson']) writeFileSync(join(folder, name), `${transaction}\n`)
  execFileSync('gzip', ['--keep', 'blocks.ndjson'], { cwd: folder })
  const mined = join(root, 'packages/devnet/recorded/mev-inspect-py/blocks.ndjson.gz')
  copyFileSync(mined, join(folder, 'mined.ndjson.gz'))
  return folder
}

function requireZsh(test: TestContext): void {
  if (findProgram('zsh') === undefined) leaveOut(test, 'zsh is not installed: sh scripts/debian.sh')
}

const withCommands = pages.flatMap((page) => {
  const commands = toCommands(readFileSync(join(root, page), 'utf8'))
  return commands.length === 0 ? [] : [{ page, commands }]
})

describe('commands of the documentation', () => {
  it.for(withCommands)(
    '$page: every one runs in bash, and is the same in zsh',
    { timeout: 600_000 },
    async (row, test) => {
      requireZsh(test)
      reader = mkdtempSync(join(home, 'reader-'))
      dataDir = undefined
      const cwd = createProject()
      let env: NodeJS.ProcessEnv = { ...baseEnvironment, HOME: reader, XDG_DATA_HOME: reader, KEY: site.key }
      for (const said of row.commands) {
        const command = await fillIn(said)
        const strange = /…|<\w+>|(?<!\.env)\.example\b/.exec(command)
        expect(strange?.[0], `${said}\nPut what stands for it into \`placeholders\`.`).toBeUndefined()
        expect(said, 'An interactive zsh knows no comments.').not.toMatch(/(?:^|\s)# /m)
        const inZsh = recordArguments('zsh', command, { cwd, env })
        expect(inZsh, said).toEqual(recordArguments('bash', command, { cwd, env }))
        const until = endless.find(([pattern]) => pattern.test(command))?.[1]
        const outcome = await runInShell(command, { cwd, env, until })
        expect(outcome, `${command}\n${outcome.output}`).toMatchObject({ code: 0 })
        env = outcome.env
        dataDir = env['OUTRIGGER_DATA_DIR']
      }
    },
  )

  it('a command that zsh takes otherwise than bash is found', (test) => {
    requireZsh(test)
    const options = { cwd: home, env: baseEnvironment }
    for (const command of ['curl http://127.0.0.1/?a=1', 'names="a b"; outrigger $names', 'outrigger --type [swap]'])
      expect(recordArguments('zsh', command, options)).not.toEqual(recordArguments('bash', command, options))
  })
})
