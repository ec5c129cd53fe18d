import { type Address, zeroAddress } from 'viem'
import { shiftDecimals } from '../../prices/lendingPriceSource.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import { feedAbi, oracleAbi } from './lendingAbi.ts'
import type { CompoundV2Reserve } from './market.ts'

type Price = Pick<CompoundV2Reserve, 'price' | 'feed' | 'priceSource' | 'priceShift'>

const priceDecimals = 36

/** The feed that the oracle says it asks. */
export async function readFeed(reader: BlockReader, oracle: Address, cToken: Address): Promise<Address | null> {
  const config = await readConfig(reader, oracle, cToken)
  return config?.feed ?? null
}

/**
 * Mainnet's Comptroller asks a PriceOracle, https://github.com/smartcontractkit/open-oracle: what a feed answers, with 36
 * decimals less the token's. The rule is believed only if it gives the price. Other oracles have no `getConfig` (Compound's
 * earlier UniswapAnchoredView, which may refuse what a feed answers; those of forks): nobody knows what their prices will be.
 *
 * @param feed by `readFeed`, or of the last reading: one that has taken its place since is known from the next one on
 */
export async function readPrice(
  reader: BlockReader,
  oracle: Address,
  { cToken, feed: known }: Pick<CompoundV2Reserve, 'cToken' | 'feed'>,
): Promise<Price> {
  const of = known && ({ address: known, abi: feedAbi } as const)
  const [price = 0n, config, feedDecimals = 0, round] = await Promise.all([
    reader.tryRead({ address: oracle, abi: oracleAbi, functionName: 'getUnderlyingPrice', args: [cToken] }),
    readConfig(reader, oracle, cToken),
    of ? reader.tryRead({ ...of, functionName: 'decimals' }) : undefined,
    of ? reader.tryRead({ ...of, functionName: 'latestRoundData' }) : undefined,
  ])
  const { feed, decimals } = config ?? { feed: null, decimals: 0 }
  const priceShift = priceDecimals - decimals - feedDecimals
  const isMadeOf = feed === known && price > 0n && round && shiftDecimals(round[1], priceShift) === price
  return { price, feed, priceSource: isMadeOf ? feed : null, priceShift }
}

/** Null where there is none, and where the price is a fixed one. */
async function readConfig(reader: BlockReader, oracle: Address, cToken: Address) {
  const config = await reader.tryRead({ address: oracle, abi: oracleAbi, functionName: 'getConfig', args: [cToken] })
  if (config === undefined || config.fixedPrice !== 0n || config.priceFeed === zeroAddress) return null
  return { feed: config.priceFeed.toLowerCase() as Address, decimals: config.underlyingAssetDecimals }
}
