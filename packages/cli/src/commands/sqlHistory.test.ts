import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRecording } from '@outrigger/devnet/recorded'
import { feeLevels } from '@outrigger/oracle/internal'
import { openStore } from '@outrigger/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStoredKey, useChainAndDatabase } from '../fixtures/chainAndDatabase.ts'
import { type CliProcess, createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'
import { toSpans } from '../sql/history/fees.ts'
import { historyTables } from '../sql/history/registry.ts'

type Json = Readonly<Record<string, unknown>>

const data = join(createDirectory(), 'data')
const webhook = 'http://127.0.0.1:9/webhook-token'
let devnet: CliProcess
let node: CliProcess
let rest = ''
let key = { id: '', secret: '' }
let runKey = ''
let rpcUrl = ''

async function query(text: string, ...args: readonly string[]): Promise<readonly Json[]> {
  const { code, stdout, stderr } = await runCli(['sql', text, '--data-dir', data, '--json', ...args])
  expect(code, stderr).toBe(0)
  const lines = stdout.split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Json)
}
const count = async (text: string) => Number((await query(text))[0]?.['n'] ?? 0)

async function request(path: string, { secret = key.secret, body }: { secret?: string; body?: object } = {}) {
  const post = body && { method: 'POST', body: JSON.stringify(body) }
  const headers = { 'x-api-key': secret, 'content-type': 'application/json' }
  const response = await fetch(`${rest}${path}`, { headers, ...post })
  expect(response.status, path).toBeLessThan(300)
  return (await response.json()) as Json
}

async function ask<result>(method: string, ...params: readonly unknown[]): Promise<result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await answer.json()) as { readonly result: result }).result
}

beforeAll(async () => {
  devnet = startCli(['devnet', '--json', '--traffic-rate', '5', '--block-time', '1'])
  const { rpc } = JSON.parse(await devnet.firstLine()) as { readonly rpc: Record<string, string[]> }
  rpcUrl = rpc['ethereum']?.[0] ?? ''
  const created = await createStoredKey({ dataDir: data }, { scopes: ['read:blockchain', 'read:analytics'] })
  key = { id: created.key.id, secret: created.secret }
  const args = [
    '--rpc',
    `ethereum=${rpc['ethereum']?.join()}`,
    '--data-dir',
    data,
    '--port',
    '0',
    '--gateway-port',
    '0',
  ]
  node = startCli(['up', '--json', ...args])
  const ready = JSON.parse(await node.firstLine()) as { readonly rest: string; readonly api_key: string }
  rest = ready.rest
  runKey = ready.api_key
  const alert = { name: 'dear \u001b[31mgas', alert_type: 'gas', chain_id: 'ethereum', threshold: 0.000001 }
  const secret = runKey
  await request('/v1/alerts', { secret, body: { ...alert, condition: 'above', webhook_url: webhook } })
  await request('/v1/alerts/secret', { secret })
  await request('/v1/mev/ethereum/findings', { secret })
  await request('/v1/analytics/ethereum/data?metric=gas_usage', { secret })
  for (let index = 0; index < 3; index += 1) await request('/v1/gas/ethereum')
}, 120_000)
afterAll(async () => {
  await node?.[Symbol.asyncDispose]()
  await devnet?.[Symbol.asyncDispose]()
})

