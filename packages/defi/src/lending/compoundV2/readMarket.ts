import type { Deployment } from '@outrigger/calldata'
import { type ChainName, chains, getChain } from '@outrigger/core'
import type { Address } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { LendingReadError } from '../../reads/readErrors.ts'
import { readToken } from '../../reads/readToken.ts'
import { accrueReserve, toApy } from './accrue.ts'
import { comptrollerAbi, cTokenAbi } from './lendingAbi.ts'
import type { CompoundV2Market, CompoundV2Reserve } from './market.ts'
import { readFeed, readPrice } from './readPrice.ts'

/** What never changes of a cToken, and the feed that was last behind its price. */
type Facts = Pick<CompoundV2Reserve, 'cToken' | 'token' | 'symbol' | 'decimals' | 'isNative' | 'seizeShare' | 'feed'>

/** The Comptroller's one market. Three rounds of reading, one where it is known and neither oracle nor list changed. */
export async function getMarkets(
  reader: BlockReader,
  chain: ChainName,
  { address }: Deployment,
  [known]: readonly CompoundV2Market[] = [],
): Promise<readonly [CompoundV2Market]> {
  const readReserves = (facts: readonly Facts[], oracle: Address) =>
    Promise.all(facts.map((one) => readReserve(reader, chain, address, oracle, one)))
  const [control, before] = await Promise.all([
    readControl(reader, address),
    known && readReserves(known.reserves, known.oracle),
  ])
  const { cTokens, oracle, ...settings } = control
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

async function readControl(reader: BlockReader, address: Address) {
  const of = { address, abi: comptrollerAbi } as const
  const [cTokens, oracle, closeFactor, liquidationIncentive, isSeizePaused, isPaused] = await Promise.all([
    reader.read({ ...of, functionName: 'getAllMarkets' }),
    reader.read({ ...of, functionName: 'oracle' }),
    reader.read({ ...of, functionName: 'closeFactorMantissa' }),
    reader.read({ ...of, functionName: 'liquidationIncentiveMantissa' }),
    reader.read({ ...of, functionName: 'seizeGuardianPaused' }),
    reader.tryRead({ ...of, functionName: 'protocolPaused' }),
  ])
  return {
    cTokens: cTokens.map(toLowerCase),
    oracle: toLowerCase(oracle),
    closeFactor,
    liquidationIncentive,
    isSeizePaused: isSeizePaused || isPaused === true,
  }
}

async function readFacts(reader: BlockReader, chain: ChainName, oracle: Address, cToken: Address): Promise<Facts> {
  const of = { address: cToken, abi: cTokenAbi } as const
  const [underlying, seizeShare = 0n, feed] = await Promise.all([
    reader.tryRead({ ...of, functionName: 'underlying' }),
    reader.tryRead({ ...of, functionName: 'protocolSeizeShareMantissa' }),
    readFeed(reader, oracle, cToken),
  ])
  const token = underlying === undefined ? chains[chain].wrappedNative : toLowerCase(underlying)
  const facts = token && (await readToken(reader, token))
  if (!facts) throw new LendingReadError(`The token underlying ${cToken} is not an ERC-20 that tells its decimals.`)
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
  const of = { address: cToken, abi: cTokenAbi } as const
  const control = { address: comptroller, abi: comptrollerAbi, args: [cToken] } as const
  const listing = Promise.all([
    readPrice(reader, oracle, facts),
    reader.read({ ...control, functionName: 'markets' }),
    reader.tryRead({ ...control, functionName: 'isDeprecated' }),
  ])
  const now = Promise.all([
    reader.read({ ...of, functionName: 'accrualBlockNumber' }),
    reader.read({ ...of, functionName: 'borrowIndex' }),
    reader.read({ ...of, functionName: 'totalBorrows' }),
    reader.read({ ...of, functionName: 'totalReserves' }),
    reader.read({ ...of, functionName: 'totalSupply' }),
    reader.read({ ...of, functionName: 'getCash' }),
    reader.read({ ...of, functionName: 'reserveFactorMantissa' }),
    reader.read({ ...of, functionName: 'borrowRatePerBlock' }),
    reader.read({ ...of, functionName: 'supplyRatePerBlock' }),
    reader.read({ ...of, functionName: 'exchangeRateStored' }),
    reader.read({ ...of, functionName: 'accrualBlockNumber' }),
  ])
  const [[priced, [isListed, collateralFactor], isDeprecated], [accruedAt, ...state]] = await Promise.all([
    listing,
    now,
  ])
  const [borrowIndex, totalBorrows, totalReserves, totalSupply, cash, reserveFactor, ...rest] = state
  const [borrowRate, supplyRate, exchangeRate, stillAt] = rest
  // An account read in the same call has accrued interest in it, and the next call knows nothing of that.
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

const toLowerCase = (address: Address) => address.toLowerCase() as Address
