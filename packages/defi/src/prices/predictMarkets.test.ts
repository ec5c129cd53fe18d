import { type Address, padHex } from 'viem'
import { expect, test } from 'vitest'
import type { Market, Reserve } from '../lending/market.ts'
import { valueMarkets } from '../lending/prices.ts'
import type { LendingPriceSource } from './lendingPriceSource.ts'
import { predictMarkets } from './predictMarkets.ts'

const addressOf = (n: number) => padHex(`0x${n}`, { size: 20 })
const [ether, usdc, fake, etherFeed, usdcInEther] = [1, 2, 3, 4, 5].map(addressOf) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const scale = 10n ** 18n

const reserveOf = (token: Address, unitPrice: number, priceSource: Address | null = null): Reserve => ({
  token,
  symbol: '',
  decimals: 18,
  price: BigInt(Math.round(unitPrice * 1e9)) * 10n ** 9n,
  priceSource,
  unitPrice,
  liquidity: 0n,
  totalSupplied: scale,
  totalBorrowed: 0n,
  supplyApy: 0,
  borrowApy: 0,
})
const marketOf = (id: number, reserves: readonly Reserve[], rest: Partial<Market> = {}): Market => ({
  protocol: 'any',
  chain: 'ethereum',
  id: addressOf(id),
  blockNumber: 1n,
  timestamp: 1n,
  unitUsd: null,
  reserves,
  ...rest,
})
const inDollars = marketOf(10, [reserveOf(ether, 3_000, etherFeed), reserveOf(usdc, 1)], { unitUsd: 1 })
const inEther = marketOf(11, [reserveOf(ether, 1), reserveOf(usdc, 1 / 3_000, usdcInEther)])

test('the dollar value of a market in ether follows the predicted ether price', () => {
  const sources = new Map<Address, LendingPriceSource>(
    [
      { address: etherFeed, computePrice: () => 2_500n * scale },
      { address: usdcInEther, computePrice: () => scale / 2_500n },
    ].map((one) => [one.address, { aggregators: [etherFeed], ...one } as unknown as LendingPriceSource]),
  )
  const valued = valueMarkets([inDollars, inEther])
  expect(valued.map(({ unitUsd }) => unitUsd)).toEqual([1, 3_000])
  const { markets } = predictMarkets(valued, sources, [{ aggregator: etherFeed, answer: 2_500n * 10n ** 8n }])
  expect(markets.map(({ unitUsd }) => unitUsd)).toEqual([1, 2_500])
  expect(markets[1]?.reserves[1]?.unitPrice).toBeCloseTo(1 / 2_500, 8)
})

test('an oracle chosen by a market’s creator does not determine the price of a loan token', () => {
  // Its market claims that 10^9 of them are one ether, and that it has much ether.
  const forged = marketOf(12, [reserveOf(ether, 1e-9), reserveOf(fake, 1)], { unitToken: fake })
  const honest = marketOf(13, [reserveOf(fake, 2), reserveOf(ether, 1)], { unitToken: ether })
  expect(valueMarkets([inDollars, forged, honest]).map(({ unitUsd }) => unitUsd)).toEqual([1, null, 3_000])
})
