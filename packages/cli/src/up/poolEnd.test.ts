import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresStore } from '@outrigger/core/store/postgres'
import { createKeyring } from '@outrigger/server'
import { expect, it } from 'vitest'
import { useChainAndDatabase } from '../fixtures/chainAndDatabase.ts'
import { createDirectory, startCli } from '../fixtures/cliProcess.ts'

const { rpcUrl, createDatabase } = useChainAndDatabase()

const monthlyCu = 30_000
/** Of `eth_chainId`. */
const cost = 5
const endless = 1_000_000_000

/** A node with callers, each of which calls until it has been refused for two seconds. */
function createServerNode(url: string, secret: string) {
  const dataDir = createDirectory()
  const args = ['up', '--json', '--port', '0', '--data-dir', dataDir, '--rpc', `ethereum=${rpcUrl()}`]
  const start = () => startCli(args, { env: { OUTRIGGER_STORE: url } })
  const server = start()
  const tally = { sent: 0, answered: 0 }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'x-api-key': secret, 'content-type': 'application/json' }

  async function callToTheEnd(gateway: string): Promise<void> {
    for (let lastMs = performance.now(); performance.now() - lastMs < 2000; ) {
      tally.sent += 1
      const answer = await fetch(`${gateway}/ethereum/rpc`, { method: 'POST', headers, body }).catch(() => null)
      if (answer === null) return
      const { result } = (await answer.json().catch(() => ({}))) as { result?: string }
      if (result === undefined) await sleep(50)
      else {
        tally.answered += 1
        lastMs = performance.now()
      }
    }
  }
  return {
    tally,
    server,
    async drain(): Promise<void> {
      const { gateway_http } = JSON.parse(await server.firstLine()) as { gateway_http: string }
      await Promise.all(Array.from({ length: 3 }, () => callToTheEnd(gateway_http)))
    },
    /** As a node starts again after it was killed, and ends. */
    async restart(): Promise<void> {
      const next = start()
      await next.firstLine()
      await next[Symbol.asyncDispose]()
    },
  }
}

it.each([
  ['none', false],
  ['one', true],
] as const)(
  'three servers use up a pool together and no more, while %s is killed',
  { timeout: 120_000 },
  async (_, isKilled) => {
    const url = createDatabase()
    await using store = await createPostgresStore({ url })
    await using keyring = createKeyring(store)
    const rates = { cuPerSecond: endless, requestsPerSecond: endless, gatewayRequestsPerSecond: endless }
    const { key, secret } = await keyring.create({ name: 'end', tier: 'scale', limits: { monthlyCu, ...rates } })
    const nodes = [1, 2, 3].map(() => createServerNode(url, secret))
    const [victim] = nodes
    await Promise.all(nodes.map(({ server }) => server.firstLine()))
    // Nodes look who is there once a second, and blocks are smaller the more they are.
    await sleep(1500)
    const draining = Promise.all(nodes.map(({ drain }) => drain()))
    if (isKilled) {
      await expect.poll(() => victim?.tally.answered, { timeout: 60_000, interval: 5 }).toBeGreaterThan(200)
      victim?.server.child.kill('SIGKILL')
    }
    await draining
    const answered = nodes.reduce((sum, { tally }) => sum + tally.answered, 0)
    if (isKilled) await victim?.restart()
    for (const { server } of nodes) await server[Symbol.asyncDispose]()
    const months = await store.collection<{ cu: number }>('ledger_months').list()
    const booked = months.find((month) => month.key.endsWith(key.id))?.value.cu ?? 0
    process.stderr.write(`pool of ${monthlyCu} CU: ${answered * cost} answered, ${booked} booked\n`)
    expect(booked).toBeLessThanOrEqual(monthlyCu)
    expect(booked).toBeGreaterThanOrEqual(answered * cost)
    // What the killed one had is with nobody for ten minutes: half an equal part of the pool, or 5,000.
    if (isKilled) expect(monthlyCu - booked).toBeLessThanOrEqual(5000)
    else expect(booked).toBe(monthlyCu)
  },
)
