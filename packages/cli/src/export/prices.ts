import { type ChainName, chains, type ProviderPool } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import { createDexPriceSource } from '@outrigger/defi/dex'
import { listFeedSymbols, resolveToken } from '@outrigger/oracle/internal'
import {
  createChainlinkSource,
  createDollarReader,
  type PriceSource,
  PriceSourceError,
  type PriceToken,
} from '@outrigger/oracle/prices'
import type { PublicClient } from 'viem'
import { UsageError } from '../exitCodes.ts'
import type { MinedBlock } from '../rows/blocks.ts'
import { type SourcePrice, toPriceRows } from '../rows/prices.ts'
import type { Table } from '../rows/schema.ts'
import { MovedBlockError } from './movedBlock.ts'
import type { RowSource, Selection } from './rowSource.ts'
import { readState, requireMulticall } from './state.ts'

/**
 * Selects the prices of tokens by the sources on their chain.
 *
 * @throws {UsageError} no source has a price of a token
 */
export async function selectPrices({ pool, tokens: names }: Selection): Promise<RowSource> {
  const chain = pool.chain.name as ChainName
  const client = createPoolClient(pool)
  const tokens = toTokens(chain, names)
  await requireSources(pool, tokens)
  return {
    selection: { tokens: tokens.map(toKey).sort().join() },
    async open(from) {
      await readState(chain, from, () => requireMulticall(client, chain, from))
      return (block) => readState(chain, block.number, () => readPrices(pool, tokens, block))
    },
  }
}

const toKey = ({ address, symbol }: PriceToken) => address ?? symbol

/** Returns each token once. The native currency has the name of its wrapped token. */
function toTokens(chain: ChainName, names: readonly string[] | undefined): readonly PriceToken[] {
  const { wrappedNative, nativeCurrency } = chains[chain]
  const found = (names ?? [wrappedNative ?? nativeCurrency.symbol]).map((name) => {
    const token = resolveToken(chain, name)
    return token.address === null ? token : resolveToken(chain, token.address)
  })
  return [...new Map(found.map((token) => [toKey(token), token])).values()]
}

/** @throws {UsageError} no source has a price of a token at the latest block */
async function requireSources(pool: ProviderPool, tokens: readonly PriceToken[]): Promise<void> {
  const chain = pool.chain.name as ChainName
  const symbols = listFeedSymbols(chain)
  if (symbols.length === 0)
    throw new UsageError(
      `Prices of ${chain} cannot be exported: no Chainlink feed is known, and pools are priced with the feeds of stablecoins. Chains with feeds: ${listChainsWithFeeds().join(', ')}.`,
    )
  const { block, transport } = await pool.pinBlock()
  const client = createPoolClient({ chain: pool.chain, transport })
  await requireMulticall(client, chain, block.number)
  const sources = createSources(client, block.timestamp)
  const known = await Promise.all(tokens.map((token) => isKnown(sources, token)))
  const unknown = tokens.filter((_, index) => !known[index])
  if (unknown.length === 0) return
  const names = unknown.map(({ symbol }) => symbol)
  const others = symbols.filter((symbol) => !names.includes(symbol))
  throw new UsageError(
    `No source on ${chain} has a price of ${names.join(', ')} at block ${block.number}: no known feed answers, and no pool with a stablecoin or the wrapped native token has one. Other tokens with a known feed: ${others.join(', ')}.`,
  )
}

const listChainsWithFeeds = () =>
  (Object.keys(chains) as ChainName[]).filter((chain) => listFeedSymbols(chain).length > 0)

async function isKnown(sources: readonly PriceSource[], token: PriceToken): Promise<boolean> {
  const known = await Promise.all(
    sources.map((source) =>
      source.read(token, signal).then(
        (samples) => samples.length > 0,
        // A source that refuses its price now may have had one, for example while a sequencer is down.
        (error: unknown) => !toRefusal(error).isUnknown,
      ),
    ),
  )
  return known.includes(true)
}

/** Reads are limited by the pool. */
const { signal } = new AbortController()

async function readPrices(pool: ProviderPool, tokens: readonly PriceToken[], block: MinedBlock): Promise<Table> {
  const pinned = await pool.pinBlock(block.number)
  if (pinned.block.hash !== block.hash) throw new MovedBlockError(block.number)
  const client = createPoolClient({ chain: pool.chain, transport: pinned.transport })
  const sources = createSources(client, block.timestamp)
  const prices = await Promise.all(tokens.map((token) => readToken(sources, token)))
  return toPriceRows(pool.chain.name, block, prices.flat())
}

/** Creates the sources for one block, because their caches would mix blocks. Their clock shows the time of the block. */
function createSources(client: PublicClient, timestamp: bigint): readonly PriceSource[] {
  const clock = { now: () => Number(timestamp) * 1000 }
  const feeds = createChainlinkSource({ pools: [client], clock })
  const toUsd = createDollarReader({ source: feeds, clock })
  return [feeds, createDexPriceSource({ pools: [client], toUsd, clock })]
}

async function readToken(sources: readonly PriceSource[], token: PriceToken): Promise<readonly SourcePrice[]> {
  const found = await Promise.all(
    sources.map(async (source) => {
      const samples = await source.read(token, signal).catch((error: unknown) => {
        toRefusal(error)
        return []
      })
      return samples.map((sample) => ({ ...sample, token, source: sample.name ?? source.name }))
    }),
  )
  return found.flat()
}

/** Returns the error with which a source says that it has no price at the block. Rethrows errors of reads. */
function toRefusal(error: unknown): PriceSourceError {
  if (error instanceof PriceSourceError && error.cause === undefined) return error
  throw error
}
