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
  `of ${kills} servers killed under load on %s: every answered call is in the ledger, none twice`,
  {
    timeout: 60_000 + kills * 15_000,
  },
  async (kind) => {
    const dataDir = createDirectory()
    const url = kind === 'PostgreSQL' ? createDatabase() : undefined
    const env = url === undefined ? {} : { OUTRIGGER_STORE: url }
    const { key, secret } = await createStoredKey({ dataDir, store: url }, { tier: 'unlimited' })
    const tally = { sent: 0, answered: 0 }
    const start = () =>
      startCli(['up', '--json', '--port', '0', '--data-dir', dataDir, '--rpc', `ethereum=${rpcUrl()}`], { env })

    async function ask(at: Ready, { calls, url, body }: Load): Promise<boolean> {
      const headers = { 'x-api-key': secret, ...(body && { 'content-type': 'application/json' }) }
      tally.sent += calls
      const answer = await fetch(url(at), { headers, ...(body && { method: 'POST', body }) }).catch(() => null)
      if (answer === null) return false
      expect(answer.status).toBe(200)
      tally.answered += calls
      await answer.text().catch(() => {})
      return true
    }

    for (let count = 0; count < kills; count += 1) {
      const { child, ended, firstLine } = start()
      const at = JSON.parse(await firstLine()) as Ready
      for (const load of loads) await ask(at, load)
      const asking = loads.flatMap((load) =>
        Array.from({ length: 4 }, async () => {
          while (await ask(at, load));
        }),
      )
      await sleep(50 + Math.random() * 600)
      child.kill('SIGKILL')
      await Promise.all([ended, ...asking])
    }
    const last = start()
    await last.firstLine()
    await last[Symbol.asyncDispose]()

    await using store = await openStore({ dataDir, store: url })
    const months = await store.collection<{ requests: number; cu: number }>('ledger_months').list()
    const booked = months
      .filter((month) => month.key.endsWith(key.id))
      .reduce((sum, month) => sum + month.value.requests, 0)
    const cu = months.filter((month) => month.key.endsWith(key.id)).reduce((sum, month) => sum + month.value.cu, 0)
    process.stderr.write(
      `${kind}, ${kills} kills: ${tally.sent} calls sent, ${booked} in the ledger, ${tally.answered} answered\n`,
    )
    expect(tally.answered).toBeGreaterThan(50 * kills)
    expect(booked).toBeGreaterThanOrEqual(tally.answered)
    expect(booked).toBeLessThanOrEqual(tally.sent)
    expect(cu).toBe(5 * booked)
    expect(await store.collection('ledger_journals').list()).toEqual([])
  },
)
