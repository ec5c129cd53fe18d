import type { Deployment } from '@outrigger/calldata'
import { type ChainName, chains, getChain } from '@outrigger/core'
import type { Address } from 'viem'
import { toLower } from '../../dex/pool.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import { LendingReadError } from '../../reads/readErrors.ts'
import { readToken } from '../../reads/readToken.ts'
import { accrueReserve, toApy } from './accrue.ts'
import { comptrollerAbi, cTokenAbi } from './lendingAbi.ts'
import type { CompoundV2Market, CompoundV2Reserve } from './market.ts'
import { readFeed, readPrice } from './readPrice.ts'

/** The constants of a cToken, and the last known feed of its price. */
type Facts = Pick<CompoundV2Reserve, 'cToken' | 'token' | 'symbol' | 'decimals' | 'isNative' | 'seizeShare' | 'feed'>

/**
 * Reads the Comptroller's only market. It makes three rounds of reads, or one if the oracle and the list of cTokens
 * are unchanged.
 */
export async function getMarkets(
  reader: BlockReader,
  chain: ChainName,
  { address }: Deployment,
  [known]: readonly CompoundV2Market[] = [],
): Promise<readonly [CompoundV2Market]> {
  const readReserves = (facts: readonly Facts[], oracle: Address) =>
    Promise.all(facts.map((one) => readReserve(reader, chain, address, oracle, one)))
  const [comptroller, before] = await Promise.all([
    readComptroller(reader, address),
    known && readReserves(known.reserves, known.oracle),
  ])
  const { cTokens, oracle, ...settings } = comptroller
  const isSame = known?.oracle === oracle && known.reserves.length === cTokens.length
  const reserves =
    before && isSame
      ? before
      : await readReserves(await Promise.all(cTokens.map((cToken) => readFacts(reader, chain, oracle, cToken))), oracle)
  const { blockNumber, timestamp } = reader
  return [
    {
      protocol: 'compound_v2',
      chain,
      id: address,
      blockNumber,
      timestamp,
      readTimestamp: timestamp,
      unitUsd: 1,
      reserves,
      oracle,
      ...settings,
    },
  ]
}

async function readComptroller(reader: BlockReader, address: Address) {
  const contract = { address, abi: comptrollerAbi } as const
  const [cTokens, oracle, closeFactor, liquidationIncentive, isSeizePaused, isPaused] = await Promise.all([
    reader.read({ ...contract, functionName: 'getAllMarkets' }),
    reader.read({ ...contract, functionName: 'oracle' }),
    reader.read({ ...contract, functionName: 'closeFactorMantissa' }),
    reader.read({ ...contract, functionName: 'liquidationIncentiveMantissa' }),
    reader.read({ ...contract, functionName: 'seizeGuardianPaused' }),
    reader.tryRead({ ...contract, functionName: 'protocolPaused' }),
  ])
  return {
    cTokens: cTokens.map(toLower),
    oracle: toLower(oracle),
    closeFactor,
    liquidationIncentive,
    isSeizePaused: isSeizePaused || isPaused === true,
  }
}

async function readFacts(reader: BlockReader, chain: ChainName, oracle: Address, cToken: Address): Promise<Facts> {
  const contract = { address: cToken, abi: cTokenAbi } as const
  const [underlying, seizeShare = 0n, feed] = await Promise.all([
    reader.tryRead({ ...contract, functionName: 'underlying' }),
    reader.tryRead({ ...contract, functionName: 'protocolSeizeShareMantissa' }),
    readFeed(reader, oracle, cToken),
  ])
  const token = underlying === undefined ? chains[chain].wrappedNative : toLower(underlying)
  const facts = token && (await readToken(reader, token))
  if (!facts) throw new LendingReadError(`The underlying token of ${cToken} is not an ERC-20 token with decimals().`)
  return { ...facts, cToken, isNative: underlying === undefined, seizeShare, feed }
}

async function readReserve(
  reader: BlockReader,
  chain: ChainName,
  comptroller: Address,
  oracle: Address,
  facts: Facts,
): Promise<CompoundV2Reserve> {
  const { cToken, decimals } = facts
  const contract = { address: cToken, abi: cTokenAbi } as const
  const listing = { address: comptroller, abi: comptrollerAbi, args: [cToken] } as const
  const terms = Promise.all([
    readPrice(reader, oracle, facts),
    reader.read({ ...listing, functionName: 'markets' }),
    reader.tryRead({ ...listing, functionName: 'isDeprecated' }),
  ])
  const now = Promise.all([
    reader.read({ ...contract, functionName: 'accrualBlockNumber' }),
    reader.read({ ...contract, functionName: 'borrowIndex' }),
    reader.read({ ...contract, functionName: 'totalBorrows' }),
    reader.read({ ...contract, functionName: 'totalReserves' }),
    reader.read({ ...contract, functionName: 'totalSupply' }),
    reader.read({ ...contract, functionName: 'getCash' }),
    reader.read({ ...contract, functionName: 'reserveFactorMantissa' }),
    reader.read({ ...contract, functionName: 'borrowRatePerBlock' }),
    reader.read({ ...contract, functionName: 'supplyRatePerBlock' }),
    reader.read({ ...contract, functionName: 'exchangeRateStored' }),
    reader.read({ ...contract, functionName: 'accrualBlockNumber' }),
  ])
  const [[priced, [isListed, collateralFactor], isDeprecated], [accruedAt, ...state]] = await Promise.all([terms, now])
  const [borrowIndex, totalBorrows, totalReserves, totalSupply, cash, reserveFactor, ...rest] = state
  const [borrowRate, supplyRate, exchangeRate, stillAt] = rest
  // Reading an account in the same `eth_call` accrues interest in between. Retry in another call, which starts without it.
  if (accruedAt !== stillAt) return readReserve(reader, chain, comptroller, oracle, facts)
  const unitScale = 10n ** BigInt(36 - decimals)
  const { blockTimeMs } = getChain(chain)
  const stored = { blockNumber: accruedAt, borrowIndex, totalBorrows, totalReserves, borrowRate }
  const unaccrued: CompoundV2Reserve = {
    ...pickFacts(facts),
    ...priced,
    unitPrice: Number(priced.price) / Number(unitScale),
    liquidity: cash,
    totalSupplied: 0n,
    totalBorrowed: totalBorrows,
    supplyApy: toApy(supplyRate, blockTimeMs),
    borrowApy: toApy(borrowRate, blockTimeMs),
    isListed,
    isDeprecated: isDeprecated === true,
    collateralFactor,
    reserveFactor,
    cash,
    totalSupply,
    storedExchangeRate: exchangeRate,
    stored,
    borrowIndex,
    totalReserves,
    exchangeRate,
  }
  return accrueReserve(unaccrued, reader.blockNumber)
}

function pickFacts({ cToken, token, symbol, decimals, isNative, seizeShare }: Facts): Omit<Facts, 'feed'> {
  return { cToken, token, symbol, decimals, isNative, seizeShare }
}
