import type { Deployment } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, erc20Abi } from 'viem'
import { toLower } from '../../dex/pool.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import { LendingReadError } from '../../reads/readErrors.ts'
import { readToken } from '../../reads/readToken.ts'
import { accrue } from './accrue.ts'
import { cometAbi, priceFeedAbi } from './lendingAbi.ts'
import { type CometMarket, type CometReserve, isQuotedInDollars, type RateCurve } from './market.ts'

/** The values of an asset that a contract upgrade may change. Addresses are lower case. */
type Asset = Pick<
  CometReserve,
  'token' | 'borrowCollateralFactor' | 'liquidateCollateralFactor' | 'liquidationFactor'
> & { readonly feed: Address }
type Token = Pick<CometReserve, 'symbol' | 'decimals'>

const absorbPaused = 1 << 3
const buyPaused = 1 << 4

/** Reads a Comet. It makes three rounds of reads, or one if the assets and feeds are unchanged. */
export async function getMarkets(
  reader: BlockReader,
  chain: ChainName,
  { address }: Deployment,
  [known]: readonly CometMarket[] = [],
): Promise<readonly [CometMarket]> {
  const knownAssets = known?.reserves.map(toAsset) ?? []
  const [{ count, base, ...config }, knownInfos, knownState] = await Promise.all([
    readConfig(reader, address),
    readInfos(reader, address, Math.max(0, knownAssets.length - 1)),
    known && readState(reader, address, knownAssets),
  ])
  const infos = count === knownInfos.length ? knownInfos : await readInfos(reader, address, count)
  const assets = [base, ...infos]
  const isSame = assets.every(
    ({ token, feed }, at) => token === knownAssets[at]?.token && feed === knownAssets[at]?.feed,
  )
  const [tokens, isInDollars, state] =
    known && knownState && isSame
      ? [known.reserves, known.isInDollars, knownState]
      : await Promise.all([
          Promise.all(assets.map(({ token }) => readFacts(reader, token))),
          readIsInDollars(reader, base.feed),
          readState(reader, address, assets),
        ])
  const { stored, pauseFlags, amounts } = state
  const { blockNumber, timestamp } = reader
  const market: CometMarket = {
    protocol: 'compound_v3',
    chain,
    id: address,
    blockNumber,
    timestamp,
    unitUsd: isInDollars ? 1 : null,
    isInDollars,
    ...config,
    stored,
    supplyIndex: stored.supplyIndex,
    borrowIndex: stored.borrowIndex,
    isAbsorbPaused: (pauseFlags & absorbPaused) !== 0,
    isBuyPaused: (pauseFlags & buyPaused) !== 0,
    reserves: assets.map((asset, index) => toReserve(asset, tokens[index] as Token, amounts[index] as Amounts)),
  }
  return [accrue(market, timestamp)]
}

async function readConfig(reader: BlockReader, address: Address) {
  const contract = { address, abi: cometAbi } as const
  const [token, feed, count, storeFrontPriceFactor, targetReserves, baseBorrowMin, supplyRate, borrowRate] =
    await Promise.all([
      reader.read({ ...contract, functionName: 'baseToken' }),
      reader.read({ ...contract, functionName: 'baseTokenPriceFeed' }),
      reader.read({ ...contract, functionName: 'numAssets' }),
      reader.read({ ...contract, functionName: 'storeFrontPriceFactor' }),
      reader.read({ ...contract, functionName: 'targetReserves' }),
      reader.read({ ...contract, functionName: 'baseBorrowMin' }),
      readCurve(reader, address, 'supply'),
      readCurve(reader, address, 'borrow'),
    ])
  const factors = { borrowCollateralFactor: 0n, liquidateCollateralFactor: 0n, liquidationFactor: 0n }
  const base: Asset = { token: toLower(token), feed: toLower(feed), ...factors }
  return { count, base, storeFrontPriceFactor, targetReserves, baseBorrowMin, supplyRate, borrowRate }
}

async function readCurve(reader: BlockReader, address: Address, side: 'supply' | 'borrow'): Promise<RateCurve> {
  const contract = { address, abi: cometAbi } as const
  const rate = `${side}PerSecondInterestRate` as const
  const [base, slopeLow, slopeHigh, kink] = await Promise.all([
    reader.read({ ...contract, functionName: `${rate}Base` }),
    reader.read({ ...contract, functionName: `${rate}SlopeLow` }),
    reader.read({ ...contract, functionName: `${rate}SlopeHigh` }),
    reader.read({ ...contract, functionName: `${side}Kink` }),
  ])
  return { base, slopeLow, slopeHigh, kink }
}

function readInfos(reader: BlockReader, address: Address, count: number): Promise<readonly Asset[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index): Promise<Asset> => {
      const { asset, priceFeed, borrowCollateralFactor, liquidateCollateralFactor, liquidationFactor } =
        await reader.read({ address, abi: cometAbi, functionName: 'getAssetInfo', args: [index] })
      const factors = { borrowCollateralFactor, liquidateCollateralFactor, liquidationFactor }
      return { token: toLower(asset), feed: toLower(priceFeed), ...factors }
    }),
  )
}

async function readFacts(reader: BlockReader, token: Address): Promise<Token> {
  const facts = await readToken(reader, token)
  if (facts === null) throw new LendingReadError(`The Comet asset ${token} has no decimals().`)
  return facts
}

async function readIsInDollars(reader: BlockReader, feed: Address): Promise<boolean> {
  return isQuotedInDollars(await reader.tryRead({ address: feed, abi: priceFeedAbi, functionName: 'description' }))
}

type Amounts = { readonly balance: bigint; readonly supplied: bigint; readonly price: bigint }

async function readState(reader: BlockReader, address: Address, assets: readonly Asset[]) {
  const contract = { address, abi: cometAbi } as const
  const [totals, ...amounts] = await Promise.all([
    reader.read({ ...contract, functionName: 'totalsBasic' }),
    ...assets.map(async ({ token, feed }): Promise<Amounts> => {
      const [balance, [supplied], price = 0n] = await Promise.all([
        reader.read({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
        reader.read({ ...contract, functionName: 'totalsCollateral', args: [token] }),
        reader.tryRead({ ...contract, functionName: 'getPrice', args: [feed] }),
      ])
      return { balance, supplied, price }
    }),
  ])
  const stored = {
    supplyIndex: totals.baseSupplyIndex,
    borrowIndex: totals.baseBorrowIndex,
    totalSupply: totals.totalSupplyBase,
    totalBorrow: totals.totalBorrowBase,
    lastAccrualTime: BigInt(totals.lastAccrualTime),
  }
  return { stored, pauseFlags: totals.pauseFlags, amounts }
}

/** `accrue` fills in the values of the base token that depend on interest. */
function toReserve(asset: Asset, { symbol, decimals }: Token, { balance, supplied, price }: Amounts): CometReserve {
  const { feed, ...rest } = asset
  return {
    ...rest,
    symbol,
    decimals,
    price,
    priceSource: feed,
    unitPrice: Number(price) / 1e8,
    liquidity: balance,
    totalSupplied: supplied,
    totalBorrowed: 0n,
    supplyApy: 0,
    borrowApy: 0,
    owned: balance - supplied,
  }
}

function toAsset(reserve: CometReserve): Asset {
  const { token, priceSource, borrowCollateralFactor, liquidateCollateralFactor, liquidationFactor } = reserve
  const feed = priceSource ?? token
  return { token, feed, borrowCollateralFactor, liquidateCollateralFactor, liquidationFactor }
}
