import { morphoContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import { type Address, erc20Abi, type Hex, zeroAddress } from 'viem'
import { toLower } from '../../dex/pool.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { Token } from '../../reads/readToken.ts'
import type { Reserve } from '../market.ts'
import { accrue } from './accrue.ts'
import { loanIndex, type MarketParams, type MorphoMarket, type Rate, type StoredMarket } from './market.ts'
import { oracleScale } from './math.ts'
import { irmAbi, morphoAbi, oracleAbi } from './morphoAbi.ts'

/** The constants of a market, and its last known state. */
type KnownMarket = {
  readonly id: Hex
  readonly chain: ChainName
  readonly morpho: Address
  readonly params: MarketParams
  readonly tokens: readonly [collateral: Token, loan: Token]
  readonly stored: StoredMarket
}

const adaptiveModels = new Set(Object.values(morphoContracts).map(({ adaptiveCurveIrm }) => adaptiveCurveIrm))

/** Returns null for a market that no longer exists, because the block that created it was replaced. */
export async function readMarket(reader: BlockReader, known: KnownMarket, once: Once): Promise<MorphoMarket | null> {
  const { id, chain, morpho, params, tokens } = known
  const isAdaptive = adaptiveModels.has(params.irm)
  const [collateralToken] = tokens
  const [stored, price, liquidity, currentRate] = await Promise.all([
    reader.read({ address: morpho, abi: morphoAbi, functionName: 'market', args: [id] }),
    reader.tryRead({ address: params.oracle, abi: oracleAbi, functionName: 'price' }),
    once(`balance ${collateralToken.token}`, () =>
      reader.tryRead({ address: collateralToken.token, abi: erc20Abi, functionName: 'balanceOf', args: [morpho] }),
    ),
    isAdaptive
      ? reader.read({ address: params.irm, abi: irmAbi, functionName: 'rateAtTarget', args: [id] })
      : readRate(reader, params, known.stored),
  ])
  if (stored.lastUpdate === 0n) return null
  // Other models compute the rate from the stored state, so it must be read again if that has changed.
  const rate: Rate = isAdaptive
    ? { kind: 'adaptive', atTarget: currentRate }
    : { kind: 'quoted', perSecond: isSame(stored, known.stored) ? currentRate : await readRate(reader, params, stored) }
  const unread = { totalSupplied: 0n, totalBorrowed: 0n, supplyApy: 0, borrowApy: 0 }
  const [, { decimals: loanDecimals }] = tokens
  const reserves: Reserve[] = [
    {
      ...collateralToken,
      ...unread,
      price: price ?? 0n,
      priceSource: params.oracle,
      unitPrice: Number(price ?? 0n) / 10 ** (36 + loanDecimals - collateralToken.decimals),
      liquidity: liquidity ?? 0n,
    },
    { ...tokens[loanIndex], ...unread, price: oracleScale, priceSource: null, unitPrice: 1, liquidity: 0n },
  ]
  const { blockNumber, timestamp } = reader
  return accrue(
    {
      protocol: 'morpho',
      chain,
      id,
      blockNumber,
      timestamp,
      unitUsd: null,
      unitToken: tokens[loanIndex].token,
      reserves,
      morpho,
      params,
      stored,
      rate,
      isPriced: price !== undefined,
    },
    timestamp,
  )
}

async function readRate(reader: BlockReader, params: MarketParams, stored: StoredMarket): Promise<bigint> {
  if (params.irm === zeroAddress) return 0n
  return reader.read({ address: params.irm, abi: irmAbi, functionName: 'borrowRateView', args: [params, stored] })
}

export function toKnown(market: MorphoMarket): KnownMarket {
  const [collateral, loan] = market.reserves as readonly [Reserve, Reserve]
  return { ...market, tokens: [toToken(collateral), toToken(loan)] }
}

const toToken = ({ token, symbol, decimals }: Reserve): Token => ({ token, symbol, decimals })

export function toLowerCase({ loanToken, collateralToken, oracle, irm, lltv }: MarketParams): MarketParams {
  return {
    loanToken: toLower(loanToken),
    collateralToken: toLower(collateralToken),
    oracle: toLower(oracle),
    irm: toLower(irm),
    lltv,
  }
}

function isSame(a: StoredMarket, b: StoredMarket): boolean {
  return (
    a.lastUpdate === b.lastUpdate &&
    a.totalSupplyAssets === b.totalSupplyAssets &&
    a.totalSupplyShares === b.totalSupplyShares &&
    a.totalBorrowAssets === b.totalBorrowAssets &&
    a.totalBorrowShares === b.totalBorrowShares &&
    a.fee === b.fee
  )
}

type Once = <result>(key: string, read: () => Promise<result>) => Promise<result>

/** Creates a function that shares reads by key, for values that several markets have in common. */
export function createOnce(): Once {
  const results = new Map<string, Promise<unknown>>()
  return <result>(key: string, read: () => Promise<result>) => getOrCreate(results, key, read) as Promise<result>
}
