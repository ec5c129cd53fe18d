import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CreateKeyParameters, createKeyring, openStore } from '@outrigger/server'
import { expect, it } from 'vitest'
import { createStoredKey, useChainAndDatabase } from '../fixtures/chainAndDatabase.ts'
import { createDirectory, isAlive, listDescendants, runCli, startCli } from '../fixtures/cliProcess.ts'

/** More for the whole measure. */
const kills = Number(process.env['OUTRIGGER_TEST_WORKER_KILLS'] ?? 3)
const { rpcUrl, createDatabase } = useChainAndDatabase()

/** Of `eth_chainId`. */
const cost = 5
const endless = 1_000_000_000
const endlessRates = { cuPerSecond: endless, requestsPerSecond: endless, gatewayRequestsPerSecond: endless }
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })

type Ready = { readonly rest: string; readonly gateway_http: string }

/** A server whose gateway is served by workers, and a key for its callers. */
async function start(
  workers: number,
  parameters: Omit<CreateKeyParameters, 'name'> = { tier: 'unlimited' },
  url: string | undefined = undefined,
) {
  const dataDir = createDirectory()
  const made = await createStoredKey({ dataDir, store: url }, parameters)
  const config = join(dataDir, 'outrigger.json')
  writeFileSync(config, JSON.stringify({ chains: { ethereum: { endpoints: [rpcUrl()] } }, gateway: { workers } }))
  const args = ['up', '--json', '--config', config, '--port', '0', '--gateway-port', '0', '--data-dir', dataDir]
  const server = startCli(args, { env: url === undefined ? {} : { OUTRIGGER_STORE: url } })
  const headers = { 'x-api-key': made.secret, 'content-type': 'application/json' }
  let at: Ready | undefined
  return {
    ...{ server, dataDir, key: made.key },
    async ready(): Promise<Ready> {
      at ??= JSON.parse(await server.firstLine()) as Ready
      return at
    },
    async call(method: string): Promise<unknown> {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [{}] })
      return (await fetch(`${at?.gateway_http}/ethereum/rpc`, { method: 'POST', headers, body })).json()
    },
    listWorkers: () => listDescendants(server.child.pid ?? 0),
    /**
     * A caller with a connection of its own. Its answers are statuses; 0 where the connection broke, -1 where there was no answer
     * for five seconds.
     */
    createCaller(): () => Promise<number> {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      return () =>
        new Promise((resolve) => {
          const asked = request(`${at?.gateway_http}/ethereum/rpc`, { agent, headers, method: 'POST', timeout: 5000 })
          asked.on('error', () => resolve(0))
          asked.on('timeout', () => {
            resolve(-1)
            asked.destroy()
          })
          asked.on('response', (answer) => {
            answer.on('error', () => {}).resume()
            resolve(answer.statusCode ?? 0)
          })
          asked.end(body)
        })
    },
    async readBooked(): Promise<{ readonly requests: number; readonly cu: number; readonly journals: number }> {
      await using store = await openStore({ dataDir, store: url })
      const months = await store.collection<{ requests: number; cu: number }>('ledger_months').list()
      const journals = (await store.collection('ledger_journals').list()).length
      const found = months.filter(({ key }) => key.endsWith(made.key.id)).map(({ value }) => value)
      const sum = (pick: (one: { requests: number; cu: number }) => number) =>
        found.reduce((all, one) => all + pick(one), 0)
      return { requests: sum(({ requests }) => requests), cu: sum(({ cu }) => cu), journals }
    },
  }
}

/** Calls that each worker has answered, by the metrics of the node. */
async function readCalls({ rest }: Ready): Promise<ReadonlyMap<string, number>> {
  const metrics = await (await fetch(rest.replace(/api$/, 'metrics'))).text()
  const found = [...metrics.matchAll(/^outrigger_gateway_calls_total\{.*worker="(\d+)"\} (\d+)$/gm)]
  const calls = new Map<string, number>()
  for (const [, worker = '', count] of found) calls.set(worker, (calls.get(worker) ?? 0) + Number(count))
  return calls
}

it('a rate of a key holds for three workers together', { timeout: 60_000 }, async () => {
  const cuPerSecond = 500
  const node = await start(3, { tier: 'scale', limits: { ...endlessRates, cuPerSecond } })
  const at = await node.ready()
  const admittedAtMs: number[] = []
  const startedAtMs = performance.now()
  // Several times as much as may pass, on connections that are opened one after the other.
  await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const ask = node.createCaller()
      await sleep(20 * index)
      while (performance.now() - startedAtMs < 14_000) {
        if ((await ask()) === 200) admittedAtMs.push(performance.now() - startedAtMs)
        await sleep(30)
      }
    }),
  )
  const calls = await readCalls(at)
  await node.server[Symbol.asyncDispose]()
  const ratios = Array.from({ length: 9 }, (_, index) => {
    const fromMs = 2000 + 250 * index
    const admitted = admittedAtMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 10_000).length
    return (admitted * cost) / (10 * cuPerSecond)
  })
  process.stderr.write(
    `three workers, 10 s windows: ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)} of the rate; answered ${[...calls.values()].join(', ')}\n`,
  )
  expect(Math.max(...ratios)).toBeLessThanOrEqual(1.01)
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(0.99)
  expect([...calls.keys()]).toEqual(['1', '2', '3'])
})

