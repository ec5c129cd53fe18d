import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { OutriggerError } from '@outrigger/core'
import { findProgram } from '../programs/findProgram.ts'

export type PostgresOptions = {
  /** Whether writes wait for the disk; a cluster that is killed keeps them either way. @default false */
  readonly fsync?: boolean
}

/** A PostgreSQL server of its own, in a directory of its own. It listens on a socket in that directory only. */
export type PostgresCluster = {
  /** The path of its socket. */
  readonly socket: string
  /** Makes a new, empty database. @returns its address, `postgres://…` */
  createDatabase(): string
  /** Ends the server as a power failure would, connections included. */
  kill(): Promise<void>
  /** Starts it again after `kill`, on the same data. */
  start(): Promise<void>
  /** Ends it and removes its directory. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export class PostgresStartError extends OutriggerError {
  readonly code = 'POSTGRES_START'
}

const user = 'postgres'

/**
 * Starts PostgreSQL for a test. Root runs it as the user `postgres`, since the server refuses to run as root.
 *
 * @throws {PostgresStartError}
 * @example
 * await using cluster = await startPostgres()
 * const store = await createPostgresStore({ url: cluster.createDatabase() })
 */
export async function startPostgres({ fsync = false }: PostgresOptions = {}): Promise<PostgresCluster> {
  const programs = requirePrograms()
  const directory = mkdtempSync(join(tmpdir(), 'outrigger-postgres-'))
  const data = join(directory, 'data')
  const prefix = toPrefix()
  if (process.getuid?.() === 0) execFileSync('chown', [user, directory])
  const run = (program: string, args: readonly string[]) => {
    const [command = '', ...all] = [...prefix, join(programs, program), ...args]
    execFileSync(command, all, { cwd: directory, stdio: 'pipe' })
  }
  run('initdb', [
    '--pgdata',
    data,
    '--username',
    user,
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    '--no-sync',
  ])
  let server: ChildProcess | undefined
  let databases = 0

  async function start(): Promise<void> {
    const settings = { listen_addresses: '', unix_socket_directories: directory, fsync: fsync ? 'on' : 'off' }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [command = '', ...args] = [...prefix, join(programs, 'postgres'), '-D', data, ...flags]
    server = spawn(command, args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
    await untilReady(server)
  }
  /** By SIGINT it ends connections and writes all; by SIGQUIT it ends at once. */
  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await once(server, 'exit')
  }
  const close = async () => {
    await end('SIGINT')
    rmSync(directory, { recursive: true, force: true })
  }
  await start()
  return {
    socket: join(directory, '.s.PGSQL.5432'),
    createDatabase() {
      databases += 1
      run('createdb', ['--host', directory, '--username', user, `test${databases}`])
      return `postgres://${user}@localhost/test${databases}?host=${directory}`
    },
    kill: () => end('SIGQUIT'),
    start,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Whether the programs of a PostgreSQL server are installed. */
export const isPostgresInstalled = (): boolean => findPrograms() !== undefined

function requirePrograms(): string {
  const found = findPrograms()
  if (found !== undefined) return found
  throw new PostgresStartError("PostgreSQL is not installed here: sh scripts/debian.sh, or your system's package.")
}

/** Debian keeps the server's programs out of `PATH`, but not the one that starts its clusters. */
function findPrograms(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (findProgram('pg_ctlcluster') === undefined || !existsSync(root)) {
    const initdb = findProgram('initdb')
    return initdb && dirname(initdb)
  }
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(root, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}

/** With it a server ends when the process that started it does, and does not run as root. */
function toPrefix(): readonly string[] {
  if (process.platform !== 'linux') return []
  const owner = process.getuid?.() === 0 ? [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : []
  return ['setpriv', '--pdeathsig=QUIT', ...owner]
}

async function untilReady(server: ChildProcess): Promise<void> {
  const said: string[] = []
  const lines = createInterface({ input: server.stderr as NodeJS.ReadableStream })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (said.length < 20) said.push(line)
      if (line.includes('database system is ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new PostgresStartError(`PostgreSQL did not start:\n${said.join('\n')}`)))
  })
}
