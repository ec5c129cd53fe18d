import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Devnet, startDevnet } from '@outrigger/devnet'
import { startTraffic } from '@outrigger/devnet/traffic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDirectory, runCli } from '../fixtures/cliProcess.ts'
import { recordFindings } from '../fixtures/recordFindings.ts'

const recordedSeconds = Number(process.env['OUTRIGGER_REPLAY_SECONDS'] ?? 25)

let devnet: Devnet
let traffic: AsyncDisposable
let rpc: readonly string[]
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 1_000 })
  const { ethereum } = devnet.chains
  const accounts = devnet.accounts.traders.slice(0, 20)
  traffic = await startTraffic(ethereum, { seed: 3, accounts, ratePerSecond: 8 })
  rpc = ['--rpc', `ethereum=${ethereum.rpcUrl}`]
}, 120_000)
afterAll(async () => {
  await traffic?.[Symbol.asyncDispose]()
  await devnet?.close()
})

type Row = Readonly<Record<string, unknown>>

/** Removes the times, which are those of two clocks. */
function toRows(stdout: string, ...events: readonly string[]): readonly Row[] {
  const rows = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row)
  return rows.filter(({ event }) => events.includes(String(event))).map(({ first_seen: _, ...row }) => row)
}

const replay = (file: string, ...args: readonly string[]) => runCli(['mev', 'replay', file, ...args])

const record = (file: string, seconds: number, signal?: 'SIGKILL') =>
  recordFindings({ file, rpc, seconds, ...(signal && { signal }) })

describe('a recording', () => {
  const file = join(createDirectory(), 'recording.ndjson.gz')
  let live: string
  beforeAll(
    async () => {
      live = (await record(file, recordedSeconds)).stdout
    },
    recordedSeconds * 1_000 + 90_000,
  )

  it('replays to the same findings and outcomes, in the same order', async () => {
    const replayed = await replay(file, '--json')
    expect(replayed).toMatchObject({ code: 0, stderr: expect.stringMatching(/blocks and .* transactions/) })
    expect(replayed.stderr).not.toContain('ends early')
    const [expected, actual] = [live, replayed.stdout].map((text) => toRows(text, 'found', 'changed', 'gone'))
    expect(expected?.length).toBeGreaterThan(10)
    // The last events may be recorded after the last line is printed.
    expect(actual?.slice(0, expected?.length)).toEqual(expected)
    // The live score is later than its block, so its rows have another order.
    const [outcomes, again] = [live, replayed.stdout].map((text) => toRows(text, 'scored'))
    expect(outcomes?.length).toBeGreaterThan(10)
    expect(again).toEqual(expect.arrayContaining([...(outcomes ?? [])]))
  }, 60_000)

  it('answers what a filter would have found, and scores only that', async () => {
    const filter = ['--type', 'sandwich', '--min-profit-eth', '0.01']
    const [json, text, table, archive] = await Promise.all([
      replay(file, '--json', ...filter),
      replay(file, ...filter),
      replay(file, '--format', 'csv', ...filter),
      replay(file, '--json', ...filter, ...rpc),
    ])
    expect(archive).toMatchObject({ code: 0, stdout: json.stdout })
    const [found, scored] = [toRows(json.stdout, 'found'), toRows(json.stdout, 'scored')]
    expect(found.length).toBeGreaterThan(0)
    expect(scored.length).toBeGreaterThan(0)
    expect([...found, ...scored].every(({ type }) => type === 'sandwich')).toBe(true)
    expect(found.every((row) => Number(row['estimated_profit_eth']) >= 0.01)).toBe(true)
    expect(text.stdout).toMatch(/sandwich +\d+ +\d+ %/)
    const lines = table.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',')[0])
    expect(lines.filter((event) => event === 'scored')).toHaveLength(scored.length)
  }, 60_000)

  it('lists findings that need a simulation as skipped if it has none', async () => {
    const [all, few] = await Promise.all([replay(file, '--json'), replay(file, '--json', '--without-simulations')])
    const [kept, skipped] = [toRows(all.stdout, 'skipped'), toRows(few.stdout, 'skipped')]
    expect(skipped.length).toBeGreaterThan(kept.length)
    expect(few.stderr).toContain('are skipped')
    expect(skipped.some(({ kind }) => kind === 'logs')).toBe(true)
    expect(toRows(few.stdout, 'found').every(({ basis }) => basis === 'computed')).toBe(true)
  }, 60_000)

  it('says what is wrong with a file', async () => {
    const directory = createDirectory()
    const write = (name: string, text: string | Buffer) => {
      const path = join(directory, name)
      writeFileSync(path, text)
      return path
    }
    const lines = gunzipSync(readFileSync(file)).toString().split('\n')
    const damaged = [...lines.slice(0, 20), '{"kind":', ...lines.slice(20)].join('\n')
    const outcomes = await Promise.all([
      replay(join(directory, 'none.gz')),
      replay(write('other.ndjson', '{"hash":"0x1"}\n')),
      replay(write('table.parquet', Buffer.from('PAR1\x15\x04\x15\x10'))),
      replay(write('empty.ndjson', '')),
      replay(write('damaged.ndjson', damaged)),
      replay(write('newer.ndjson', lines.join('\n').replace('"version":1', '"version":9'))),
      runCli(['mev', 'watch', 'ethereum', '--record', file, ...rpc]),
      runCli(['mev', 'watch', 'ethereum', '--record', 'x', '--node', 'http://127.0.0.1:1']),
    ])
    const texts = [
      'cannot be read',
      'Line 1',
      'Line 1 is not part of a recording',
      '"start"',
      'Line 21',
      'Version 9',
      'exists',
      'Leave out --node',
    ]
    for (const [index, text] of texts.entries()) {
      expect(outcomes[index]?.stderr).toContain(text)
      expect(outcomes[index]?.code).not.toBe(0)
    }
  }, 60_000)
})

it('replays what a killed process and a cut file have recorded', async () => {
  const file = join(createDirectory(), 'recording.ndjson.gz')
  await record(file, 6, 'SIGKILL')
  const replayed = await replay(file, '--json')
  expect(replayed).toMatchObject({ code: 0, stderr: expect.stringContaining('ends early') })
  expect(toRows(replayed.stdout, 'found').length).toBeGreaterThan(0)
  const plain = file.replace('.gz', '')
  const bytes = gunzipSync(readFileSync(file), { finishFlush: 2 })
  writeFileSync(plain, bytes)
  truncateSync(plain, bytes.length - 40)
  expect(await replay(plain)).toMatchObject({ code: 0, stderr: expect.stringContaining('ends early') })
}, 60_000)