describe('the history of a running node', () => {
  it('has the fees of each block', async () => {
    await expect.poll(() => count('select count(*) as n from fee_blocks'), { timeout: 60_000 }).toBeGreaterThan(10)
    const blocks = await query('from fee_blocks order by block_number')
    for (const row of blocks.slice(0, 20)) {
      const tag = `0x${Number(row['block_number']).toString(16)}`
      const block = await ask<Readonly<Record<string, string>>>('eth_getBlockByNumber', tag, false)
      expect(row).toMatchObject({ chain: 'ethereum', base_fee: Number(block['baseFeePerGas']) / 1e9 })
      if (row['is_time_exact']) expect(Date.parse(String(row['block_time']))).toBe(Number(block['timestamp']) * 1000)
    }
  }, 120_000)

  it('has the series of the API', async () => {
    await expect.poll(() => count("select count(*) as n from series where metric = 'gas_usage'")).toBeGreaterThan(0)
    const [row] = await query(
      "from series where metric = 'gas_usage' and aggregation = 'daily' order by timestamp desc limit 1",
    )
    expect(row).toMatchObject({ chain: 'ethereum', unit: 'gas', value_string: null, is_partial: true })
    expect(row?.['value']).toBeGreaterThan(21_000)
    const [volume] = await query("from series where metric = 'transaction_volume' and aggregation = 'daily' limit 1")
    expect(Number(volume?.['value_string']) / 1e18).toBeCloseTo(Number(volume?.['value']), 6)
    const metrics = await query("select distinct metric from series where aggregation = 'hourly' order by all")
    expect(metrics.map(({ metric }) => metric)).toEqual(['gas_usage', 'transaction_volume'])
  }, 60_000)

  it('has the verdicts on findings', async () => {
    await expect
      .poll(() => count("select sum(findings) as n from findings where outcome <> 'void'"), { timeout: 90_000 })
      .toBeGreaterThan(0)
    const shares = await query(`select bool_and(hit_share between 0 and 1) as hit,
      bool_and(mean_confidence between min_confidence and max_confidence) as mean from predictions`)
    expect(shares).toEqual([{ hit: true, mean: true }])
  }, 180_000)

  it('has alerts, what happened to them, and usage', async () => {
    await expect
      .poll(() => count("select count(*) as n from alert_events where event = 'triggered'"), { timeout: 60_000 })
      .toBe(1)
    expect(await query('select name, channels, triggers, status from alerts')).toEqual([
      { name: 'dear \u001b[31mgas', channels: 'webhook', triggers: 1, status: 'active' },
    ])
    await expect
      .poll(() =>
        query(`select key_name, chain, method, requests from usage where key_id = '${key.id}' order by method`),
      )
      .toContainEqual({ key_name: 'load', chain: 'ethereum', method: 'gasCurrent', requests: 3 })
    const { stdout } = await runCli(['sql', 'select name from alerts', '--data-dir', data])
    expect(stdout).toBe('name\ndear \\u001b[31mgas\n')
  }, 120_000)

  it('has no secret', async () => {
    const dumps: string[] = []
    for (const name of Object.keys(historyTables)) dumps.push(JSON.stringify(await query(`from ${name}`)))
    const all = dumps.join()
    expect(all).toContain(key.id)
    await using store = await openStore({ dataDir: data }, { readOnly: true })
    const stored = await Promise.all(['keys', 'alert_secrets'].map((name) => store.collection(name).list()))
    const secrets = stored
      .flat()
      .flatMap(({ value }) => listTexts(value))
      .filter((text) => text.length >= 32)
    expect(stored.map((entries) => entries.length > 0)).toEqual([true, true])
    for (const text of [...secrets, key.secret, runKey, 'webhook-token'])
      expect(all.includes(text), text.slice(0, 6)).toBe(false)
  }, 60_000)

  it('answers the questions of the guide', async () => {
    const directory = createDirectory()
    const [blocks, mined, chain] = ['blocks.ndjson', 'mined.parquet', 'chain'].map((name) => join(directory, name))
    writeFileSync(blocks ?? '', readRecording('mev-inspect-py/blocks.ndjson.gz'))
    await runCli(['mev', 'inspect', 'ethereum', blocks ?? '', '-o', mined ?? ''])
    const head = Number(await ask<string>('eth_blockNumber'))
    const rpc = ['--rpc', `ethereum=${rpcUrl}`]
    for (const dataset of ['receipts', 'prices'])
      await runCli(['export', dataset, 'ethereum', `${head - 30}..${head}`, '-o', chain ?? '', ...rpc])
    const page = readFileSync(new URL('../../../../docs/guide/sql.md', import.meta.url), 'utf8')
    const questions = [...page.matchAll(/^```sql\n(.*?)^```/gms)].map(([, text]) => text ?? '')
    expect(questions.length).toBeGreaterThan(4)
    for (const question of questions) {
      const rows = await query(question, mined ?? '', chain ?? '')
      expect(rows.length, question).toBeGreaterThan(0)
      expect(
        rows.flatMap((row) => Object.values(row)).filter((cell) => cell === null),
        question,
      ).toEqual([])
    }
  }, 120_000)

  it('joins with exported files', async () => {
    const directory = createDirectory()
    const rpc = ['--rpc', `ethereum=${rpcUrl}`]
    for (const dataset of ['blocks', 'receipts'])
      expect(
        await runCli(['export', dataset, 'ethereum', '1..40', '-o', directory, '--chunk', '15', ...rpc]),
      ).toMatchObject({ code: 0 })
    const rows = await query(
      'select from_address, sum(gas_used)::bigint as gas_used from receipts group by all',
      directory,
    )
    const expected = new Map<string, number>()
    for (let number = 1; number <= 40; number += 1)
      for (const receipt of await ask<Record<string, string>[]>('eth_getBlockReceipts', `0x${number.toString(16)}`)) {
        const from = String(receipt['from']).toLowerCase()
        expected.set(from, (expected.get(from) ?? 0) + Number(receipt['gasUsed']))
      }
    expect(new Map(rows.map((row) => [row['from_address'], row['gas_used']]))).toEqual(expected)
    const [other, more] = [createDirectory(), createDirectory()]
    for (const [range, place] of [
      ['35..45', other],
      ['41..45', more],
    ] as const)
      await runCli(['export', 'receipts', 'ethereum', range, '-o', place, '--chunk', '15', ...rpc])
    const text = 'select count(*) as n from receipts'
    const twice = await runCli(['sql', text, directory, other, '--json'])
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('have the same blocks') })
    const inSteps = (await query(text, directory, more))[0]?.['n']
    expect(Number(inSteps)).toBeGreaterThan(Number((await query(text, directory))[0]?.['n']))
    const joined = 'select count(*) > 0 as any from blocks join usage using (chain)'
    expect(await query(joined, directory)).toEqual([{ any: true }])
  }, 120_000)
})

