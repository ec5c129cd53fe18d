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

/** A node with callers. Each calls until it has been refused for two seconds. */
function createServerNode(url: string, secret: string) {
  const dataDir = createDirectory()
  const args = ['up', '--json', '--port', '0', '--data-dir', dataDir, '--rpc', `ethereum=${rpcUrl()}`]
  const server = startCli(args, { env: { OUTRIGGER_STORE: url } })
  /** Times of the answers. */
  const answers: number[] = []
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'x-api-key': secret, 'content-type': 'application/json' }

  async function callToTheEnd(gateway: string): Promise<void> {
    for (let lastMs = performance.now(); performance.now() - lastMs < 2000; ) {
      const answer = await fetch(`${gateway}/ethereum/rpc`, { method: 'POST', headers, body }).catch(() => null)
      if (answer === null) return
      const { result } = (await answer.json().catch(() => ({}))) as { result?: string }
      if (result === undefined) await sleep(50)
      else {
        lastMs = performance.now()
        answers.push(lastMs)
      }
    }
  }
  return {
    answers,
    /** Calls of the last second. */
    countLast: () => answers.filter((atMs) => atMs > (answers.at(-1) ?? 0) - 1000).length,
    server,
    async drain(): Promise<void> {
      const { gateway_http } = JSON.parse(await server.firstLine()) as { gateway_http: string }
      await Promise.all(Array.from({ length: 3 }, () => callToTheEnd(gateway_http)))
    },
  }
}

it.each([
  [1, false],
  [3, false],
  [3, true],
] as const)(
  '%i servers use up a pool, and overdraw it by a flush interval at most; one is killed: %s',
  { timeout: 120_000 },
  async (count, isKilled) => {
    const url = createDatabase()
    await using store = await createPostgresStore({ url })
    await using keyring = createKeyring(store)
    const rates = { cuPerSecond: endless, requestsPerSecond: endless, gatewayRequestsPerSecond: endless }
    const { key, secret } = await keyring.create({ name: 'end', tier: 'scale', limits: { monthlyCu, ...rates } })
    const nodes = Array.from({ length: count }, () => createServerNode(url, secret))
    const [victim] = nodes
    await Promise.all(nodes.map(({ server }) => server.firstLine()))
    const draining = Promise.all(nodes.map(({ drain }) => drain()))
    if (isKilled) {
      await expect.poll(() => victim?.answers.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(200)
      victim?.server.child.kill('SIGKILL')
    }
    await draining
    for (const { server } of nodes) await server[Symbol.asyncDispose]()
    const months = await store.collection<{ cu: number }>('ledger_months').list()
    const booked = months.find((month) => month.key.endsWith(key.id))?.value.cu ?? 0
    const answered = cost * nodes.reduce((sum, { answers }) => sum + answers.length, 0)
    const lost = isKilled ? cost * (victim?.countLast() ?? 0) : 0
    const last = cost * nodes.reduce((sum, { countLast }) => sum + countLast(), 0)
    process.stderr.write(
      `pool of ${monthlyCu} CU: ${answered} answered, ${booked} booked, ${last} in the last second\n`,
    )
    expect(booked).toBeGreaterThanOrEqual(answered - lost)
    expect(booked).toBeGreaterThanOrEqual(monthlyCu)
    expect(booked).toBeLessThanOrEqual(count === 1 ? monthlyCu : monthlyCu + last)
  },
)
