import type { Address } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'
import { createResolver, type Part, type Rule, type Source, toPartKey } from './createResolver.ts'
import type { Answers, PriceSource } from './priceSource.ts'

/** A source with what it was found to be made of, so that the next reading need not find out. */
export type ResolvedPriceSource = PriceSource & { readonly resolved: Source | null }

/**
 * What the contracts behind markets' prices are made of, at the reader's block: Chainlink feeds, the adapters of Aave and
 * Compound and the oracles of Morpho over them, one in another. A rule is believed only if it gives the price that the
 * contract answers itself; of a contract that follows none, the price cannot be computed. With `known`, an earlier answer,
 * one `eth_call` is enough for all that was understood then.
 *
 * @throws what the client throws when it does not answer
 * @example
 * const sources = await getPriceSources(reader, ['0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'])
 * predictMarkets(markets, sources, toOracleUpdates(classification.actions))
 */
export async function getPriceSources(
  reader: BlockReader,
  addresses: Iterable<Address>,
  known: ReadonlyMap<Address, ResolvedPriceSource> = new Map(),
): Promise<ReadonlyMap<Address, ResolvedPriceSource>> {
  const rules = new Map<string, Rule>()
  const recall = (part: Part) => rules.get(toPartKey(part))
  const remember = (source: Source) => {
    rules.set(toPartKey(source), source.rule)
    source.parts.forEach(remember)
  }
  for (const { resolved } of known.values()) if (resolved !== null) remember(resolved)

  const resolve = createResolver(reader, recall)
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
