import type { ClientOption } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { type BlockReader, toBlockReader } from '../reads/blockReader.ts'
import { createResolver } from './createResolver.ts'
import type { Answers, LendingPriceSource } from './lendingPriceSource.ts'
import { type Part, type Rule, type Source, toPartKey } from './priceRule.ts'

/** A source with its rule, so that the next call does not search again. */
export type ResolvedPriceSource = LendingPriceSource & { readonly resolved: Source | null }

/**
 * Finds out how contracts compute the prices that markets use, at the latest block or the block of a reader:
 * Chainlink feeds, the adapters of Aave and Compound, and Morpho's oracles, also nested. A rule is only used if its
 * result equals the contract's own answer. Without such a rule the price cannot be computed. With `known`, an earlier
 * result, one `eth_call` is enough for all sources with a known rule.
 *
 * @throws the client's error when it does not respond
 * @example
 * const sources = await getPriceSources(client, ['0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'])
 * predictMarkets(markets, sources, toOracleUpdates(classification.actions))
 */
export async function getPriceSources(
  reader: ClientOption | BlockReader,
  addresses: Iterable<Address>,
  known: ReadonlyMap<Address, ResolvedPriceSource> = new Map(),
): Promise<ReadonlyMap<Address, ResolvedPriceSource>> {
  const blockReader = await toBlockReader(reader)
  const rules = new Map<string, Rule>()
  const recall = (part: Part) => rules.get(toPartKey(part))
  const remember = (source: Source) => {
    rules.set(toPartKey(source), source.rule)
    source.parts.forEach(remember)
  }
  for (const { resolved } of known.values()) if (resolved !== null) remember(resolved)

  const resolve = createResolver(blockReader, recall)
  const unique = [...new Set([...addresses].map((address) => address.toLowerCase() as Address))]
  const sources = await Promise.all(
    unique.map(async (address): Promise<ResolvedPriceSource> => {
      const resolved = await resolve({ address })
      const computePrice = (answers: Answers) => resolved?.compute(answers) ?? null
      return { address, aggregators: resolved?.aggregators ?? [], computePrice, resolved }
    }),
  )
  return new Map(sources.map((source) => [source.address, source]))
}
