import { describe, expect, it } from 'vitest'
import { readVectors } from '../lending/fixtures/lendingVectors.ts'
import { type Form, forms } from './priceForms.ts'

const formOf = (...getters: readonly string[]): Form =>
  forms.find(({ feeds, numbers }) => getters.every((name) => [...feeds, ...numbers].flat().includes(name))) as Form

type Snapshot = {
  readonly reserves: Readonly<
    Record<string, { readonly oracleDescription: string | null; readonly oracleLatestAnswer: string }>
  >
}
const [snapshot] = readVectors<Snapshot>('aave_market_snapshot_v2_mainnet')

describe('Aave v2 on mainnet', () => {
  it('its stablecoins’ prices equal the adapter’s at one price of ether', () => {
    const reserves = Object.values(snapshot?.file.reserves ?? {})
    const answerOf = (description: string) =>
      BigInt(reserves.find(({ oracleDescription }) => oracleDescription === description)?.oracleLatestAnswer ?? 0)
    const [fixed, quotient] = [formOf('PRICE_RATIO', 'BASE_TO_PEG'), formOf('ASSET_TO_PEG', 'BASE_TO_PEG')]

    // FEI is worth 0.95 dollars, which determines the price of ether uniquely.
    const fei = answerOf('0.95/USD/ETH')
    const numbers = [9_500n, 10n ** 26n]
    const ether = (95n * 10n ** 24n) / fei
    expect([ether, ether + 1n, ether - 1n].map((price) => fixed.compute([price], numbers, 0n, 0n) === fei)).toEqual([
      true,
      false,
      false,
    ])

    const capped = reserves.filter(({ oracleDescription }) => /^Capped .* \/ USD \/ ETH$/.test(oracleDescription ?? ''))
    expect(capped.length).toBeGreaterThan(8)
    for (const { oracleLatestAnswer } of capped) {
      const answer = BigInt(oracleLatestAnswer)
      // The only price in dollars with 8 decimals that fits. The next one is four million units away.
      const dollars = (answer * ether) / 10n ** 18n + 1n
      expect(quotient.compute([dollars, ether], [18n], 0n, 0n)).toBe(answer)
    }
  })
})

describe('adapters', () => {
  it('caps an exchange rate that grows faster than allowed', () => {
    const day = 86_400n
    const start = 1_700_000_000n
    // At most 9.68 % per year of 365 days from 1.2, in millionths of a unit per second as stored by the contract.
    const snapshot = 1_200_000_000_000_000_000n
    const growth = (snapshot * 968n * 1_000_000n) / 10_000n / (365n * day)
    const form = formOf('getMaxRatioGrowthPerSecondScaled', 'getRatio')
    const priceOf = (ratio: bigint, days: bigint, ether = 2_500_00000000n) =>
      form.compute([ether], [18n, snapshot, start, growth, ratio], start + days * day, 0n)
    expect(priceOf(1_210_000_000_000_000_000n, 365n)).toBe(3_025_00000000n)
    expect(priceOf(1_400_000_000_000_000_000n, 0n)).toBe(3_000_00000000n)
    // 2,500 · 1.2 · 1.0968, minus the rounding per second
    expect(priceOf(1_400_000_000_000_000_000n, 365n)).toBe(3_290_39999999n)
    expect(priceOf(0n, 365n)).toBe(0n)
    expect(priceOf(snapshot, 1n, -1n)).toBe(0n)
  })

  it('caps stablecoins', () => {
    const form = formOf('getPriceCap')
    expect(
      [99_990_000n, 104_000_000n, 105_000_000n, -1n].map((price) => form.compute([price], [104_000_000n], 0n, 0n)),
    ).toEqual([99_990_000n, 104_000_000n, 104_000_000n, 0n])
    expect(formOf('getPriceCapRatio').compute([120_000_000n, 110_000_000n], [104n, 2n], 0n, 0n)).toBe(114_400_000n)
  })

  it('discounts principal tokens', () => {
    const discount = 6_173_000_000_000_000n
    expect(formOf('getCurrentDiscount').compute([100_025_887n], [discount, 10n ** 18n], 0n, 0n)).toBe(99_408_427n)
  })

  it('multiplies the feeds of Compound’s WBTC', () => {
    const { compute } = formOf('WBTCToBTCPriceFeed')
    const priceOf = (ratio: bigint, dollars: bigint) => compute([ratio, dollars], [10n ** 8n, 10n ** 16n], 0n, 0n)
    expect([priceOf(99_912_345n, 59_876_54321098n), priceOf(0n, 1n), priceOf(1n, -1n)]).toEqual([
      5_982_405_842_702n,
      0n,
      0n,
    ])
  })

  it('multiplies and divides the feeds of Morpho’s oracles, 512 bits wide', () => {
    const form = formOf('QUOTE_FEED_2', 'SCALE_FACTOR')
    // wstETH by its vault rate in USDC: 36 + 6 + 8 - 18 - 8 - 18 decimals
    const [rate, ether, dollar] = [1_210_000_000_000_000_000n, 257_846_174_800n, 99_993_000n]
    const price = form.compute([rate, ether, 1n, 1n, dollar, 1n], [10n ** 6n], 0n, 0n)
    expect(price).toBe((10n ** 6n * rate * ether) / dollar)
    expect(form.compute([rate, ether, 1n, 1n, 0n, 1n], [10n ** 6n], 0n, 0n)).toBeNull()
    expect(form.compute([rate, -1n, 1n, 1n, dollar, 1n], [10n ** 6n], 0n, 0n)).toBeNull()
  })
})
