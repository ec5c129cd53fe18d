import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProviderPool } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { type Devnet, startDevnet } from '@outrigger/devnet'
import { startTraffic } from '@outrigger/devnet/traffic'
import { createMempoolWatcher } from '@outrigger/mempool'
import { type Hex, serializeTransaction, type Transaction, type TransactionSerializable } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDirectory, runCli, startCli } from '../fixtures/cliProcess.ts'
import { startPrunedProvider } from '../fixtures/prunedProvider.ts'
import { recordFindings } from '../fixtures/recordFindings.ts'

const recordedSeconds = Number(process.env['OUTRIGGER_REPLAY_SECONDS'] ?? 20)
const directory = createDirectory()

type Row = Readonly<Record<string, unknown>>

let devnet: Devnet
let rpc: readonly string[]
/** What `mev watch` found. */
let live: readonly Row[]
/** The pending transactions as another recorder would write them, and the usual time from a block's timestamp to its arrival. */
let pending: readonly string[]
let blockDelay: number
let lastBlock: bigint

beforeAll(
  async () => {
    devnet = await startDevnet({ silent: true, blockTimeMs: 1_000 })
    const { rpcUrl, client } = devnet.chains.ethereum
    rpc = ['--rpc', `ethereum=${rpcUrl}`]
    const accounts = devnet.accounts.traders.slice(0, 20)
    await using _ = await startTraffic(devnet.chains.ethereum, { seed: 3, accounts, ratePerSecond: 8 })
    await using pool = createProviderPool({ chain: 'ethereum', endpoints: [rpcUrl] })
    await using watcher = createMempoolWatcher({ pool })
    const seen: Promise<string | null>[] = []
    const delays: number[] = []
    pool.watchHeads(({ timestamp }) => delays.push(Date.now() - Number(timestamp) * 1_000))
    watcher.on('transaction', ({ transaction: { hash }, firstSeenMs }) =>
      seen.push(
        client.getTransaction({ hash }).then(
          (transaction) => JSON.stringify({ timestamp_ms: firstSeenMs, raw_tx: toRaw(transaction) }),
          // It was replaced meanwhile.
          () => null,
        ),
      ),
    )
    const { stdout } = await recordFindings({ file: join(directory, 'live.gz'), rpc, seconds: recordedSeconds })
    live = toRows(stdout, 'found')
    pending = (await Promise.all(seen)).filter((line) => line !== null)
    blockDelay = quantile(
      delays.toSorted((a, b) => a - b),
      0.5,
    ) as number
    lastBlock = await client.getBlockNumber()
  },
  recordedSeconds * 1_000 + 180_000,
)
afterAll(() => devnet?.close())

function toRaw({ r, s, v, yParity, gasPrice, maxFeePerGas, input, ...transaction }: Transaction): Hex {
  const fees = transaction.type === 'legacy' ? { gasPrice } : { maxFeePerGas }
  const fields = { ...transaction, ...fees, data: input } as TransactionSerializable
  return serializeTransaction(fields, { r, s, v, yParity } as never)
}

const toRows = (text: string, ...events: readonly string[]): readonly Row[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row)
    .filter(({ event }) => events.includes(String(event)))

function write(name: string, lines: readonly string[]): string {
  const path = join(directory, name)
  writeFileSync(path, lines.join('\n'))
  return path
}

const replay = (file: string, ...args: readonly string[]) => runCli(['mev', 'replay', file, '--json', ...args])
const replayMempool = (file: string, ...args: readonly string[]) =>
  replay(file, '--chain', 'ethereum', '--data-dir', createDirectory(), ...rpc, ...args)

it('finds in the mempool of another recorder what a live detector found, and records it', async () => {
  const recording = join(directory, 'recording.gz')
  const options = ['--block-delay', String(blockDelay), '--record', recording]
  const { code, stdout, stderr } = await replayMempool(write('mempool.ndjson', pending), ...options)
  expect(code, stderr).toBe(0)
  const [found, scored] = [toRows(stdout, 'found'), toRows(stdout, 'scored')]
  const toKey = ({ id, estimated_profit_eth }: Row) => `${id} ${estimated_profit_eth}`
  const known = new Set(found.map(toKey))
  // A transaction that arrives together with a block may be on the other side of it.
  expect(live.filter((row) => known.has(toKey(row))).length / live.length).toBeGreaterThan(0.8)
  expect(live.length).toBeGreaterThan(30)
  expect(scored.filter(({ outcome }) => (outcome as Row)['kind'] === 'held').length).toBeGreaterThan(scored.length / 4)

  const again = await replay(recording)
  const withoutTime = ({ first_seen: _, ...row }: Row) => row
  expect(toRows(again.stdout, 'found').map(withoutTime)).toEqual(found.map(withoutTime))
}, 120_000)

