import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sleep } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { createAnvil } from '@outrigger/devnet'
import { type Hex, toHex } from 'viem'
import { createLoad, type Load } from './fixtures/load.ts'
import type { Receipts, receivers } from './fixtures/receiver.ts'

const perSecond = 1000
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60)
const senderCount = 1000
const turnMs = 50
const gasLimit = 1_000_000_000
// Anvil builds each receipt by walking its block: of larger blocks it would do nothing else.
const blockTimeMs = 250

type Ask = <result>(method: string, ...params: readonly unknown[]) => Promise<result>

function toAsk(rpcUrl: string) {
  const post = async (body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const toRequest = (method: string, params: readonly unknown[], id = 1) => ({ jsonrpc: '2.0', id, method, params })
  return {
    ask: (async (method, ...params) => {
      const { result } = (await post(toRequest(method, params))) as { readonly result: never }
      return result
    }) as Ask,
    askAll: (method: string, params: readonly (readonly unknown[])[]) =>
      post(params.map((each, id) => toRequest(method, each, id))),
  }
}

/** One in a process of its own, so that each pays for its own work only. */
async function startReceiver(name: keyof typeof receivers, rpcUrl: string, wsUrl: string) {
  const child = fork(fileURLToPath(new URL('./fixtures/receiver.ts', import.meta.url)), [name, rpcUrl, wsUrl])
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    async stop(count: number) {
      const answer = once(child, 'message')
      child.send(count)
      const [receipts] = (await answer) as [Receipts]
      return {
        pending: new Map(receipts.pending.map(([hash, ns]) => [hash, BigInt(ns)])),
        ended: new Set(receipts.ended),
        cpuMs: receipts.cpuMs,
      }
    },
  }
}

/** Sends at a steady rate, whatever the node takes; resolves to when each was sent. */
async function sendAll({ transactions }: Load, askAll: ReturnType<typeof toAsk>['askAll']): Promise<Map<Hex, bigint>> {
  const sentAt = new Map<Hex, bigint>()
  const answers: Promise<unknown>[] = []
  const perTurn = (perSecond * turnMs) / 1000
  const startedAt = performance.now()
  for (let from = 0; from < transactions.length; from += perTurn) {
    const part = transactions.slice(from, from + perTurn)
    const nowNs = process.hrtime.bigint()
    for (const { hash } of part) sentAt.set(hash, nowNs)
    answers.push(
      askAll(
        'eth_sendRawTransaction',
        part.map(({ raw }) => [raw]),
      ),
    )
    await sleep(startedAt + (from / perTurn + 1) * turnMs - performance.now())
  }
  await Promise.all(answers)
  return sentAt
}

/** Every transaction the chain holds. */
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
  // In one line, so that the node serves one subscription, and what is measured is what the node and its stream add.
  const relay = await startReceiver('relay', anvil.rpcUrl, anvil.wsUrl)
  const node = await startReceiver('node', anvil.rpcUrl, relay.url)

  const startedAt = performance.now()
  const sentAt = await sendAll(load, askAll)
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const record = await readRecord(ask)
  const [ours, raw] = [await node.stop(record.length), await relay.stop(record.length)]

  const lost = (told: { has(hash: Hex): boolean }) => record.filter((hash) => !told.has(hash)).length
  const latencies = (told: ReadonlyMap<Hex, bigint>) =>
    [...told].flatMap(([hash, ns]) => {
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

/** 1,000 transactions a second for a minute, held against the chain's own record and a raw relay. */
export const suite = { name: 'throughput', run }