it('leaves the data of a stopped node as they are, and needs some', async () => {
  node.child.kill('SIGINT')
  await node.ended
  const read = () => readFileSync(join(data, 'outrigger.db'))
  const before = read()
  expect(await count('select count(*) as n from usage')).toBeGreaterThan(0)
  // The bars have every block once.
  const text = `select sum(blocks) = (select count(*) from fee_blocks) as same,
    abs(sum(base_fee * blocks) / sum(blocks) - (select avg(base_fee) from fee_blocks)) < 1e-6 as average from fees`
  expect(await query(text)).toEqual([{ same: true, average: true }])
  const verdicts = `select
    (select sum(predictions) from predictions) = (select sum(findings) from findings where outcome <> 'void') as same,
    (select sum(held) from predictions) = (select sum(findings) from findings where outcome = 'held') as held`
  expect(await query(verdicts)).toEqual([{ same: true, held: true }])
  expect(read().equals(before)).toBe(true)
  const nowhere = await runCli(['sql', 'from fees', '--data-dir', join(data, 'nowhere')])
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nowhere has no data of a node. Start one with'),
  })
  const empty = createDirectory()
  await (await openStore({ dataDir: empty })).close()
  expect(await runCli(['sql', 'from alert_events', '--data-dir', empty])).toMatchObject({
    code: 0,
    stderr: 'The node has no alert_events yet. No alert has triggered yet.\n0 rows\n',
  })
}, 60_000)

describe('a node in PostgreSQL', () => {
  const place = useChainAndDatabase()
  it('has the same tables', async () => {
    const url = place.createDatabase()
    const env = { OUTRIGGER_STORE: url }
    const before = await runCli(['sql', 'from usage'], { env })
    expect(before).toMatchObject({ code: 1, stderr: expect.stringContaining('no data of this version') })
    await createStoredKey({ store: url }, { scopes: ['read:blockchain'] })
    const done = await runCli(['sql', 'select count(*) as n from usage', '--json'], { env })
    expect(done).toMatchObject({ code: 0, stdout: '{"n":0}\n' })
  }, 60_000)
})

it('has each time in bars of one length, which are still stored', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_500_000_000, max: 2_000_000_000 }), (now) => {
      const spans = toSpans(now)
      for (const [index, { fromTime, toTime, resolution }] of spans.entries()) {
        const level = feeLevels[index]
        expect(resolution).toBe(level?.resolution)
        // Both ends are ends of its bars, so that no bar is in two spans.
        expect(fromTime % (level?.seconds ?? 0)).toBe(0)
        if (index > 0) expect([toTime, toTime % (level?.seconds ?? 0)]).toEqual([spans[index - 1]?.fromTime, 0])
        expect(fromTime).toBeGreaterThanOrEqual(now - (level?.keptSeconds ?? 0))
      }
    }),
  )
})

/** All texts in a document. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}