it('workers use up a pool together and no more', { timeout: 60_000 }, async () => {
  const monthlyCu = 20_000
  const node = await start(3, { tier: 'scale', limits: { monthlyCu, ...endlessRates } })
  await node.ready()
  let answered = 0
  await Promise.all(
    Array.from({ length: 9 }, async (_, index) => {
      const ask = node.createCaller()
      await sleep(20 * index)
      for (let lastMs = performance.now(); performance.now() - lastMs < 2000; )
        if ((await ask()) === 200) {
          answered += 1
          lastMs = performance.now()
        } else await sleep(50)
    }),
  )
  await node.server[Symbol.asyncDispose]()
  const { cu } = await node.readBooked()
  expect(cu).toBe(answered * cost)
  expect(cu).toBe(monthlyCu)
})

it.each(['SQLite', 'PostgreSQL'])(
  `${kills} workers killed under load on %s: every answered call is in the ledger, and no caller waits`,
  {
    timeout: 60_000 + 20_000 * kills,
  },
  async (kind) => {
    const node = await start(2, { tier: 'unlimited' }, kind === 'PostgreSQL' ? createDatabase() : undefined)
    await node.ready()
    const tally = { sent: 0, answered: 0, broken: 0, hung: 0 }
    let isOver = false
    const asking = Array.from({ length: 8 }, async () => {
      const ask = node.createCaller()
      while (!isOver) {
        tally.sent += 1
        const status = await ask()
        if (status === 200) tally.answered += 1
        else if (status === 0) tally.broken += 1
        else if (status === -1) tally.hung += 1
      }
    })
    for (let count = 0; count < kills; count += 1) {
      await sleep(300 + Math.random() * 700)
      const [victim = 0] = node.listWorkers()
      process.kill(victim, 'SIGKILL')
      await expect.poll(() => isAlive(victim)).toBe(false)
      await expect.poll(() => node.listWorkers().length, { timeout: 15_000 }).toBe(2)
    }
    // The last one begins, and books what those before it have left.
    await sleep(3000)
    isOver = true
    await Promise.all(asking)
    node.server.child.kill('SIGTERM')
    const ended = await node.server.ended
    const { requests, cu, journals } = await node.readBooked()
    process.stderr.write(
      `${kind}, ${kills} workers killed: ${tally.sent} calls sent, ${requests} in the ledger, ${tally.answered} answered, ${tally.broken} broken off, ${tally.hung} without an answer\n`,
    )
    expect(ended.code).toBe(0)
    expect(tally.hung).toBe(0)
    expect(tally.answered).toBeGreaterThan(50 * kills)
    expect(requests).toBeGreaterThanOrEqual(tally.answered)
    expect(requests).toBeLessThanOrEqual(tally.sent)
    expect(cu).toBe(cost * requests)
    expect(journals).toBe(0)
  },
)

it('a revoked key is refused by all workers within a second', { timeout: 60_000 }, async () => {
  const node = await start(3)
  const at = await node.ready()
  // The next request may reach another worker, so that clients read logs by block range.
  expect(await node.call('eth_newFilter')).toMatchObject({ error: { code: -32601 } })
  const last: { status: number; okAtMs: number }[] = []
  let isOver = false
  const asking = Array.from({ length: 24 }, async (_, index) => {
    const ask = node.createCaller()
    await sleep(20 * index)
    while (!isOver) {
      const status = await ask()
      last[index] = { status, okAtMs: status === 200 ? performance.now() : (last[index]?.okAtMs ?? 0) }
      await sleep(20)
    }
  })
  await expect.poll(async () => (await readCalls(at)).size, { timeout: 10_000 }).toBe(3)
  await using store = await openStore({ dataDir: node.dataDir })
  await using keyring = createKeyring(store)
  await keyring.revoke(node.key.id)
  const revokedAtMs = performance.now()
  await expect.poll(() => last.map(({ status }) => status), { timeout: 5000 }).toEqual(Array(24).fill(401))
  isOver = true
  await Promise.all(asking)
  const tookMs = Math.max(...last.map(({ okAtMs }) => okAtMs)) - revokedAtMs
  process.stderr.write(`refused by all workers after ${Math.round(tookMs)} ms\n`)
  expect(tookMs).toBeLessThan(1250)
  await node.server[Symbol.asyncDispose]()
})

it('workers end with the node, however it ends', { timeout: 60_000 }, async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const node = await start(2)
    await node.ready()
    expect(await node.createCaller()()).toBe(200)
    const workers = node.listWorkers()
    expect(workers).toHaveLength(2)
    node.server.child.kill(signal)
    const { code } = await node.server.ended
    if (signal === 'SIGTERM') {
      expect(code).toBe(0)
      expect(workers.filter(isAlive)).toEqual([])
    } else await expect.poll(() => workers.filter(isAlive), { timeout: 15_000 }).toEqual([])
    expect((await node.readBooked()).requests).toBe(1)
  }
})

it('the node says that a worker ended at its start, and leaves nothing running', { timeout: 60_000 }, async () => {
  const node = await start(2)
  await expect.poll(() => node.listWorkers().length, { timeout: 20_000, interval: 10 }).toBe(2)
  const workers = node.listWorkers()
  process.kill(workers[0] ?? 0, 'SIGKILL')
  const { code, stderr } = await node.server.ended
  expect(code).not.toBe(0)
  expect(stderr).toContain('A worker of the gateway did not start, it ended by SIGKILL')
  expect(workers.filter(isAlive)).toEqual([])
})

it('workers need a store that outlives a process', async () => {
  const directory = createDirectory()
  const config = join(directory, 'outrigger.json')
  writeFileSync(config, JSON.stringify({ gateway: { workers: 2 }, tracing: true, dataDir: directory }))
  const { code, stderr } = await runCli(['up', '--config', config])
  expect(code).not.toBe(0)
  expect(stderr).toContain('gateway.workers')
})
