import { startDevnet } from '@outrigger/devnet'
import type { Address, PublicClient } from 'viem'
import { expect, test } from 'vitest'
import { createBlockReader } from '../../reads/blockReader.ts'
import { NoContractError } from '../../reads/readErrors.ts'
import { valueMarkets } from '../prices.ts'
import { accrue } from './accrue.ts'
import { compoundV3Lending as lending } from './compoundV3.ts'
import { type Answers, createAnswering } from './fixtures/answers.ts'
import type { CometMarket } from './market.ts'

// Comet's code is not on a registry, so reads are tested with answers in the form of its source.
const toAddress = (last: string) => `0x${last.padStart(40, '0')}` as Address
const [comet, base, collateral, account] = [toAddress('c0'), toAddress('b0'), toAddress('a1'), toAddress('ac')]
const [baseFeed, feed] = [toAddress('fb'), toAddress('fa')]
const deployment = { address: comet, fromBlock: 0n }

const totals = {
  baseSupplyIndex: 1_100n,
  baseBorrowIndex: 1_200n,
  trackingSupplyIndex: 1n,
  trackingBorrowIndex: 2n,
  totalSupplyBase: 7_000n,
  totalBorrowBase: 6_000n,
  lastAccrualTime: 40,
  pauseFlags: 0b01000,
}
const info = {
  offset: 0,
  asset: collateral,
  priceFeed: feed,
  scale: 10n ** 18n,
  supplyCap: 10n,
  borrowCollateralFactor: 80n,
  liquidateCollateralFactor: 85n,
  liquidationFactor: 95n,
}
const ofComet = {
  baseToken: base,
  baseTokenPriceFeed: baseFeed,
  numAssets: 1,
  storeFrontPriceFactor: 60n,
  targetReserves: 5_000n,
  baseBorrowMin: 100n,
  supplyKink: 14n,
  borrowKink: 24n,
  supplyPerSecondInterestRateBase: 11n,
  supplyPerSecondInterestRateSlopeLow: 12n,
  supplyPerSecondInterestRateSlopeHigh: 13n,
  borrowPerSecondInterestRateBase: 21n,
  borrowPerSecondInterestRateSlopeLow: 22n,
  borrowPerSecondInterestRateSlopeHigh: 23n,
  totalsBasic: totals,
  'getAssetInfo(0)': info,
  [`getPrice(${baseFeed})`]: 10n ** 8n,
  [`getPrice(${feed})`]: 3_000n * 10n ** 8n,
  [`totalsCollateral(${base})`]: [0n, 0n],
  [`totalsCollateral(${collateral})`]: [40n, 0n],
  [`userBasic(${account})`]: [-500n, 0n, 0n, 1, 0],
  [`userCollateral(${account},${collateral})`]: [33n, 0n],
  [`userBasic(${base})`]: [500n, 0n, 0n, 0, 0],
  [`userCollateral(${base},${collateral})`]: [0n, 0n],
}
const answers: Answers = {
  [comet]: ofComet,
  [base]: { decimals: 6, symbol: 'USDC', [`balanceOf(${comet})`]: 2_000n },
  [collateral]: { decimals: 18, symbol: 'WETH', [`balanceOf(${comet})`]: 45n },
  [baseFeed]: { description: 'USDC / USD' },
}

async function read(changed: Answers = {}, known?: CometMarket) {
  const { client, calls } = createAnswering({ ...answers, ...changed })
  const reader = await createBlockReader(client)
  const [market] = await lending.getMarkets(reader, 'ethereum', deployment, known && [known])
  return { market: market as CometMarket, reader, calls }
}

test('assigns every answer correctly', async () => {
  const { market, calls } = await read()
  expect(calls()).toBe(3)
  expect(market).toMatchObject({
    id: comet,
    blockNumber: 7n,
    timestamp: 100n,
    unitUsd: 1,
    isAbsorbPaused: true,
    isBuyPaused: false,
    storeFrontPriceFactor: 60n,
    targetReserves: 5_000n,
    baseBorrowMin: 100n,
    supplyRate: { base: 11n, slopeLow: 12n, slopeHigh: 13n, kink: 14n },
    borrowRate: { base: 21n, slopeLow: 22n, slopeHigh: 23n, kink: 24n },
    stored: {
      supplyIndex: 1_100n,
      borrowIndex: 1_200n,
      totalSupply: 7_000n,
      totalBorrow: 6_000n,
      lastAccrualTime: 40n,
    },
    reserves: [
      {
        token: base,
        symbol: 'USDC',
        decimals: 6,
        price: 10n ** 8n,
        unitPrice: 1,
        priceSource: baseFeed,
        liquidity: 2_000n,
      },
      {
        token: collateral,
        symbol: 'WETH',
        decimals: 18,
        unitPrice: 3_000,
        priceSource: feed,
        liquidity: 45n,
        totalSupplied: 40n,
        owned: 5n,
        totalBorrowed: 0n,
        borrowCollateralFactor: 80n,
        liquidateCollateralFactor: 85n,
        liquidationFactor: 95n,
      },
    ],
  })
  expect(accrue(market, market.timestamp)).toEqual(market)
})

test('refreshes in one call, and reads everything again after an upgrade', async () => {
  const { market } = await read()
  const again = await read({}, market)
  expect(again.market).toEqual(market)
  expect(again.calls()).toBe(1)
  const newFeed = toAddress('fc')
  const changes = { 'getAssetInfo(0)': { ...info, priceFeed: newFeed }, [`getPrice(${newFeed})`]: 5n }
  const upgraded = await read({ [comet]: { ...ofComet, ...changes } }, market)
  expect(upgraded.market.reserves[1]).toMatchObject({ price: 5n, priceSource: newFeed })
  const delisted = await read({ [comet]: { ...ofComet, numAssets: 0 } }, market)
  expect(delisted.market.reserves.map(({ symbol }) => symbol)).toEqual(['USDC'])
})

test('a market that is not in dollars stays so after it was valued', async () => {
  const inEther = { [baseFeed]: { description: 'Constant price feed' } }
  const { market } = await read(inEther)
  expect(market.unitUsd).toBeNull()
  const dollars = await read()
  const [, valued] = valueMarkets([dollars.market, market])
  expect(valued?.unitUsd).toBe(1)
  expect((await read(inEther, valued)).market.unitUsd).toBeNull()
})

test('a feed that reverts leaves its asset without a price', async () => {
  const { market } = await read({ [comet]: { ...ofComet, [`getPrice(${feed})`]: undefined } })
  expect(market.reserves[1]?.price).toBe(0n)
})

test('negative principals are debts, read in one call for any number of accounts', async () => {
  const { market, reader, calls } = await read()
  const before = calls()
  expect(await lending.getAccounts(reader, market, [account, base])).toEqual([
    {
      address: account,
      mode: 0,
      entries: [
        { reserve: 0, supplied: 0n, borrowed: 500n, isCollateral: false },
        { reserve: 1, supplied: 33n, borrowed: 0n, isCollateral: true },
      ],
    },
    { address: base, mode: 0, entries: [{ reserve: 0, supplied: 500n, borrowed: 0n, isCollateral: false }] },
  ])
  expect(calls() - before).toBe(1)
})

test('throws if there is no Comet', async () => {
  await using devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const reader = await createBlockReader(devnet.chains.ethereum.client as unknown as PublicClient)
  await expect(lending.getMarkets(reader, 'ethereum', deployment)).rejects.toThrow(NoContractError)
})
