import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { sleep } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { addresses, startDevnet } from '@outrigger/devnet'
import { type Address, encodeFunctionData, parseAbi, toHex } from 'viem'
import { createLoad, type LoadCall } from './fixtures/load.ts'
import { createManyPairs, type Pair } from './fixtures/manyPairs.ts'
import { trackedPools } from './fixtures/receiver.ts'
import { sendAll, toAsk } from './fixtures/rpcCalls.ts'
import { startNode, startReceiver } from './fixtures/startReceiver.ts'

const perSecond = 1_000
const seconds = Number(process.env['OUTRIGGER_BENCH_SECONDS'] ?? 30)
const senderCount = 500
const turnMs = 50
/** Warms up the compiler, and leaves time to measure tokens and simulate swaps through many of the pools, a few per block. */
const warmUpSeconds = 30

const abi = parseAbi(['function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)'])
const someone: Address = '0x00000000000000000000000000000000000000aa'

const swapShare = 0.7

/**
 * Creates the call of a transaction. Seven of ten calls swap through a pair, half of them with a wide limit. The others
 * are payments.
 */
function toCall(pairs: readonly Pair[], index: number): LoadCall {
  const pair = pairs[(index * 7_919) % pairs.length]
  if (pair === undefined || index % 10 >= 10 * swapShare) return { to: someone, value: 1n }
  const path = index % 2 === 0 ? pair.tokens : pair.tokens.toReversed()
  const amountIn = 10n ** 16n * BigInt(1 + (index % 97))
  const least = index % 4 < 2 ? 0n : (amountIn * 9n) / 10n
  const args = [amountIn, least, path, someone, 2n ** 40n] as const
  return {
    to: addresses.uniswapV2.router,
    data: encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args }),
  }
}

type Chain = { readonly rpcUrl: string; readonly wsUrl: string }

/** Measures how much later each swap arrives at a client of the stream than at a raw relay, in ms. */
async function measure(chain: Chain, pairs: readonly Pair[], name: 'plain' | 'annotated') {
  const load = await createLoad(perSecond * (seconds + warmUpSeconds), senderCount, (index) => toCall(pairs, index))
  const { ask, askAll } = toAsk(chain.rpcUrl)
  await askAll(
    'anvil_setBalance',
    load.senders.map((sender) => [sender, toHex(10n ** 21n)]),
  )
  const relay = await startReceiver('relay', chain.rpcUrl, chain.wsUrl)
  const node = await startNode(name, chain.rpcUrl, relay.url)
  await sendAll(load.transactions, { perSecond, turnMs }, askAll)
  const isDone = async () => Number((await ask<{ pending: string }>('txpool_status')).pending) === 0
  for (const untilMs = Date.now() + 60_000; !(await isDone()) && Date.now() < untilMs; ) await sleep(200)
  const [ours, raw] = [await node.stop(0), await relay.stop(0)]
  const measured = load.transactions.slice(perSecond * warmUpSeconds)
  const lateMs = measured.flatMap(({ hash }) => {
    const [atNs, rawNs] = [ours.pending.get(hash), raw.pending.get(hash)]
    return atNs === undefined || rawNs === undefined ? [] : Number(atNs - rawNs) / 1e6
  })
  lateMs.sort((a, b) => a - b)
  return {
    reported: lateMs.length,
    annotatedShare: measured.filter(({ hash }) => ours.annotated.has(hash)).length / measured.length / swapShare,
    cpuUs: (1_000 * ours.cpuMs) / load.transactions.length,
    p50: quantile(lateMs, 0.5) ?? Number.NaN,
    p99: quantile(lateMs, 0.99) ?? Number.NaN,
  }
}

/**
 * `hubs` has as many tokens as the benchmark of the search. `dense` has 64 and is harder than any chain: almost every token
 * trades
 * with every other, so a pool is in about sixty triangles. The 99th percentile of two processes of one build differs by more than
 * the bar, depending on whether a full garbage collection falls into the measurement. The market with bars therefore has more
 * rounds.
 */
const markets = { hubs: { tokens: 500, rounds: 5 }, dense: { tokens: 64, rounds: 2 } } as const

async function run() {
  // Measure the built package, as released.
  execFileSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  return [...(await measureMarket('hubs')), ...(await measureMarket('dense'))]
}

async function measureMarket(market: keyof typeof markets) {
  await using devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  const { ethereum } = devnet.chains
  const { tokens, rounds } = markets[market]
  const size = { pairs: trackedPools, tokens }
  const pairs = await createManyPairs(ethereum, devnet.accounts.deployer.address, size)
  const { ask } = toAsk(ethereum.rpcUrl)
  await ask('evm_setAutomine', false)
  await ask('evm_setIntervalMining', 1)
  const measured: Record<'plain' | 'annotated', Measured[]> = { plain: [], annotated: [] }
  // The machine's speed varies and the chain grows, so contenders take turns. The first of one round is the last of the next.
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? (['plain', 'annotated'] as const) : (['annotated', 'plain'] as const)) {
      const one = await measure(ethereum, pairs, name)
      measured[name].push(one)
      process.stderr.write(`  ${market}, round ${round + 1} of ${rounds}, ${name}: p99 ${one.p99.toFixed(1)} ms\n`)
    }
  return toRows(market, measured)
}

type Measured = Awaited<ReturnType<typeof measure>>

/** Returns the medians of the rounds. */
function toRows(
  market: keyof typeof markets,
  { plain, annotated }: Readonly<Record<'plain' | 'annotated', readonly Measured[]>>,
) {
  const median = (values: readonly number[]) =>
    quantile(
      [...values].sort((a, b) => a - b),
      0.5,
    ) ?? Number.NaN
  const of = (some: readonly Measured[], field: keyof Measured) => median(some.map((one) => one[field]))
  const added = annotated.map(({ p99 }, round) => p99 - (plain[round]?.p99 ?? Number.NaN))
  const row = (name: string, value: number, unit = 'ms') => ({ name: `${market}: ${name}`, value, unit })
  const hasBars = market === 'hubs'
  return [
    row('load average of the machine', loadavg()[0] ?? 0, ''),
    row('pairs followed', trackedPools, ''),
    row('tokens', markets[market].tokens, ''),
    row('rounds', added.length, ''),
    row('transactions streamed, without annotation', of(plain, 'reported'), ''),
    row('transactions streamed, with annotation', of(annotated, 'reported'), ''),
    {
      ...row('swaps with an opportunity', of(annotated, 'annotatedShare') * 100, '%'),
      ...(hasBars && { bar: { atLeast: 30 } }),
    },
    row('processor time each, without annotation', of(plain, 'cpuUs'), 'us'),
    row('processor time each, with annotation', of(annotated, 'cpuUs'), 'us'),
    row('client after raw relay, without annotation, p50', of(plain, 'p50')),
    row('client after raw relay, without annotation, p99', of(plain, 'p99')),
    row('client after raw relay, with annotation, p50', of(annotated, 'p50')),
    row('client after raw relay, with annotation, p99', of(annotated, 'p99')),
    row('added by the annotation, p99, least of the rounds', Math.min(...added)),
    row('added by the annotation, p99, most of the rounds', Math.max(...added)),
    { ...row('added by the annotation, p99', median(added)), ...(hasBars && { bar: { atMost: 15 } }) },
  ]
}

/**
 * Measures the cost of annotation: 1,000 transactions a second, mostly swaps through 2,000 pools, at a client of a node's stream.
 */
export const suite = { name: 'mev-stream', run }
