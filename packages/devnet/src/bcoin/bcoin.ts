import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { OutriggerError } from '@outrigger/core'
import { installBcoin } from './install.ts'

/** A bcoin full node in regtest, with transaction and address indexes and wallets. */
export type Bcoin = {
  /** JSON-RPC URL with user and password. */
  readonly url: string
  /** Calls a method of the node. @throws {BcoinAnswerError} */
  rpc<result = unknown>(method: string, ...params: readonly unknown[]): Promise<result>
  /** Calls a method of the wallet selected with `selectwallet`, by default `primary`. @throws {BcoinAnswerError} */
  wallet<result = unknown>(method: string, ...params: readonly unknown[]): Promise<result>
  /** Queries the node's REST interface, which has the address index. @throws {BcoinAnswerError} */
  get<result = unknown>(path: string): Promise<result>
  /** Adds a wallet with segregated witness v0 addresses. @throws {BcoinAnswerError} */
  addWitnessWallet(name: string): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export class BcoinStartError extends OutriggerError {
  readonly code = 'BCOIN_START'
}
export class BcoinAnswerError extends OutriggerError {
  readonly code = 'BCOIN_ANSWER'
}

const key = 'devnet'
const authorization = `Basic ${Buffer.from(`x:${key}`).toString('base64')}`

/** Runs in bcoin's installation folder, and ends with the process that started it. */
const program = `
const { FullNode, wallet } = require('bcoin').set('regtest')
const host = '127.0.0.1'
const node = new FullNode({
  network: 'regtest', memory: true, listen: false, workers: false, indexTx: true, indexAddress: true,
  apiKey: '${key}', httpHost: host, httpPort: 0, walletApiKey: '${key}', walletHttpHost: host, walletHttpPort: 0,
  plugins: [wallet.plugin],
})
process.on('disconnect', () => process.exit())
node.open().then(() => node.connect()).then(() => {
  const portOf = ({ http }) => http.http.address().port
  process.send({ node: portOf(node), wallet: portOf(node.require('walletdb')) })
})
`

/**
 * Starts `bcoin` in memory, a Bitcoin node independent of Bitcoin Core that mines blocks on command. The first start
 * installs it.
 *
 * @throws {BcoinMissingError} @throws {BcoinStartError}
 * @example
 * await using node = await startBcoin()
 * await node.rpc('generatetoaddress', 101, await node.wallet('getnewaddress', 'default'))
 */
export async function startBcoin(): Promise<Bcoin> {
  const child = spawn(process.execPath, ['-e', program], {
    cwd: await installBcoin(),
    env: { ...process.env, NODE_BACKEND: 'js', NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new BcoinStartError(`bcoin exited with code ${code}.`)
  })
  ended.catch(() => {})
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const [ports] = await Promise.race([once(child, 'message'), ended])
  const { node, wallet } = ports as { readonly node: number; readonly wallet: number }
  return {
    url: `http://x:${key}@127.0.0.1:${node}`,
    rpc: (method, ...params) => askRpc(node, method, params),
    wallet: (method, ...params) => askRpc(wallet, method, params),
    get: (path) => ask(`http://127.0.0.1:${node}${path}`),
    addWitnessWallet: async (name) => {
      const body = JSON.stringify({ witness: true })
      const headers = { 'content-type': 'application/json' }
      await ask(`http://127.0.0.1:${wallet}/wallet/${name}`, { method: 'PUT', headers, body })
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function askRpc<result>(port: number, method: string, params: readonly unknown[]): Promise<result> {
  type Reply = { readonly result: result; readonly error: { readonly message: string } | null }
  const body = JSON.stringify({ id: 1, method, params })
  const { result, error } = await ask<Reply>(`http://127.0.0.1:${port}`, { method: 'POST', body })
  if (error !== null) throw new BcoinAnswerError(`${method}: ${error.message}`)
  return result
}

async function ask<body>(url: string, init: RequestInit = {}): Promise<body> {
  const response = await fetch(url, { ...init, headers: { ...init.headers, authorization } })
  if (!response.ok) throw new BcoinAnswerError(`HTTP status ${response.status}: ${await response.text()}`)
  return (await response.json()) as body
}
