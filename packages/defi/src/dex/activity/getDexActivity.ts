import { type DexFactories, dexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type ChainOption, type ClientOption, requireClientChain, toClient } from '@outrigger/core/internal'
import { type Address, type PublicClient, toEventSelector } from 'viem'
import { createBlockReader } from '../../reads/blockReader.ts'
import { toBases } from '../bases.ts'
import type { Pool } from '../pool.ts'
import {
  computePoolActivity,
  computePrices,
  computeTokenActivity,
  type PoolActivity,
  type TokenActivity,
  toTrades,
} from './computeActivity.ts'
import { findListedPools, readHoldings } from './poolHoldings.ts'
import { walkLogs } from './walkLogs.ts'

export type DexActivityOptions = {
  /** @default the client's chain */
  readonly chain?: ChainOption
  /** Returns the price of a main currency in US dollars, or null if unknown. */
  readonly getPriceUsd: (token: Address) => Promise<number | null>
  /** @default all known DEXes */
  readonly dexes?: readonly DexFactories[]
  /** `found` of an earlier call, to skip the search for pools. */
  readonly pools?: readonly Pool[]
}

/** The holdings of a chain's pools, and their trades of 24 hours. */
export type DexActivity = {
  readonly chain: ChainName
  /** Largest first. */
  readonly pools: readonly PoolActivity[]
  /** Most traded first. */
  readonly tokens: readonly TokenActivity[]
  readonly found: readonly Pool[]
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Whether all swaps of the 24 hours were read. If not, only those from `fromBlock` on. */
  readonly isComplete: boolean
  /** Unix seconds. */
  readonly timestamp: number
}

/** Topics of `Swap` in Uniswap V2, V3 and PancakeSwap V3, whose event has two more words. */
export const swapTopics = [
  'Swap(address,uint256,uint256,uint256,uint256,address)',
  'Swap(address,address,int256,int256,uint160,uint128,int24)',
  'Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)',
].map((signature) => toEventSelector(signature))
const day = 86_400
/** One hour more, to compare the last hour with the same hour a day before. */
const window = day + 3_600
/**
 * The search makes about ten thousand reads. With more parallel calls, each call of a slow node takes as long as all
 * together.
 */
const maxParallel = 2
/** Number of pools whose swaps are read. They are the largest pools. */
const mostPools = 200

/**
 * Reads the pools of listed tokens with a chain's main currencies, their holdings at the head, and their swaps of 24
 * hours within a budget of about 40 calls.
 *
 * @throws {UnknownChainError} the client's chain has no profile
 * @throws the client's errors when its providers do not respond
 * @example
 * const { tokens, pools } = await getDexActivity(client, { getPriceUsd })
 */
export async function getDexActivity(client: ClientOption, options: DexActivityOptions): Promise<DexActivity> {
  const viemClient = toClient(client)
  const chain = (await requireClientChain(viemClient, options.chain)).name as ChainName
  const { getPriceUsd, dexes = dexFactories } = options
  const reader = await createBlockReader(viemClient, { maxParallel })
  const found = options.pools ?? (await findListedPools(reader, chain, dexes))
  const held = await readHoldings(reader, found)
  const asked = await Promise.all(toBases(chain).map(async (base) => [base, await getPriceUsd(base)] as const))
  const basePrices = new Map(asked.flatMap(([base, usd]) => (usd === null ? [] : [[base, usd] as const])))
  const prices = computePrices(held, basePrices)
  const toUsd = ({ tokens, balances }: (typeof held)[number]) =>
    tokens.reduce((sum, { address }, side) => sum + (balances[side] ?? 0) * (prices.get(address) ?? 0), 0)
  const largest = held.toSorted((a, b) => toUsd(b) - toUsd(a)).slice(0, mostPools)
  const now = Number(reader.timestamp)
  const walked = await readSwaps(
    viemClient,
    largest.map(({ pool }) => pool.address),
    { now, reader },
  )
  const trades = toTrades(largest, walked.logs)
  const recent = trades.map((own) => own.filter(({ time }) => time > now - day))
  const pools = computePoolActivity(largest, recent, prices)
  const { fromBlock, toBlock, isComplete } = walked
  return {
    chain,
    pools,
    found,
    fromBlock,
    toBlock,
    isComplete,
    timestamp: now,
    tokens: computeTokenActivity(pools, trades, prices, now),
  }
}

async function readSwaps(
  client: PublicClient,
  addresses: readonly Address[],
  { now, reader }: { now: number; reader: { blockNumber: bigint; timestamp: bigint } },
) {
  const head = { number: reader.blockNumber, timestamp: reader.timestamp }
  // Without addresses a node returns the logs of all contracts.
  if (addresses.length === 0) return { logs: [], fromBlock: head.number, toBlock: head.number, isComplete: true }
  return walkLogs(client, { addresses, topics: swapTopics, fromTime: now - window, head })
}
