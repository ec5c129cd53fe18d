import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '@outrigger/server'
import { expect, it } from 'vitest'
import { createStoredKey, useChainAndDatabase } from '../fixtures/chainAndDatabase.ts'
import { createDirectory, startCli } from '../fixtures/cliProcess.ts'

/** 200 for the whole measure. */
const kills = Number(process.env['OUTRIGGER_LEDGER_KILLS'] ?? 5)
const { rpcUrl, createDatabase } = useChainAndDatabase()

type Ready = { readonly rest: string; readonly gateway_http: string }
type Load = { readonly calls: number; readonly url: (at: Ready) => string; readonly body?: string }

// Each call of them costs 5 CU.
const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
const loads: readonly Load[] = [
  { calls: 1, url: (at) => `${at.gateway_http}/ethereum/rpc`, body: JSON.stringify(call) },
  { calls: 5, url: (at) => `${at.gateway_http}/ethereum/rpc`, body: JSON.stringify(Array(5).fill(call)) },
  { calls: 1, url: (at) => `${at.rest}/v1/gateway/health` },
]

it.each(['SQLite', 'PostgreSQL'])(
  `of ${kills} servers killed under load on %s: at most one second of usage is lost, and no call is booked twice`,
  {
    timeout: 60_000 + kills * 15_000,
  },
  async (kind) => {
    const dataDir = createDirectory()
    const url = kind === 'PostgreSQL' ? createDatabase() : undefined
    const env = url === undefined ? {} : { OUTRIGGER_STORE: url }
    const { key, secret } = await createStoredKey({ dataDir, store: url }, { tier: 'unlimited' })
    const tally = { sent: 0, answered: 0, lastSecond: 0 }
    /** Times of the answers since the last start. */
    let answers: { readonly calls: number; readonly atMs: number }[] = []
    const start = () =>
      startCli(['up', '--json', '--port', '0', '--data-dir', dataDir, '--rpc', `ethereum=${rpcUrl()}`], { env })

    async function ask(at: Ready, { calls, url, body }: Load): Promise<boolean> {
      const headers = { 'x-api-key': secret, ...(body && { 'content-type': 'application/json' }) }
      tally.sent += calls
      const answer = await fetch(url(at), { headers, ...(body && { method: 'POST', body }) }).catch(() => null)
      if (answer === null) return false
      expect(answer.status).toBe(200)
      tally.answered += calls
      answers.push({ calls, atMs: performance.now() })
      await answer.text().catch(() => {})
      return true
    }

    for (let count = 0; count < kills; count += 1) {
      answers = []
      const { child, ended, firstLine } = start()
      const at = JSON.parse(await firstLine()) as Ready
      for (const load of loads) await ask(at, load)
      const asking = loads.flatMap((load) =>
        Array.from({ length: 4 }, async () => {
          while (await ask(at, load));
        }),
      )
      await sleep(1500 + Math.random() * 500)
      child.kill('SIGKILL')
      const sinceMs = performance.now() - 1000
      await Promise.all([ended, ...asking])
      tally.lastSecond += answers.reduce((sum, { calls, atMs }) => sum + (atMs > sinceMs ? calls : 0), 0)
    }

    await using store = await openStore({ dataDir, store: url })
    const months = await store.collection<{ requests: number; cu: number }>('ledger_months').list()
    const booked = months
      .filter((month) => month.key.endsWith(key.id))
      .reduce((sum, month) => sum + month.value.requests, 0)
    const cu = months.filter((month) => month.key.endsWith(key.id)).reduce((sum, month) => sum + month.value.cu, 0)
    const { sent, answered, lastSecond } = tally
    process.stderr.write(
      `${kind}, ${kills} kills: ${sent} calls sent, ${booked} in the ledger, ${answered} answered, ${lastSecond} in the last second\n`,
    )
    expect(answered - lastSecond).toBeGreaterThan(50 * kills)
    expect(booked).toBeGreaterThanOrEqual(answered - lastSecond)
    expect(booked).toBeLessThanOrEqual(sent)
    expect(cu).toBe(5 * booked)
  },
)
