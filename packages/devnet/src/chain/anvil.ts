import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { OutriggerError } from '@outrigger/core'

export type AnvilOptions = {
  readonly chainId: number
  /** Port of the chain. 0 lets the system choose. @default 0 */
  readonly port?: number
  /** Block interval. Without it, every transaction gets its own block immediately. */
  readonly blockTimeMs?: number
  /** More anvil flags, e.g. `['--network', 'optimism']`. */
  readonly args?: readonly string[]
  readonly signal?: AbortSignal
}

export type Anvil = {
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly pid: number
  /** Resolves when the process has ended, for any reason. */
  readonly exited: Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const startTimeoutMs = 15_000
/** Limit of state dumps on disk. Each contains the whole state, so a long chain would fill the disk. */
const statesOnDisk = 16

/**
 * Starts the native anvil binary without a wrapper process, and resolves once it listens. It ends when `close()` is
 * called, when `signal` aborts, and when this process ends in any way.
 *
 * @throws {AnvilMissingError} if no binary for this platform is installed
 * @throws {AnvilStartError} if anvil exits, or does not listen in time
 * @example
 * const anvil = await createAnvil({ chainId: 1, blockTimeMs: 1_000 })
 */
export async function createAnvil(options: AnvilOptions): Promise<Anvil> {
  options.signal?.throwIfAborted()
  const { chainId, port = 0, blockTimeMs, args = [] } = options
  const binary = anvilBinary()
  // Anvil is killed and would leave its states in the home directory.
  const cacheDir = mkdtempSync(join(tmpdir(), 'outrigger-anvil-'))
  const child = spawn(
    binary,
    [
      ...['--cache-path', cacheDir, '--max-persisted-states', String(statesOnDisk)],
      ...['--port', String(port), '--chain-id', String(chainId)],
      ...(blockTimeMs === undefined ? [] : ['--block-time', String(blockTimeMs / 1_000)]),
      ...args,
    ],
    // A separate process group, because Ctrl-C must reach this process first, which then closes the chain.
    { stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  )
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  const kill = () => child.kill('SIGKILL')
  const watchdog = child.pid === undefined ? undefined : createWatchdog(child.pid, cacheDir)
  process.once('exit', kill)
  options.signal?.addEventListener('abort', kill, { once: true })
  void exited.then(() => {
    process.off('exit', kill)
    options.signal?.removeEventListener('abort', kill)
    watchdog?.kill('SIGKILL')
    rmSync(cacheDir, { recursive: true, force: true })
  })

  const close = async () => {
    kill()
    await exited
  }
  try {
    const listeningPort = await waitUntilListening(child)
    return {
      rpcUrl: `http://127.0.0.1:${listeningPort}`,
      wsUrl: `ws://127.0.0.1:${listeningPort}`,
      pid: child.pid as number,
      exited,
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    options.signal?.throwIfAborted()
    throw error
  }
}

/** Returns the version of the installed anvil package, which is part of the key of cached states. */
export function getAnvilVersion(): string {
  return (createRequire(import.meta.url)('@foundry-rs/anvil/package.json') as { version: string }).version
}

const platformPackages: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-amd64',
}

function waitUntilListening(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
      const port = /Listening on \S+:(\d+)/.exec(output)?.[1]
      if (port) finish(() => resolve(port))
    }
    const fail = (reason: string) => finish(() => reject(new AnvilStartError(reason, output)))
    const finish = (act: () => void) => {
      clearTimeout(timer)
      // Keep reading, because a full pipe would stop anvil.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', read).resume()
      act()
    }
    const timer = setTimeout(() => fail(`did not listen within ${startTimeoutMs} ms`), startTimeoutMs)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', read)
    child.once('error', (error) => fail(error.message))
    child.once('close', () => fail('exited'))
  })
}

function anvilBinary(): string {
  const platform = `${process.platform}-${process.arch}`
  const suffix = platformPackages[platform]
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    // Resolved from the wrapper package, which has it as an optional dependency.
    const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
    return require.resolve(`@foundry-rs/anvil-${suffix}/bin/${file}`)
  } catch (cause) {
    throw new AnvilMissingError(platform, { cause })
  }
}

/** Kills anvil if this process dies without running handlers: its end of the pipe closes and `read` returns. */
function createWatchdog(pid: number, cacheDir: string) {
  if (process.platform === 'win32') return undefined
  const watchdog = spawn('/bin/sh', ['-c', 'read _; kill -9 "$0"; rm -rf "$1"', String(pid), cacheDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.once('error', () => {})
  watchdog.unref()
  return watchdog
}

export class AnvilMissingError extends OutriggerError {
  readonly code = 'ANVIL_MISSING'

  constructor(platform: string, options: { readonly cause?: unknown } = {}) {
    super(
      `No anvil binary is installed for ${platform}. Run \`npm ci\` without \`--omit=optional\`, or use a platform anvil supports.`,
      options,
    )
  }
}

export class AnvilStartError extends OutriggerError {
  readonly code = 'ANVIL_START_FAILED'
  override readonly retryable = true

  constructor(reason: string, output: string) {
    super(`anvil ${reason} before it was ready. Its last output: ${output.trim() || '(none)'}`)
  }
}
