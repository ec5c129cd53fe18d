import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { OutriggerError } from '@outrigger/core'
import { findProgram } from '../programs/findProgram.ts'

export type PostgresOptions = {
  /** Whether writes wait for the disk. A killed cluster keeps them in both cases. @default false */
  readonly fsync?: boolean
}

/** A private PostgreSQL server in its own directory. It only listens on a socket in that directory. */
export type PostgresCluster = {
  /** The path of its socket. */
  readonly socket: string
  /** Creates an empty database. @returns its URL, `postgres://…` */
  createDatabase(): string
  /** Kills the server and its connections, like a power failure. */
  kill(): Promise<void>
  /** Restarts it after `kill` with the same data. */
  start(): Promise<void>
  /** Stops it and removes its directory. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export class PostgresStartError extends OutriggerError {
  readonly code = 'POSTGRES_START'
}

const user = 'postgres'

/**
 * Starts PostgreSQL for a test. As root, it runs as the user `postgres`, because the server refuses to run as root.
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
  /** SIGINT closes connections and writes all data. SIGQUIT ends it immediately. */
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
  throw new PostgresStartError(
    "PostgreSQL is not installed. Run sh scripts/debian.sh, or install your system's package.",
  )
}

/**
 * Returns the folder of the server's programs. On Debian they are outside of `PATH`, except for the program that starts
 * its clusters.
 */
function findPrograms(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (findProgram('pg_ctlcluster') === undefined || !existsSync(root)) {
    const initdb = findProgram('initdb')
    return initdb && dirname(initdb)
  }
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(root, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}

/** Returns a command prefix (Linux only) that stops the server when its parent process ends, and that gives up root rights. */
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
