import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OutriggerError } from '@outrigger/core'
import { retry } from '@outrigger/core/internal'
import { findProgram } from '../programs/findProgram.ts'

/** A Litecoin Core node on a private chain, with a transaction index and a wallet. */
export type Litecoind = {
  /** JSON-RPC URL with user and password. */
  readonly url: string
  /** Calls a method of the node. @throws {LitecoindAnswerError} */
  rpc<result = unknown>(method: string, ...params: readonly unknown[]): Promise<result>
  /** Stops it and removes its directory. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** `txindex`: whether it can find every transaction by hash. @default true */
export type LitecoindOptions = { readonly txindex?: boolean }

export class LitecoindStartError extends OutriggerError {
  readonly code = 'LITECOIND_START'
}
export class LitecoindAnswerError extends OutriggerError {
  readonly code = 'LITECOIND_ANSWER'
}

const [user, password] = ['outrigger', 'devnet']

/** Whether `litecoind` is in `PATH`. */
export const isLitecoindInstalled = (): boolean => findProgram('litecoind') !== undefined

/**
 * Starts `litecoind` in regtest, a native fork of Bitcoin Core 0.21 that mines blocks on command.
 *
 * @throws {LitecoindStartError}
 * @example
 * await using node = await startLitecoind()
 * await node.rpc('generatetoaddress', 101, await node.rpc('getnewaddress'))
 */
export async function startLitecoind(options: LitecoindOptions = {}): Promise<Litecoind> {
  if (!isLitecoindInstalled())
    throw new LitecoindStartError(
      "litecoind is not installed. Run sh scripts/debian.sh, or install your system's package.",
    )
  // Another process may take the free port before the node listens.
  return retry(() => startOnce(options), { minDelayMs: 50, tries: 3 })
}

async function startOnce({ txindex = true }: LitecoindOptions): Promise<Litecoind> {
  const directory = mkdtempSync(join(tmpdir(), 'outrigger-litecoin-'))
  const port = await findFreePort()
  const flags = [
    ...['-regtest', '-server', `-txindex=${Number(txindex)}`, '-listen=0', '-dnsseed=0', '-fallbackfee=0.0002'],
    // Extension blocks would start at height 431, where its own miner creates an invalid block.
    '-vbparams=mweb:9999999998:9999999999',
    ...[`-datadir=${directory}`, `-rpcport=${port}`, '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'],
    ...[`-rpcuser=${user}`, `-rpcpassword=${password}`, '-printtoconsole=0'],
  ]
  // It ends with the process that started it.
  const [command = '', ...args] = [
    ...(process.platform === 'linux' ? ['setpriv', '--pdeathsig=KILL'] : []),
    'litecoind',
    ...flags,
  ]
  const child = spawn(command, args, { stdio: 'ignore' })
  const url = `http://${user}:${password}@127.0.0.1:${port}`
  const rpc = createRpc(port)
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await retry(() => rpc('getblockcount'), { minDelayMs: 50, tries: 400, shouldRetry: () => child.exitCode === null })
    await rpc('createwallet', 'outrigger')
  } catch (cause) {
    await close()
    throw new LitecoindStartError('litecoind does not answer.', { cause })
  }
  return { url, rpc, close, [Symbol.asyncDispose]: close }
}

function createRpc(port: number): Litecoind['rpc'] {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return async <result>(method: string, ...params: readonly unknown[]) => {
    const body = JSON.stringify({ id: 1, method, params })
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: { authorization }, body })
    const { result, error } = (await response.json()) as { result: result; error: { message: string } | null }
    if (error !== null) throw new LitecoindAnswerError(`${method}: ${error.message}`)
    return result
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
