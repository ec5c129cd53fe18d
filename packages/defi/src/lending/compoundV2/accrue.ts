import { getChain } from '@outrigger/core'
import { type CompoundV2Market, type CompoundV2Reserve, divExp, mulExp } from './market.ts'

/** Computes `accrueInterest` and `exchangeRateStoredInternal` of CToken.sol in a transaction of that block. */
export function accrueReserve(reserve: CompoundV2Reserve, blockNumber: bigint): CompoundV2Reserve {
  const { stored, reserveFactor, cash, totalSupply, storedExchangeRate } = reserve
  const factor = stored.borrowRate * (blockNumber - stored.blockNumber)
  const interest = mulExp(factor, stored.totalBorrows)
  const totalBorrowed = stored.totalBorrows + interest
  const totalReserves = stored.totalReserves + mulExp(reserveFactor, interest)
  const totalSupplied = cash + totalBorrowed - totalReserves
  return {
    ...reserve,
    totalBorrowed,
    totalReserves,
    totalSupplied,
    borrowIndex: stored.borrowIndex + mulExp(factor, stored.borrowIndex),
    exchangeRate: totalSupply === 0n ? storedExchangeRate : divExp(totalSupplied, totalSupply),
  }
}

/**
 * Returns the market at a later time. Compound v2 accrues interest per block, so the number of blocks is estimated
 * from the chain's block time. Each empty slot means one block less. The result is exact if the number of blocks is
 * right and no transaction changes the market.
 */
export function accrue(market: CompoundV2Market, timestamp: bigint): CompoundV2Market {
  const elapsedMs = (timestamp - market.readTimestamp) * 1_000n
  const blocks = elapsedMs <= 0n ? 0n : elapsedMs / BigInt(getChain(market.chain).blockTimeMs)
  const reserves = market.reserves.map((reserve) => accrueReserve(reserve, market.blockNumber + blocks))
  return { ...market, timestamp, reserves }
}

/** Converts a rate per block (18 decimals) to a ratio per year, compounded each block. */
export function toApy(ratePerBlock: bigint, blockTimeMs: number): number {
  const blocksPerYear = 31_536_000_000 / blockTimeMs
  return Math.expm1(blocksPerYear * Math.log1p(Number(ratePerBlock) / 1e18))
}
