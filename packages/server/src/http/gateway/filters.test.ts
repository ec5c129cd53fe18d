import { sleep } from '@outrigger/core'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { Contract, FetchRequest, JsonRpcProvider } from 'ethers'
import { createPublicClient, http, parseAbi, toEventSelector } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode, openNode } from '../../createNode.ts'
import type { Listening } from '../../node/listening.ts'
import { openRpcSocket } from './fixtures/rpcSocket.ts'

const emitter = `0x${'e1'.repeat(20)}` as const
const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const abi = parseAbi(['event Logged(uint256 blockNumber)'])

let anvil: Anvil
let proxies: readonly [FaultProxy, FaultProxy]
let node: OutriggerNode
let at: Listening
const asked = (method: string) => proxies.reduce((sum, { stats }) => sum + (stats.byMethod[method] ?? 0), 0)

async function send(url: string, body: unknown, secret?: string) {
  const headers = { 'content-type': 'application/json', ...(secret !== undefined && { 'x-api-key': secret }) }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  // biome-ignore lint/suspicious/noExplicitAny: wire answers are read freely in tests
  return response.json() as Promise<any>
}
const call = (method: string, params: readonly unknown[] = [], id = 1) => ({ jsonrpc: '2.0', id, method, params })
const direct = async (method: string, params: readonly unknown[] = []) =>
  (await send(anvil.rpcUrl, call(method, params))).result
const mint = async () =>
  (await node.keys.create({ name: 'x', tier: 'unlimited', scopes: ['read:blockchain', 'stream:websocket'] })).secret

/** Emits a log and waits until it is mined. Anvil answers slightly earlier. */
async function emit(): Promise<string> {
  const hash = await direct('eth_sendTransaction', [{ from: sender, to: emitter, gas: '0x186a0' }])
  while ((await direct('eth_getTransactionReceipt', [hash])) === null) await sleep(5)
  return hash
}

async function openCaller() {
  const secret = await mint()
  const url = `${at.gatewayUrl}/ethereum/rpc`
  return {
    secret,
    url,
    ask: (method: string, params: readonly unknown[] = []) => send(url, call(method, params), secret),
    batch: (...calls: readonly object[]) => send(url, calls, secret),
  }
}

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  // NUMBER PUSH0 MSTORE, PUSH32 topic PUSH1 32 PUSH0 LOG1, STOP
  await direct('anvil_setCode', [emitter, `0x435f527f${toEventSelector(abi[0]).slice(2)}60205fa100`])
  proxies = [await createFaultProxy({ target: anvil.rpcUrl }), await createFaultProxy({ target: anvil.rpcUrl })]
  const chains = { ethereum: { endpoints: proxies.map(({ url }) => url) } }
  node = await openNode({ chains }, {}, { gateway: { limits: { filters: 3 } } })
  at = await node.listen({ port: 0, gatewayPort: 0 })
})
afterAll(async () => {
  await node?.close()
  await Promise.all((proxies ?? []).map((proxy) => proxy.close()))
  await anvil?.close()
})

const notFound = { code: -32000, message: 'filter not found' }

