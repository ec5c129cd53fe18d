import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { createApiClient } from '@outrigger/api'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createKeyring, createNode, type OutriggerNode, openStore } from '@outrigger/server'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createDirectory, toCliEnvironment } from '../fixtures/cliProcess.ts'

const secret = 'SECRETSECRETSECRET'
let anvil: Anvil
let node: OutriggerNode
let url: string

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, blockTimeMs: 200 })
  node = await createNode({ access: 'keys', chains: { ethereum: { endpoints: [anvil.rpcUrl] } } })
  url = (await node.listen({ port: 0, gatewayPort: 0 })).url
}, 60_000)
afterAll(async () => {
  await node?.close()
  await anvil?.close()
})

type Answer = {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: { readonly data: Readonly<Record<string, unknown>> }
}

/** Runs the command under the client of the SDK. */
async function openClient(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cwd = createDirectory()
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [inject('command'), 'mcp', ...args],
    env: { ...(toCliEnvironment() as Record<string, string>), XDG_DATA_HOME: cwd, ...env },
    cwd,
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (part) => {
    stderr += String(part)
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport as never)
  return {
    client,
    transport,
    stderr: () => stderr,
    call: (name: string, given: object) =>
      client.callTool({ name, arguments: given as Record<string, unknown> }) as unknown as Promise<Answer>,
    [Symbol.asyncDispose]: () => client.close(),
  }
}

it('asks a running node with the key of the environment', async () => {
  const key = await node.keys.create({ name: 'reader', scopes: ['read:blockchain'], tier: 'unlimited' })
  await using mcp = await openClient(['--node', url], { OUTRIGGER_API_KEY: key.secret })
  expect((await mcp.client.listTools()).tools).toHaveLength(15)
  expect((await mcp.client.listResources()).resources.length).toBeGreaterThan(30)
  const api = createApiClient({ baseUrl: url, apiKey: key.secret })
  const address = `0x${'0b'.repeat(20)}`
  const { data } = await api.blockchainBalance({ chain: 'ethereum', address })
  const told = await mcp.call('get_chain_data', { chain: 'ethereum', what: 'balance', address })
  expect(told.structuredContent?.data).toMatchObject({ balance: { address, balance: data.balance } })
  const refused = await mcp.call('create_alert', { name: 'mine', type: 'gas', threshold: 1 })
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('write:alerts') }] })
  expect(JSON.stringify([told, refused]) + mcp.stderr()).not.toContain(key.secret)
}, 60_000)

it('says what to do about a missing key and a node that does not answer', async () => {
  await using keyless = await openClient(['--node', url])
  const refused = await keyless.call('get_price', { chain: 'ethereum', token: 'ETH' })
  expect(refused.content[0]?.text).toMatch(
    /^get_price failed with INVALID_API_KEY: «.+» Ask the user for a valid API key/,
  )
  await using lonely = await openClient(['--node', 'http://127.0.0.1:1'])
  const unreachable = await lonely.call('get_fees', { chain: 'ethereum' })
  expect(unreachable.content[0]?.text).toMatch(/SERVICE_UNREACHABLE: «No response from http:\/\/127.0.0.1:1/)
}, 60_000)

it('starts a node of its own, and ends it and its key on SIGINT', async () => {
  const dataDir = createDirectory()
  const mcp = await openClient(['--rpc', `ethereum=${anvil.rpcUrl}/?key=${secret}`, '--data-dir', dataDir])
  const block = await mcp.call('get_chain_data', { chain: 'ethereum', what: 'status' })
  expect(block.structuredContent?.data).toMatchObject({ status: { latest_block: expect.any(Number) } })
  const status = await mcp.call('get_provider_status', {})
  expect(status.structuredContent?.data).toMatchObject({ chains: [{ chain: 'ethereum' }] })
  expect(JSON.stringify([block, status]) + mcp.stderr()).not.toContain(secret)
  const keys = async () => {
    await using store = await openStore({ dataDir })
    return createKeyring(store).list()
  }
  const { pid } = mcp.transport
  expect(await keys()).toMatchObject([{ name: `run:${pid}`, revokedAt: null }])
  const closed = new Promise<void>((resolve) => {
    mcp.client.onclose = resolve
  })
  process.kill(pid ?? 0, 'SIGINT')
  await closed
  expect(await keys()).toMatchObject([{ revokedAt: expect.any(String) }])
}, 60_000)

it('answers what was piped in, with nothing else on stdout, and ends', async () => {
  const child = spawn(process.execPath, [inject('command'), 'mcp', '--node', url], {
    cwd: createDirectory(),
    env: toCliEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part
  })
  const clientInfo = { name: 'shell', version: '1.0.0' }
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'get_fees', arguments: { chain: 'nowhere' } } },
  ]
  child.stdin.end(`not JSON\n${messages.map((one) => JSON.stringify({ jsonrpc: '2.0', ...one })).join('\n')}\n`)
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number })
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2])
}, 60_000)
