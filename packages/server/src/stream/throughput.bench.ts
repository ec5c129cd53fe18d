import { execFileSync } from 'node:child_process'
import { sleep } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { createAnvil } from '@outrigger/devnet'
import { type Hex, toHex } from 'viem'
import { createLoad } from './fixtures/load.ts'
import { type Ask, sendAll, toAsk } from './fixtures/rpcCalls.ts'
import { startNode, startReceiver } from './fixtures/startReceiver.ts'

const perSecond = 1000
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60)
const senderCount = 1000
const turnMs = 50
const gasLimit = 1_000_000_000
// Anvil builds each receipt by walking its block. With larger blocks it would have time for nothing else.
const blockTimeMs = 250

/** Reads every transaction of the chain. */
async function readRecord(ask: Ask): Promise<Hex[]> {
  while (Number((await ask<{ readonly pending: Hex }>('txpool_status')).pending) > 0) await sleep(200)
  const last = Number(await ask<Hex>('eth_blockNumber'))
  const record: Hex[] = []
  for (let number = 1; number <= last; number += 1)
    record.push(
      ...(await ask<{ readonly transactions: Hex[] }>('eth_getBlockByNumber', toHex(number), false)).transactions,
    )
  return record
}

const toMs = (ns: bigint) => Number(ns) / 1e6
const toQuantiles = (values: readonly number[]) => {
  const ascending = [...values].sort((a, b) => a - b)
  return [0.5, 0.99].map((q) => quantile(ascending, q) ?? Number.NaN) as [number, number]
}

async function run() {
  // Measure the built package, as released.
  execFileSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const load = await createLoad(perSecond * seconds, senderCount)
  await using anvil = await createAnvil({
    chainId: 1,
    blockTimeMs,
    args: ['--gas-limit', String(gasLimit), '--accounts', '0'],
  })
  const { ask, askAll } = toAsk(anvil.rpcUrl)
  await askAll(
    'anvil_setBalance',
    load.senders.map((sender) => [sender, toHex(10n ** 21n)]),
  )
  // In series, so that the upstream serves one subscription and only the overhead of the node and its stream is measured.
  const relay = await startReceiver('relay', anvil.rpcUrl, anvil.wsUrl)
  const node = await startNode('node', anvil.rpcUrl, relay.url)

  const startedAt = performance.now()
  const sentAt = await sendAll(load.transactions, { perSecond, turnMs }, askAll)
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const record = await readRecord(ask)
  const [ours, raw] = [await node.stop(record.length), await relay.stop(record.length)]

  const lost = (reported: { has(hash: Hex): boolean }) => record.filter((hash) => !reported.has(hash)).length
  const latencies = (reported: ReadonlyMap<Hex, bigint>) =>
    [...reported].flatMap(([hash, ns]) => {
      const sentNs = sentAt.get(hash)
      return sentNs === undefined ? [] : toMs(ns - sentNs)
    })
  const over = [...ours.pending].flatMap(([hash, ns]) => {
    const rawNs = raw.pending.get(hash)
    return rawNs === undefined ? [] : toMs(ns - rawNs)
  })
  const [rawP50, rawP99] = toQuantiles(latencies(raw.pending))
  const [ourP50, ourP99] = toQuantiles(latencies(ours.pending))
  const [overP50, overP99] = toQuantiles(over)
  return [
    { name: 'transactions sent per second', value: sentAt.size / elapsedSeconds, unit: '' },
    { name: 'transactions in the chain', value: record.length, unit: '', bar: { atLeast: perSecond * seconds } },
    { name: 'of these never pending at the raw relay', value: lost(raw.pending), unit: '' },
    { name: 'of these never pending at the client', value: lost(ours.pending), unit: '', bar: { atMost: 0 } },
    { name: 'of these never mined at the node', value: lost(ours.ended), unit: '', bar: { atMost: 0 } },
    { name: 'CPU of the raw relay per transaction', value: (1000 * raw.cpuMs) / record.length, unit: 'us' },
    { name: 'CPU of node and client per transaction', value: (1000 * ours.cpuMs) / record.length, unit: 'us' },
    { name: 'sent to raw relay p50', value: rawP50, unit: 'ms' },
    { name: 'sent to raw relay p99', value: rawP99, unit: 'ms' },
    { name: 'sent to client p50', value: ourP50, unit: 'ms' },
    { name: 'sent to client p99', value: ourP99, unit: 'ms' },
    { name: 'client after raw relay, per transaction p50', value: overP50, unit: 'ms', bar: { atMost: 5 } },
    { name: 'client after raw relay, per transaction p99', value: overP99, unit: 'ms', bar: { atMost: 50 } },
  ]
}

/** Checks 1,000 transactions a second for a minute against the chain's own record and a raw relay. */
export const suite = { name: 'throughput', run }