describe('filters of the gateway', () => {
  it('are served over HTTP, in batches and over sockets, without a provider', async () => {
    const { secret, ask, batch } = await openCaller()
    const socket = await openRpcSocket(`${at.gatewayWsUrl}/ethereum/ws`, secret)
    const [logs, blocks, none] = (await batch(
      call('eth_newFilter', [{ address: emitter, fromBlock: '0x0' }]),
      call('eth_newBlockFilter'),
      call('eth_newFilter', [{ fromBlock: '0x2', toBlock: '0x1' }]),
    )) as readonly { result: string; error: unknown }[]
    expect(logs?.result).toMatch(/^0x[1-9a-f][\da-f]{20,31}$/)
    expect(none?.error).toEqual({ code: -32602, message: 'invalid block range params' })
    const pending = await socket.ask('eth_newPendingTransactionFilter')
    const hash = await emit()
    const mined = (await direct('eth_getTransactionReceipt', [hash])).blockHash
    const [changes, head] = await batch(
      call('eth_getFilterChanges', [logs?.result]),
      call('eth_getFilterChanges', [blocks?.result]),
    )
    expect(changes.result).toMatchObject([{ transactionHash: hash, removed: false, address: emitter }])
    expect(head.result).toEqual([mined])
    expect((await socket.ask('eth_getFilterChanges', [logs?.result])).result).toEqual([])
    expect((await ask('eth_getFilterChanges', [pending.result])).result).toEqual([hash])
    const all = await socket.ask('eth_getFilterLogs', [logs?.result])
    expect(all.result.at(-1)).toMatchObject({ transactionHash: hash })
    expect((await ask('eth_getFilterLogs', [blocks?.result])).error).toEqual(notFound)
    for (const id of [logs?.result, blocks?.result, pending.result])
      expect((await socket.ask('eth_uninstallFilter', [id])).result).toBe(true)
    expect((await ask('eth_uninstallFilter', [logs?.result])).result).toBe(false)
    expect((await ask('eth_getFilterChanges', [logs?.result])).error).toEqual(notFound)
    for (const method of ['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter'])
      expect(asked(method), method).toBe(0)
    expect(asked('eth_getFilterChanges') + asked('eth_getFilterLogs') + asked('eth_uninstallFilter')).toBe(0)
    socket.close()
  })

  it('belong to a key, and are as many as the limit says', async () => {
    const [mine, other] = [await openCaller(), await openCaller()]
    const { result: id } = await mine.ask('eth_newFilter', [{}])
    for (const method of ['eth_getFilterChanges', 'eth_getFilterLogs'])
      expect((await other.ask(method, [id])).error, method).toEqual(notFound)
    expect((await other.ask('eth_uninstallFilter', [id])).result).toBe(false)
    await mine.ask('eth_newBlockFilter')
    await mine.ask('eth_newBlockFilter')
    const { error } = await mine.ask('eth_newBlockFilter')
    expect(error).toMatchObject({ code: -32005, message: expect.stringContaining('eth_uninstallFilter') })
    expect((await other.ask('eth_newBlockFilter')).result).toMatch(/^0x/)
    expect((await mine.ask('eth_getFilterChanges', [id])).result).toEqual([])
  })

  it('do not exist where they are denied, so that clients read logs by block range', async () => {
    await using off = await createNode({
      chains: { ethereum: { endpoints: [anvil.rpcUrl] } },
      gateway: { denyMethods: ['eth_*Filter*'] },
    })
    const { gatewayUrl } = await off.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await off.keys.create({ name: 'x', tier: 'unlimited', scopes: ['read:blockchain'] })
    const url = `${gatewayUrl}/ethereum/rpc`
    expect((await send(url, call('eth_newFilter', [{}]), secret)).error).toEqual({
      code: -32601,
      message: 'The method eth_newFilter does not exist/is not available',
    })
    const client = createPublicClient({
      chain: mainnet,
      transport: http(url, { fetchOptions: { headers: { 'x-api-key': secret } } }),
      pollingInterval: 100,
    })
    const seen: unknown[] = []
    const unwatch = client.watchContractEvent({ address: emitter, abi, onLogs: (logs) => seen.push(...logs) })
    for (let left = 50; left > 0 && seen.length === 0; left -= 1) {
      await emit()
      await sleep(200)
    }
    unwatch()
    expect(seen.length).toBeGreaterThan(0)
  })

  it('give viem and ethers each of 24 events once, while an endpoint fails for 6 s', async () => {
    const { url, secret } = await openCaller()
    const client = createPublicClient({
      chain: mainnet,
      transport: http(url, { fetchOptions: { headers: { 'x-api-key': secret } } }),
      pollingInterval: 300,
    })
    const byViem: (string | null)[] = []
    const unwatch = client.watchContractEvent({
      address: emitter,
      abi,
      onLogs: (logs) => byViem.push(...logs.map(({ transactionHash }) => transactionHash)),
    })
    const request = new FetchRequest(url)
    request.setHeader('x-api-key', secret)
    const provider = new JsonRpcProvider(request, 1, { staticNetwork: true, pollingInterval: 300 })
    const byEthers: string[] = []
    const contract = new Contract(emitter, ['event Logged(uint256 blockNumber)'], provider)
    await contract.on('Logged', (_, { log }) => byEthers.push(log.transactionHash))
    await sleep(1000)
    const sent: string[] = []
    for (let count = 0; count < 24; count += 1) {
      if (count === 4) await proxies[0].setFault({ kind: 'hang' })
      if (count === 19) await proxies[0].setFault({ kind: 'none' })
      sent.push(await emit())
      await sleep(400)
    }
    for (let left = 100; left > 0 && (byViem.length < 24 || byEthers.length < 24); left -= 1) await sleep(50)
    unwatch()
    provider.destroy()
    expect(byViem).toEqual(sent)
    expect(byEthers).toEqual(sent)
    expect(asked('eth_newFilter')).toBe(0)
  }, 60_000)
})