it('shows exported transactions before their blocks', async () => {
  const range = `${lastBlock - 12n}..${lastBlock - 4n}`
  const exported = join(directory, 'exported')
  const options = ['-o', exported, '--format', 'ndjson', '--chunk', '100000']
  expect(await runCli(['export', 'transactions', 'ethereum', range, ...options, ...rpc])).toMatchObject({ code: 0 })
  const file = `ethereum__transactions__${[lastBlock - 12n, lastBlock - 4n].map((one) => String(one).padStart(8, '0')).join('_to_')}.ndjson`
  const { code, stdout, stderr } = await replayMempool(join(exported, file), '--type', 'sandwich,backrun')
  expect(code, stderr).toBe(0)
  const mined = readFileSync(join(exported, file), 'utf8')
  const found = toRows(stdout, 'found')
  expect(found.length).toBeGreaterThan(0)
  for (const { transactions } of found) for (const hash of transactions as string[]) expect(mined).toContain(hash)
  expect(toRows(stdout, 'scored').length).toBeGreaterThan(0)
  expect(stderr).toMatch(/1[0-9] blocks and \d+ transactions/)
}, 120_000)

it('leaves out lines without a valid transaction', async () => {
  const broken = JSON.stringify({ timestamp_ms: Date.now(), raw_tx: '0x02c0' })
  const empty = JSON.stringify({ timestamp_ms: Date.now(), raw_tx: null })
  const { code, stderr } = await replayMempool(write('broken.ndjson', [pending[0] ?? '', broken, empty]))
  expect(code).toBe(0)
  expect(stderr).toContain('2 lines without a valid transaction are left out.')
}, 60_000)

it('refuses a provider without old states, and leaves no recording behind', async () => {
  await using pruned = await startPrunedProvider(devnet.chains.ethereum.rpcUrl, (block) => block !== 'latest')
  const file = write('old.ndjson', pending.slice(0, 2))
  const recording = join(directory, 'pruned.gz')
  const options = ['--chain', 'ethereum', '--rpc', `ethereum=${pruned.url}`, '--record', recording]
  const { code, stderr } = await replay(file, ...options)
  expect(code).not.toBe(0)
  expect(stderr).toContain('Give an archive provider')
  expect(existsSync(recording)).toBe(false)
}, 60_000)

it('counts transactions that come after later ones in the file', async () => {
  const [first, ...others] = pending.slice(0, 60) as [string, ...string[]]
  const { code, stderr } = await replayMempool(write('mixed.ndjson', [first, ...others.toReversed()]))
  expect(code, stderr).toBe(0)
  expect(stderr).toMatch(/\d+ of 60 transactions come after later ones in the file, so they were shown late/)
  const sorted = await replayMempool(write('sorted.ndjson', [first, ...others]))
  expect(sorted.stderr).not.toContain('shown late')
}, 60_000)

it('says that no finding has an outcome', async () => {
  const { stderr } = await runCli(['mev', 'replay', join(directory, 'live.gz'), '--type', 'liquidation'])
  expect(stderr).toContain('No finding that matches the filter has an outcome.')
}, 60_000)

it('stops on SIGINT', async () => {
  const file = write('long.ndjson', pending)
  await using running = startCli([
    'mev',
    'replay',
    file,
    '--chain',
    'ethereum',
    '--data-dir',
    createDirectory(),
    ...rpc,
  ])
  await running.firstLine()
  running.child.kill('SIGINT')
  expect(await running.ended).toMatchObject({ code: 130 })
}, 60_000)

it('says what is wrong with a file or an option', async () => {
  const mempool = write('some.ndjson', pending.slice(0, 2))
  const future = write('future.ndjson', ['{"blockNumber":"0xffffff","hash":"0x1","from":"0x2"}'])
  const at = (timestamp: number) => [JSON.stringify({ ...JSON.parse(pending[0] ?? ''), timestamp_ms: timestamp })]
  const seconds = write('seconds.ndjson', at(Math.floor(Date.now() / 1_000)))
  const microseconds = write('microseconds.ndjson', at(Date.now() * 1_000))
  const outcomes = await Promise.all([
    replay(mempool),
    replay(mempool, '--record', 'x'),
    replay(mempool, '--chain', 'ethereum'),
    replay(mempool, '--chain', 'solana', ...rpc),
    replayMempool(write('empty.ndjson', [])),
    replayMempool(write('words.ndjson', ['words'])),
    replayMempool(write('timeless.ndjson', ['{"raw_tx":"0x02"}'])),
    replayMempool(future),
    replayMempool(join(directory, 'live.gz')),
    replayMempool(seconds),
    replayMempool(microseconds),
    replayMempool(mempool, '--block-delay', 'soon'),
    replayMempool(mempool, '--record', mempool),
  ])
  const texts = [
    '--chain',
    'need --chain',
    '--rpc',
    'EVM chains only',
    'no transaction to replay',
    'Line 1',
    '"timestamp_ms"',
    'does not exist',
    'is a recording of `mev watch`. Leave out --chain',
    'before the first block of the chain. Give its time as Unix milliseconds',
    'after the last block of the chain',
    '--block-delay',
    'exists',
  ]
  for (const [index, text] of texts.entries()) {
    expect(outcomes[index]?.stderr).toContain(text)
    expect(outcomes[index]?.code).not.toBe(0)
  }
}, 120_000)
