import { type Address, type Hex, type PublicClient, pad } from 'viem'
import { swapTopics } from '../../dex/activity/getDexActivity.ts'
import { type WalkedLogs, walkLogs } from '../../dex/activity/walkLogs.ts'
import type { KnownPool } from '../../dex/book/knownPool.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import { balancerFeeTopic, balancerSwapTopics, createBalancerDecoder, toBalancerRate } from './balancerTrades.ts'
import { createCurveDecoder, curveFeeTopics, curveSwapTopics, isUnderlying, toCurveRate } from './curveTrades.ts'
import { createRates, type ToRate } from './feeRates.ts'
import type { FoundPool } from './findPool.ts'
import { readBalancerRate, readCurveRate, readUnderlying } from './poolTerms.ts'
import type { ToTrade, Trade } from './trade.ts'
import { createUniswapDecoder } from './uniswapTrades.ts'

/** How to read the logs, and how far back. */
type TradeWindow = {
  readonly client: PublicClient
  readonly reader: BlockReader
  /** Unix seconds. */
  readonly fromTime: number
  readonly maxCalls?: number
}

type ReadTrades = {
  /** The tokens of all amounts: the pool's tokens, then underlying coins swapped through it. */
  readonly tokens: readonly Address[]
  readonly trades: readonly Trade[]
} & Pick<WalkedLogs, 'fromBlock' | 'toBlock' | 'isComplete'>

type Of<kind extends KnownPool['kind']> = Extract<KnownPool, { readonly kind: kind }>

/** Reads the swaps of a pool from its logs. Returns null for unsupported kinds. */
export async function readTrades({ pool, listedBy }: FoundPool, window: TradeWindow): Promise<ReadTrades | null> {
  switch (pool.kind) {
    case 'pair':
    case 'ticks': {
      const walked = await walk(window, { address: pool.address, topics: swapTopics })
      return toRead(pool.tokens, createUniswapDecoder(pool.kind, pool.fee), walked)
    }
    case 'stableswap':
    case 'cryptoswap':
      return readCurveTrades(pool, listedBy, window)
    case 'weighted':
    case 'balancerStable':
      return readBalancerTrades(pool, window)
    default:
      return null
  }
}

async function readCurveTrades(pool: Of<'stableswap' | 'cryptoswap'>, listedBy: Address | null, window: TradeWindow) {
  const { address, tokens } = pool
  const [walked, rate] = await Promise.all([
    walk(window, { address, topics: [...curveSwapTopics, ...curveFeeTopics] }),
    pool.kind === 'stableswap' ? readCurveRate(window.reader, address) : null,
  ])
  const changes = walked.logs.filter(({ topics: [topic] }) => topic !== undefined && curveFeeTopics.includes(topic))
  const below = walked.logs.some(isUnderlying) ? await readUnderlying(window.reader, pool, listedBy) : null
  const all = [...new Set([...tokens, ...(below?.tokens ?? [])])]
  const coins = {
    count: tokens.length,
    underlying: (below?.tokens ?? []).map((token) => all.indexOf(token)),
    isMeta: below?.isMeta ?? false,
  }
  return toRead(all, createCurveDecoder(coins, createRates(changes, rate, toCurveRate)), walked)
}

async function readBalancerTrades(pool: Of<'weighted' | 'balancerStable'>, window: TradeWindow): Promise<ReadTrades> {
  const { version, address, id, poolId, tokens } = pool
  const walked = await walk(window, {
    address,
    topics: [balancerSwapTopics[version]],
    topic1: version === 2 && poolId !== undefined ? poolId : pad(id, { size: 32 }),
  })
  const toRate = version === 2 ? await readRates(id as Address, window, walked) : () => null
  return toRead(tokens, createBalancerDecoder({ version, pool: id as Address, tokens, toRate }), walked)
}

/** Reads the fee rates of a v2 pool. The Vault logs swaps without the fee; the pool logs changes of it. */
async function readRates(pool: Address, window: TradeWindow, { fromBlock }: WalkedLogs): Promise<ToRate> {
  const [rate, changes] = await Promise.all([
    readBalancerRate(window.reader, pool),
    walk(window, { address: pool, topics: [balancerFeeTopic] }),
  ])
  return changes.fromBlock > fromBlock ? () => null : createRates(changes.logs, rate, toBalancerRate)
}

type LogsOf = { readonly address: Address; readonly topics: readonly Hex[]; readonly topic1?: Hex }

function walk({ client, reader, fromTime, maxCalls }: TradeWindow, { address, ...events }: LogsOf) {
  const head = { number: reader.blockNumber, timestamp: reader.timestamp }
  return walkLogs(client, {
    addresses: [address],
    ...events,
    head,
    fromTime,
    ...(maxCalls !== undefined && { maxCalls }),
  })
}

const toRead = (tokens: readonly Address[], toTrade: ToTrade, { logs, ...span }: WalkedLogs): ReadTrades => ({
  tokens,
  ...span,
  trades: logs.flatMap((log) => toTrade(log) ?? []),
})
