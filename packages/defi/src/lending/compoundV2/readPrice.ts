import { type Address, zeroAddress } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { shiftDecimals } from '../prices.ts'
import { feedAbi, oracleAbi } from './lendingAbi.ts'
import type { CompoundV2Reserve } from './market.ts'

type Price = Pick<CompoundV2Reserve, 'price' | 'feed' | 'priceSource' | 'priceShift'>

const priceDecimals = 36

/** Reads the feed that the oracle uses for a cToken. */
export async function readFeed(reader: BlockReader, oracle: Address, cToken: Address): Promise<Address | null> {
  const config = await readConfig(reader, oracle, cToken)
  return config?.feed ?? null
}

/**
 * Reads the price of a cToken. Mainnet's Comptroller uses a PriceOracle (https://github.com/smartcontractkit/open-oracle),
 * which returns a feed's answer with 36 minus the token's decimals. The feed is the `priceSource` only if this rule gives
 * the price. Oracles without `getConfig` (Compound's earlier UniswapAnchoredView, which may reject a feed's answer, and the
 * oracles of forks) have no predictable prices.
 *
 * @param feed from `readFeed`, or from the last read; a replaced feed is used from the next read on
 */
export async function readPrice(
  reader: BlockReader,
  oracle: Address,
  { cToken, feed: known }: Pick<CompoundV2Reserve, 'cToken' | 'feed'>,
): Promise<Price> {
  const source = known && ({ address: known, abi: feedAbi } as const)
  const [price = 0n, config, feedDecimals = 0, round] = await Promise.all([
    reader.tryRead({ address: oracle, abi: oracleAbi, functionName: 'getUnderlyingPrice', args: [cToken] }),
    readConfig(reader, oracle, cToken),
    source ? reader.tryRead({ ...source, functionName: 'decimals' }) : undefined,
    source ? reader.tryRead({ ...source, functionName: 'latestRoundData' }) : undefined,
  ])
  const { feed, decimals } = config ?? { feed: null, decimals: 0 }
  const priceShift = priceDecimals - decimals - feedDecimals
  const matches = feed === known && price > 0n && round && shiftDecimals(round[1], priceShift) === price
  return { price, feed, priceSource: matches ? feed : null, priceShift }
}

/** Returns null if the oracle has no config, or a fixed price. */
async function readConfig(reader: BlockReader, oracle: Address, cToken: Address) {
  const config = await reader.tryRead({ address: oracle, abi: oracleAbi, functionName: 'getConfig', args: [cToken] })
  if (config === undefined || config.fixedPrice !== 0n || config.priceFeed === zeroAddress) return null
  return { feed: config.priceFeed.toLowerCase() as Address, decimals: config.underlyingAssetDecimals }
}
