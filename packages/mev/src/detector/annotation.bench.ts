import { chains, createProviderPool, sleep } from '@outrigger/core'
import type { PoolState } from '@outrigger/defi/internal'
import { createUniform } from '@outrigger/devnet/random'
import { createMempoolWatcher, createReplay, type MempoolSource } from '@outrigger/mempool'
import { encodeFunctionData, type Hex, keccak256, numberToHex, parseAbi, toHex } from 'viem'
import { createMevDetector } from '../createMevDetector.ts'
import { toAddress } from '../fixtures/pools.ts'
import { toAmount } from '../fixtures/random.ts'
import { createMarket } from '../search/fixtures/markets.ts'
import { toPoolSnapshot } from '../view/poolSnapshot.ts'
import type { MevPools } from './detectorTypes.ts'

const poolCount = 2_000
const perSecond = 1_000
const seconds = Number(process.env['OUTRIGGER_BENCH_SECONDS'] ?? 10)
const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const abi = parseAbi(['function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)'])
const native = chains.ethereum.wrappedNative as Hex

/** Creates 2,000 pairs around a few hub tokens. The first hub is the native token. The initial prices allow no arbitrage. */
function toPools(): readonly PoolState[] {
  const hub = toAddress(1)
  return createMarket(7, { pools: poolCount, tokens: 500, spread: 0.002 }).map((pool) => ({
    ...pool,
    tokens: pool.tokens.map((token) => (token === hub ? native : token)),
  }))
}

/** Creates transactions. Seven of ten swap through a pool, half of them with a wide limit. The others are transfers. */
function toRawTransactions(pools: readonly PoolState[], count: number, seed: number) {
  const random = createUniform(seed)
  return Array.from({ length: count }, (_, nonce) => {
    const pool = pools[Math.floor(random() * pools.length)] as PoolState
    const path = random() < 0.5 ? pool.tokens : pool.tokens.toReversed()
    const isSwap = random() < 0.7
    const amountIn = toAmount(random, 1e15, 1e19)
    const least = random() < 0.5 ? 1n : amountIn / 1_000n
    const args = [amountIn, least, path, toAddress(9), 2n ** 40n] as const
    return {
      hash: keccak256(toHex(`${seed} ${nonce}`)),
      from: toAddress(0x3000 + nonce),
      to: isSwap ? router : toAddress(0x4000),
      input: isSwap ? encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args }) : '0x',
      type: '0x2',
      chainId: '0x1',
      nonce: '0x0',
      value: isSwap ? '0x0' : '0x1',
      gas: '0x30d40',
      maxFeePerGas: numberToHex(toAmount(random, 1e9, 1e11)),
      maxPriorityFeePerGas: numberToHex(toAmount(random, 1e7, 2e9)),
    }
  })
}

/** Emits transactions at a fixed rate, and measures the delay until a subscriber receives each one. */
async function measure(pools: readonly PoolState[], isAnnotated: boolean) {
  const transactions = toRawTransactions(pools, perSecond * (seconds + 1), 11)
  const quiet = createReplay({ chain: chains.ethereum, blocks: [], blockTimeMs: 0 })
  let show: (raw: (typeof transactions)[number]) => void = () => {}
  const source: MempoolSource = {
    ...quiet,
    watchPendingTransactions(_, options) {
      show = (transaction) =>
        options?.onSighting?.({ hash: transaction.hash, transaction, provider: 'bench', atMs: Date.now() })
      return () => {}
    },
  }
  await using watcher = createMempoolWatcher({ pool: source })
  const snapshot = toPoolSnapshot(pools, 1n)
  const book = { snapshot: () => ({ ...snapshot, values: () => pools.values() }), on: () => () => {}, request() {} }
  await using providers = createProviderPool({ chain: chains.ethereum, endpoints: ['http://127.0.0.1:1'] })
  const detector = isAnnotated
    ? createMevDetector({ pool: providers, watcher, book: book as unknown as MevPools })
    : undefined
  const lateMs: number[] = []
  let annotated = 0
  const dueMs = new Map<string, number>()
  watcher.watch({}, ({ transaction, mev }) => {
    if (mev !== null) annotated += 1
    lateMs.push(performance.now() - (dueMs.get(transaction.hash) ?? Number.NaN))
  })
  const startedAt = performance.now()
  let busyMs = 0
  for (const [index, transaction] of transactions.entries()) {
    const due = startedAt + (1_000 * index) / perSecond
    dueMs.set(transaction.hash, due)
    while (performance.now() < due) await sleep(0)
    const before = process.cpuUsage()
    show(transaction)
    // The detector evaluates the transaction in a microtask.
    await Promise.resolve()
    await Promise.resolve()
    busyMs += process.cpuUsage(before).user / 1_000
  }
  await detector?.close()
  // Skips the first second, in which the JavaScript engine still compiles.
  lateMs.splice(0, perSecond)
  lateMs.sort((a, b) => a - b)
  const at = (share: number) => lateMs[Math.floor(lateMs.length * share)] ?? Number.NaN
  return {
    p50: at(0.5),
    p99: at(0.99),
    reported: lateMs.length,
    annotated,
    busyUs: (1_000 * busyMs) / transactions.length,
  }
}

async function run() {
  const pools = toPools()
  const plain = await measure(pools, false)
  const annotated = await measure(pools, true)
  const row = (name: string, value: number, unit = 'ms') => ({ name, value, unit })
  return [
    row('reported', annotated.reported, ''),
    row('with an opportunity', annotated.annotated, ''),
    row('processor time each, without a detector', plain.busyUs, 'µs'),
    row('processor time each, with a detector', annotated.busyUs, 'µs'),
    row('reported after, without a detector, p99', plain.p99),
    row('reported after, with a detector, p50', annotated.p50),
    row('reported after, with a detector, p99', annotated.p99),
    { ...row('added by the detector, p99', annotated.p99 - plain.p99), bar: { atMost: 15 } },
  ]
}

/** Measures the delay that annotation adds for a subscriber, with 1,000 pending transactions per second and 2,000 pools. */
export const suite = { name: 'mev annotation', run }
