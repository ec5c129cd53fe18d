import { addresses, type Devnet, morphoMarkets, startDevnet } from '@outrigger/devnet'
import { type Address, createPublicClient, erc20Abi, http, type PublicClient, parseAbi } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sparkLending } from '../lending/aave/spark.ts'
import { LendingUnavailableError } from '../lending/readMarkets.ts'
import { NoLendingError } from '../positions/getPositionHealth.ts'
import { getProtocolTvl } from './getProtocolTvl.ts'

let devnet: Devnet
let client: PublicClient

beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  client = createPublicClient({ chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
}, 90_000)
afterAll(() => devnet.close())

const abi = parseAbi([
  'function getAllReservesTokens() view returns ((string symbol, address token)[])',
  'function getReserveTokensAddresses(address) view returns (address, address, address)',
  'function totalSupply() view returns (uint256)',
  'function getCash() view returns (uint256)',
  'function totalBorrowsCurrent() returns (uint256)',
  'function accrueAccount(address)',
  'function totalsBasic() view returns (uint64, uint64 borrowIndex, uint64, uint64, uint104, uint104 borrowed, uint40, uint8)',
  'function accrueInterest((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv))',
  'function market(bytes32) view returns (uint128 supplyAssets, uint128, uint128 borrowAssets, uint128, uint128, uint128)',
])

type Sums = Readonly<Record<string, readonly [locked: bigint, borrowed: bigint]>>

const balanceOf = (token: Address, owner: Address, blockNumber: bigint) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner], blockNumber })
const read = (address: Address, functionName: 'totalSupply' | 'getCash', blockNumber: bigint) =>
  client.readContract({ address, abi, functionName, blockNumber })
type TokenSums = readonly [token: Address, sums: readonly [locked: bigint, borrowed: bigint]]
const toSums = async <one>(of: readonly one[], toSum: (one: one) => Promise<TokenSums>): Promise<Sums> =>
  Object.fromEntries((await Promise.all(of.map(toSum))).map(([token, sums]) => [token.toLowerCase(), sums]))

/** The amounts according to the reserves' own tokens. */
async function ofAave(dataProvider: Address, blockNumber: bigint): Promise<Sums> {
  const of = { address: dataProvider, abi, blockNumber } as const
  const tokens = await client.readContract({ ...of, functionName: 'getAllReservesTokens' })
  return toSums(tokens, async ({ token }) => {
    const [aToken, stableDebt, variableDebt] = await client.readContract({
      ...of,
      functionName: 'getReserveTokensAddresses',
      args: [token],
    })
    const debts = [variableDebt, ...(BigInt(stableDebt) === 0n ? [] : [stableDebt])]
    const owed = await Promise.all(debts.map((debt) => read(debt, 'totalSupply', blockNumber)))
    return [token, [await balanceOf(token, aToken, blockNumber), owed.reduce((sum, one) => sum + one, 0n)]]
  })
}

const { tokens } = addresses
const sumsOf: { readonly [protocol: string]: (blockNumber: bigint) => Promise<Sums> } = {
  aave_v3: (block) => ofAave(addresses.aaveV3.dataProvider, block),
  aave_v2: (block) => ofAave(addresses.aaveV2.dataProvider, block),
  spark: (block) => ofAave(addresses.spark.dataProvider, block),
  compound_v2: (blockNumber) =>
    toSums(Object.entries(addresses.compoundV2Markets), async ([symbol, { cToken }]) => {
      const of = { address: cToken, abi, blockNumber } as const
      const { result } = await client.simulateContract({ ...of, functionName: 'totalBorrowsCurrent' })
      return [tokens[symbol as keyof typeof tokens].address, [await read(cToken, 'getCash', blockNumber), result]]
    }),
  compound_v3: async (blockNumber) => {
    const { comet } = addresses.compoundV3
    const [, index, , , , principal] = await client.readContract({
      address: comet,
      abi,
      functionName: 'totalsBasic',
      blockNumber,
    })
    return toSums(['USDC', 'WETH', 'WBTC', 'LINK'] as const, async (symbol) => {
      const { address } = tokens[symbol]
      const borrowed = symbol === 'USDC' ? (principal * index) / 10n ** 15n : 0n
      return [address, [await balanceOf(address, comet, blockNumber), borrowed]]
    })
  },
  morpho: async (blockNumber) => {
    const { morpho } = addresses.morpho
    const sums: Record<string, [bigint, bigint]> = {}
    for (const { id, params } of morphoMarkets) {
      const of = { address: morpho, abi, functionName: 'market', args: [id], blockNumber } as const
      const [, , borrowed] = await client.readContract(of)
      for (const token of [params.loanToken, params.collateralToken])
        sums[token.toLowerCase()] ??= [await balanceOf(token, morpho, blockNumber), 0n]
      const sum = sums[params.loanToken.toLowerCase()] as [bigint, bigint]
      sum[1] += borrowed
    }
    return sums
  },
}

