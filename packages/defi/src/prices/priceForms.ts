/**
 * How a contract computes its price from other prices (`feeds`) and numbers, by the names of its getters. A feed can
 * also be the value of a sample number of shares of an ERC-4626 vault. It then consists of the getters of the vault
 * and of the sample.
 */
export type Form = {
  readonly feeds: readonly (string | readonly [vault: string, sample: string])[]
  /** Numbers of the form. For alternative names, the first name that responds is used. */
  readonly numbers: readonly (string | readonly string[])[]
  /** Other getters that distinguish this form from similar ones. */
  readonly marks?: readonly string[]
  /**
   * Computes the price from feeds and numbers in that order, Unix seconds, and the contract's present answer. Returns
   * null if the contract reverts.
   */
  compute(feeds: readonly bigint[], numbers: readonly bigint[], timestamp: bigint, answer: bigint): bigint | null
}

const decimals = ['DECIMALS', 'decimals'] as const
const growthScale = 1_000_000n
const min = (a: bigint, b: bigint) => (a < b ? a : b)

const cappedRatio =
  (scale: bigint): Form['compute'] =>
  ([base = 0n, ratioOfFeed], numbers, timestamp) => {
    const [ratioDecimals = 0n, snapshotRatio = 0n, snapshotTime = 0n, growth = 0n, ratioOfProvider = 0n] = numbers
    const ratio = ratioOfFeed ?? ratioOfProvider
    if (base <= 0n || ratio <= 0n) return 0n
    const most = snapshotRatio + (growth * (timestamp - snapshotTime)) / scale
    return (base * min(ratio, most)) / 10n ** ratioDecimals
  }

const capNumbers = ['RATIO_DECIMALS', 'getSnapshotRatio', 'getSnapshotTimestamp'] as const

/** MorphoChainlinkOracle, both versions; unset feeds count as 1. */
const quotient: Form['compute'] = (feeds, [scale = 0n]) => {
  const product = (prices: readonly bigint[]) => prices.reduce((total, price) => total * price, 1n)
  const [base, quote] = [product(feeds.slice(0, 3)), product(feeds.slice(3))]
  return feeds.some((price) => price < 0n) || quote === 0n ? null : (scale * base) / quote
}

/** Compound's feeds over two others. */
const multiplied: Form['compute'] = ([a = 0n, b = 0n], [scale = 0n, combinedScale = 1n]) =>
  a <= 0n || b <= 0n ? 0n : (a * b * scale) / combinedScale
const multipliedNumbers = ['priceFeedScale', 'combinedScale'] as const

/**
 * Forms of adapters over feeds. More specific forms come first. Divisions truncate, as Solidity's do. Sources:
 * src/contracts of https://github.com/bgd-labs/aave-capo and
 * https://github.com/bgd-labs/cl-synchronicity-price-adapter, src of
 * https://github.com/morpho-org/morpho-blue-oracles, GhoOracle of https://github.com/aave/gho-core,
 * contracts/pricefeeds of https://github.com/compound-finance/comet.
 */
export const forms: readonly Form[] = [
  // CLRatePriceCapAdapter, whose ratio is itself a feed, then all other PriceCapAdapterBase. Old ones do not scale.
  ...(['getMaxRatioGrowthPerSecondScaled', 'getMaxRatioGrowthPerSecond'] as const).flatMap((growth) => {
    const compute = cappedRatio(growth.endsWith('Scaled') ? growthScale : 1n)
    const numbers = [...capNumbers, growth]
    return [
      { feeds: ['BASE_TO_USD_AGGREGATOR', 'RATIO_PROVIDER'], numbers, compute },
      { feeds: ['BASE_TO_USD_AGGREGATOR'], numbers: [...numbers, 'getRatio'], compute },
    ]
  }),
  // PriceCapAdapterStable
  {
    feeds: ['ASSET_TO_USD_AGGREGATOR'],
    numbers: ['getPriceCap'],
    compute: ([asset = 0n], [cap = 0n]) => (asset <= 0n ? 0n : min(asset, cap)),
  },
  // EURPriceCapAdapterStable
  {
    feeds: ['ASSET_TO_USD_AGGREGATOR', 'BASE_TO_USD_AGGREGATOR'],
    numbers: ['getPriceCapRatio', 'RATIO_DECIMALS'],
    compute: ([asset = 0n, base = 0n], [cap = 0n, ratioDecimals = 0n]) =>
      min(asset, (base * cap) / 10n ** ratioDecimals),
  },
  // PendlePriceCapAdapter
  {
    feeds: ['ASSET_TO_USD_AGGREGATOR'],
    numbers: ['getCurrentDiscount', 'PERCENTAGE_FACTOR'],
    compute: ([asset = 0n], [discount = 0n, whole = 1n]) => (asset <= 0n ? 0n : (asset * (whole - discount)) / whole),
  },
  // CLSynchronicityPriceAdapterBaseToPeg
  {
    feeds: ['ASSET_TO_PEG', 'BASE_TO_PEG'],
    numbers: [decimals],
    compute: ([asset = 0n, base = 0n], [digits = 0n]) =>
      asset <= 0n || base <= 0n ? 0n : (asset * 10n ** digits) / base,
  },
  // CLSynchronicityPriceAdapterPegToBase
  {
    feeds: ['ASSET_TO_PEG', 'PEG_TO_BASE'],
    numbers: [decimals, 'DENOMINATOR'],
    compute: ([asset = 0n, peg = 0n], [digits = 0n, denominator = 1n]) =>
      asset <= 0n || peg <= 0n ? 0n : (asset * peg * 10n ** digits) / denominator,
  },
  // FixedRatioSynchronicityPriceAdapterBaseToPeg
  {
    feeds: ['BASE_TO_PEG'],
    numbers: ['PRICE_RATIO', 'MULTIPLIER'],
    compute: ([base = 0n], [ratio = 0n, multiplier = 0n]) =>
      base <= 0n ? 0n : (ratio * multiplier) / (10_000n * base),
  },
  // MorphoChainlinkOracleV2
  {
    feeds: [
      ...[['BASE_VAULT', 'BASE_VAULT_CONVERSION_SAMPLE'] as const, 'BASE_FEED_1', 'BASE_FEED_2'],
      ...[['QUOTE_VAULT', 'QUOTE_VAULT_CONVERSION_SAMPLE'] as const, 'QUOTE_FEED_1', 'QUOTE_FEED_2'],
    ],
    numbers: ['SCALE_FACTOR'],
    compute: quotient,
  },
  // MorphoChainlinkOracle
  {
    feeds: [['VAULT', 'VAULT_CONVERSION_SAMPLE'], 'BASE_FEED_1', 'BASE_FEED_2', 'QUOTE_FEED_1', 'QUOTE_FEED_2'],
    numbers: ['SCALE_FACTOR'],
    compute: quotient,
  },
  // WBTCPriceFeed, MultiplicativePriceFeed
  { feeds: ['WBTCToBTCPriceFeed', 'BTCToUSDPriceFeed'], numbers: multipliedNumbers, compute: multiplied },
  { feeds: ['priceFeedA', 'priceFeedB'], numbers: multipliedNumbers, compute: multiplied },
  // FixedPriceAdapter, GhoOracle
  { feeds: [], numbers: ['price'], marks: ['ACL_MANAGER'], compute: (_, [price = null]) => price },
  { feeds: [], numbers: ['GHO_PRICE'], compute: (_, [price = null]) => price },
  // WstEthStEthExchangeRateChainlinkAdapter: a rate that does not depend on feeds
  { feeds: [], numbers: [], marks: ['ST_ETH'], compute: (_, __, ___, answer) => answer },
]
