import { dexFactories, morphoContracts } from '@outrigger/calldata'
import { balancerV2Vaults } from '@outrigger/calldata/internal'
import type { ChainName } from '@outrigger/core'
import { type Address, erc20Abi, parseAbi, zeroAddress } from 'viem'
import { toBases } from '../dex/bases.ts'
import { getPools } from '../dex/getPools.ts'
import { sortTokens, toLower } from '../dex/pool.ts'
import { aaveV3Lending } from '../lending/aave/aaveV3.ts'
import { poolAbi, poolV3Abi } from '../lending/aave/abi.ts'
import { toConfiguration } from '../lending/aave/math/configuration.ts'
import { sparkLending } from '../lending/aave/spark.ts'
import type { BlockReader } from '../reads/blockReader.ts'
import type { FlashLender } from './flashLoans.ts'

const { vault } = balancerV2Vaults
const vaultAbi = parseAbi(['function getProtocolFeesCollector() view returns (address)'])
const collectorAbi = parseAbi(['function getFlashLoanFeePercentage() view returns (uint256)'])

const bps = 10n ** 14n
/** Unit of a Uniswap V3 pool's fee, with 18 decimals. */
const millionth = 10n ** 12n
/** Pools considered per token: the ones with the largest balance. */
const poolsPerToken = 4

/** Approximate gas of borrowing: two transfers and the lender's accounting. */
const gasOf = { balancer: 70_000n, morpho: 55_000n, aave: 130_000n, uniswap: 75_000n } as const

/** Lenders at one block, and the cache for the next read. */
export type KnownLenders = {
  /** Lenders of the requested tokens. */
  readonly lenders: readonly FlashLender[]
  /** Lenders of every token requested so far, as of its last read. */
  readonly remembered: ReadonlyMap<Address, readonly FlashLender[]>
}

/**
 * Returns the flash lenders of these tokens at the reader's block: Balancer V2, Morpho, the pools of Aave V3 and Spark, and
 * the largest Uniswap V3 pools that pair each token with a main token of the chain.
 *
 * @param known an earlier result; the lenders of its tokens are refreshed in one round of calls, without a search
 * @throws the client's error if no provider responds
 * @example
 * const { lenders } = await getFlashLenders(reader, 'ethereum', [usdc])
 * pickFlashLoan(lenders, usdc, 1_000_000n)
 */
export async function getFlashLenders(
  reader: BlockReader,
  chain: ChainName,
  tokens: readonly Address[],
  known?: KnownLenders,
): Promise<KnownLenders> {
  const read = await Promise.all(
    [...new Set(tokens.map(toLower))].map(async (token) => {
      const found = known?.remembered.get(token) ?? (await findLenders(reader, chain, token))
      return [token, await Promise.all(found.map((lender) => refresh(reader, lender)))] as const
    }),
  )
  return {
    lenders: read.flatMap(([, lenders]) => lenders),
    remembered: new Map([...(known?.remembered ?? []), ...read]),
  }
}

async function findLenders(reader: BlockReader, chain: ChainName, token: Address): Promise<readonly FlashLender[]> {
  const empty = { token, available: 0n, feeWad: 0n }
  const morpho = morphoContracts[chain]?.morpho.address
  const [collector, reserves, pools] = await Promise.all([
    reader.tryRead({ address: vault, abi: vaultAbi, functionName: 'getProtocolFeesCollector' }),
    Promise.all(
      [aaveV3Lending, sparkLending].flatMap(({ id, deployments }) =>
        (deployments[chain] ?? []).map(async ({ address }) => ({
          ...empty,
          source: id,
          lender: address,
          gas: gasOf.aave,
          holder: (await getReserve(reader, address, token))?.aTokenAddress ?? zeroAddress,
        })),
      ),
    ),
    findPools(reader, chain, token),
  ])
  return [
    ...(collector
      ? [
          {
            ...empty,
            source: 'balancer',
            lender: vault,
            holder: vault,
            feeSource: collector,
            gas: gasOf.balancer,
          } as const,
        ]
      : []),
    ...(morpho ? [{ ...empty, source: 'morpho', lender: morpho, holder: morpho, gas: gasOf.morpho }] : []),
    ...reserves.filter(({ holder }) => holder !== zeroAddress),
    ...pools,
  ]
}

async function findPools(reader: BlockReader, chain: ChainName, token: Address): Promise<readonly FlashLender[]> {
  const uniswap = dexFactories.filter(({ id }) => id === 'uniswap_v3')
  const others = toBases(chain).filter((base) => base !== token)
  const pools = await Promise.all(others.map((base) => getPools(reader, chain, sortTokens(token, base), uniswap)))
  const lenders = pools.flat().map(async ({ address, fee }) => ({
    source: 'uniswap_v3',
    lender: address,
    holder: address,
    token,
    feeWad: BigInt(fee) * millionth,
    gas: gasOf.uniswap,
    available: await getBalance(reader, token, address),
  }))
  return (await Promise.all(lenders)).sort((a, b) => (a.available < b.available ? 1 : -1)).slice(0, poolsPerToken)
}

/** Reads everything about a lender that may have changed, in one round of calls. */
async function refresh(reader: BlockReader, known: FlashLender): Promise<FlashLender> {
  const { source, lender, token, holder, feeSource } = known
  if (feeSource !== undefined) {
    const [available, fee] = await Promise.all([
      getBalance(reader, token, holder),
      reader.tryRead({ address: feeSource, abi: collectorAbi, functionName: 'getFlashLoanFeePercentage' }),
    ])
    return { ...known, available: fee === undefined ? 0n : available, feeWad: fee ?? 0n }
  }
  if (source !== aaveV3Lending.id && source !== sparkLending.id)
    return { ...known, available: await getBalance(reader, token, holder) }
  const [held, reserve, premium, counted] = await Promise.all([
    getBalance(reader, token, holder),
    getReserve(reader, lender, token),
    reader.tryRead({ address: lender, abi: poolAbi, functionName: 'FLASHLOAN_PREMIUM_TOTAL' }),
    // From v3.1 on, the pool tracks its own balance and lends at most that.
    reader.tryRead({ address: lender, abi: poolV3Abi, functionName: 'getVirtualUnderlyingBalance', args: [token] }),
  ])
  const { isActive, isPaused, isFlashLoanEnabled } = toConfiguration(reserve?.configuration.data ?? 0n)
  const lends = premium !== undefined && isActive && !isPaused && isFlashLoanEnabled
  const most = counted !== undefined && counted < held ? counted : held
  // Aave rounds the fee up from v3.5 on. Earlier versions round to nearest, which is at most one base unit less.
  return { ...known, available: lends ? most : 0n, feeWad: (premium ?? 0n) * bps }
}

function getReserve(reader: BlockReader, address: Address, token: Address) {
  return reader.tryRead({ address, abi: poolV3Abi, functionName: 'getReserveData', args: [token] })
}

async function getBalance(reader: BlockReader, token: Address, holder: Address): Promise<bigint> {
  return (await reader.tryRead({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] })) ?? 0n
}
