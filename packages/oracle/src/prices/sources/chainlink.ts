import type { ChainName, Clock } from '@outrigger/core'
import { type ClientOption, systemClock, toClientOf } from '@outrigger/core/internal'
import { type Abi, type Address, type PublicClient, parseAbi } from 'viem'
import { multicall3 } from '../../multicall3.ts'
import { computeSequencerFault, type SequencerRound } from '../compute/sequencerFault.ts'
import { findFeedPaths, type PriceFeed, type PriceFeeds, priceFeeds } from '../feeds/priceFeed.ts'
import { type SequencerFeeds, sequencerFeeds } from '../feeds/sequencerFeed.ts'
import { PriceSourceError } from '../priceErrors.ts'
import type { PriceSample, PriceSource } from '../priceSource.ts'

const abi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function decimals() view returns (uint8)',
  'function getCurrentBlockTimestamp() view returns (uint256)',
])

export type ChainlinkOptions = {
  /** Provider pools, or viem clients made with a chain. Tokens of other chains have no price. */
  readonly pools: readonly ClientOption[]
  /** @default priceFeeds */
  readonly feeds?: PriceFeeds
  /** Uptime feeds of L2 sequencers, by chain. @default the feeds of Arbitrum, Base and Optimism */
  readonly sequencers?: SequencerFeeds
  readonly clock?: Clock
}

/**
 * Creates a price source that reads Chainlink's feeds. Each feed has its own heartbeat and deviation threshold. All
 * feeds of a token are read at one block.
 *
 * A feed in ether or bitcoin is multiplied by that coin's feed. The price then has the age of the older of the two
 * feeds.
 *
 * On a chain with a sequencer uptime feed, prices are only used if the sequencer has been up for an hour. Otherwise `read`
 * rejects with a {@link PriceSourceError}.
 *
 * @example createChainlinkSource({ pools: [ethereumPool, basePool] })
 */
export function createChainlinkSource(options: ChainlinkOptions): PriceSource {
  return toChainlinkSource(toClientOf(options.pools), options)
}

/** Like `createChainlinkSource`, for a client that may have no chain. */
export function toChainlinkSource(
  clientOf: (chain: ChainName) => PublicClient | undefined,
  options: Omit<ChainlinkOptions, 'pools'>,
): PriceSource {
  const { feeds = priceFeeds, sequencers = sequencerFeeds, clock = systemClock } = options
  return {
    name: 'chainlink',
    kind: 'feed',
    async read(token) {
      const client = clientOf(token.chain)
      const paths = findFeedPaths(feeds[token.chain] ?? [], token)
      if (client === undefined || paths.length === 0) return []
      const { answers, fault } = await readFeeds(client, [...new Set(paths.flat())], sequencers[token.chain])
      const path = paths.find((feeds) => feeds.every((feed) => answers.has(feed)))
      if (path === undefined)
        throw new PriceSourceError(`no feed of ${token.symbol} answers on ${token.chain}`, { isUnknown: true })
      if (fault !== null) throw new PriceSourceError(`feeds of ${token.chain} are not used: ${fault}`)
      return [toSample(path, answers, clock.now())]
    },
  }
}

type Answer = {
  readonly price: number
  /** Seconds from `updatedAt` to the timestamp of the block that was read. */
  readonly blockAge: number
  readonly updatedAt: number
}

type Answers = {
  /** Answers by feed. Feeds that fail are missing. */
  readonly answers: ReadonlyMap<PriceFeed, Answer>
  /** Why the feeds cannot be used, according to the sequencer uptime feed. Null if they can be used. */
  readonly fault: string | null
}

/** Reads all feeds at one block. */
async function readFeeds(
  client: PublicClient,
  feeds: readonly PriceFeed[],
  sequencer: Address | undefined,
): Promise<Answers> {
  const [timestamp, ...results] = await client.multicall({
    contracts: [
      { address: multicall3, functionName: 'getCurrentBlockTimestamp' },
      ...feeds.flatMap(({ address }) => [
        { address, functionName: 'latestRoundData' },
        { address, functionName: 'decimals' },
      ]),
      ...(sequencer === undefined ? [] : [{ address: sequencer, functionName: 'latestRoundData' }]),
    ].map((call) => ({ ...call, abi: abi as Abi })),
    multicallAddress: multicall3,
    // One call, so that everything comes from the same block.
    batchSize: 0,
  })
  if (timestamp?.status !== 'success') throw toMissing(timestamp?.error)
  const blockTimestamp = Number(timestamp.result)
  const answers = feeds.flatMap((feed, index): [PriceFeed, Answer][] => {
    const [round, decimals] = [results[index * 2]?.result, results[index * 2 + 1]?.result]
    if (!Array.isArray(round) || typeof decimals !== 'number') return []
    const updatedAt = Number(round[3])
    return [[feed, { price: Number(round[1]) / 10 ** decimals, updatedAt, blockAge: blockTimestamp - updatedAt }]]
  })
  const fault =
    sequencer === undefined ? null : computeSequencerFault(toSequencerRound(results.at(-1)?.result), blockTimestamp)
  return { answers: new Map(answers), fault }
}

function toSequencerRound(round: unknown): SequencerRound | null {
  return Array.isArray(round) ? { answer: round[1], startedAt: round[2] } : null
}

function toMissing(cause: Error | undefined): PriceSourceError {
  return /returned no data|zero data|"0x"/i.test(cause?.message ?? '')
    ? new PriceSourceError(`there is no Multicall3 at ${multicall3}, so the endpoint does not serve this network`)
    : new PriceSourceError('no provider answers', { cause })
}

function toSample(path: readonly PriceFeed[], answers: ReadonlyMap<PriceFeed, Answer>, nowMs: number): PriceSample {
  const legs = path.map((feed) => {
    const { price, updatedAt, blockAge } = answers.get(feed) as Answer
    // A stuck provider has an old block time, and a local chain may be ahead of the clock, so this uses the larger age.
    const ageMs = Math.max(nowMs - updatedAt * 1000, blockAge * 1000)
    return { feed, price, ageMs, maxAgeMs: toMaxAgeMs(feed) }
  })
  const stalest = legs.reduce((worst, leg) => (leg.ageMs / leg.maxAgeMs > worst.ageMs / worst.maxAgeMs ? leg : worst))
  return {
    priceUsd: legs.reduce((product, { price }) => product * price, 1),
    timestampMs: nowMs - stalest.ageMs,
    maxAgeMs: stalest.maxAgeMs,
    deviation: path.reduce((sum, { deviation }) => sum + deviation, 0),
    detail: path.map(({ base, quote }) => `${base} / ${quote}`).join(' × '),
  }
}

/**
 * Returns the maximum age of a feed's answer. It allows for an update transaction that is pending when the heartbeat
 * ends.
 */
function toMaxAgeMs({ heartbeatSeconds }: PriceFeed): number {
  return (heartbeatSeconds + Math.min(600, heartbeatSeconds)) * 1000
}