/**
 * Interest of Morpho's markets and of Comet up to one block. They report no sum that includes interest not accrued yet.
 */
async function accrue(): Promise<void> {
  const { client: writer } = devnet.chains.ethereum
  const account = devnet.accounts.deployer
  await writer.setAutomine(false)
  for (const { params } of morphoMarkets)
    await writer.writeContract({
      account,
      chain: null,
      address: addresses.morpho.morpho,
      abi,
      functionName: 'accrueInterest',
      args: [params],
      gas: 500_000n,
    })
  const { comet } = addresses.compoundV3
  await writer.writeContract({
    account,
    chain: null,
    address: comet,
    abi,
    functionName: 'accrueAccount',
    args: [comet],
    gas: 500_000n,
  })
  await writer.mine({ blocks: 1 })
  await writer.setAutomine(true)
}

describe('value locked from the chain', () => {
  it.each(Object.keys(sumsOf))('of %s equals its contracts, to the wei', async (protocol) => {
    await devnet.chains.ethereum.client.increaseTime({ seconds: 86_400 * 30 })
    await accrue()
    const tvl = await getProtocolTvl(client, { protocol })
    expect(tvl).toMatchObject({ protocol, chain: 'ethereum', isComplete: true, skipped: [] })
    const found = Object.fromEntries(tvl.tokens.map(({ token, locked, borrowed }) => [token, [locked, borrowed]]))
    expect(found).toEqual(await sumsOf[protocol]?.(tvl.blockNumber))
    expect(tvl.tokens.some(({ borrowed }) => borrowed > 0n)).toBe(true)
  })

  it('has dollars by the lenders’ oracles, for every token of the devnet', async () => {
    for (const protocol of Object.keys(sumsOf)) {
      const { tokens, tvlUsd, borrowedUsd } = await getProtocolTvl(client, { protocol })
      expect(tokens.filter(({ priceUsd }) => priceUsd === null)).toEqual([])
      const weth = tokens.find(({ symbol }) => symbol === 'WETH')
      expect(weth?.priceUsd).toBeCloseTo(3_000, 6)
      const sum = (amount: 'locked' | 'borrowed') =>
        tokens.reduce((total, one) => total + (Number(one[amount]) / 10 ** one.decimals) * (one.priceUsd ?? 0), 0)
      expect(tvlUsd).toBeCloseTo(sum('locked'), 3)
      expect(borrowedUsd).toBeCloseTo(sum('borrowed'), 3)
      expect(tvlUsd).toBeGreaterThan(borrowedUsd / 1e3)
    }
  })

  it('fails without a lender, and if nothing can be read', async () => {
    await expect(getProtocolTvl(client, { protocol: 'aave' })).rejects.toThrow(NoLendingError)
    const deployments = { ethereum: [{ address: `0x${'de'.repeat(20)}` as const, fromBlock: 0n }] }
    const protocols = [{ ...sparkLending, deployments }]
    await expect(getProtocolTvl(client, { protocol: 'spark', protocols })).rejects.toThrow(LendingUnavailableError)
  }, 30_000)
})
