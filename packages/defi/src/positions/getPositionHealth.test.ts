import { createProviderPool, chains as profiles } from '@outrigger/core'
import { addresses, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { type Address, createPublicClient, custom, type Hex, http, InvalidAddressError, type PublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aaveV3Lending } from '../lending/aave/aaveV3.ts'
import { sparkLending } from '../lending/aave/spark.ts'
import { askUnderReorgs } from './fixtures/askUnderReorgs.ts'
import { getPositionHealth, NoLendingError } from './getPositionHealth.ts'

let devnet: Devnet
let client: PublicClient
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  client = createPublicClient({ chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
}, 90_000)
afterAll(() => devnet.close())

const borrowerOf = (market: keyof Devnet['accounts']['borrowersOf'], index = 0) =>
  devnet.accounts.borrowersOf[market][index]?.address as Address

describe('getPositionHealth', () => {
  test('matches the Aave pool for every borrower', async () => {
    for (const { address } of devnet.accounts.borrowers) {
      const { positions, blockNumber, isComplete } = await getPositionHealth(client, { address })
      const [collateral, debt, available, , , healthFactor] = (await client.readContract({
        address: addresses.aaveV3.pool,
        abi: readAbi('aavePool'),
        functionName: 'getUserAccountData',
        args: [address],
        blockNumber,
      })) as readonly bigint[]
      expect(isComplete).toBe(true)
      expect(positions).toMatchObject([{ protocol: 'aave_v3', healthFactor }])
      expect(positions[0]?.totalCollateralUsd).toBeCloseTo(Number(collateral) / 1e8, 6)
      expect(positions[0]?.totalDebtUsd).toBeCloseTo(Number(debt) / 1e8, 5)
      expect(positions[0]?.availableToBorrowUsd).toBeCloseTo(Number(available) / 1e8, 4)
    }
  })

  test.each([
    ['spark', 'spark'],
    ['aaveV2', 'aave_v2'],
    ['compoundV2', 'compound_v2'],
    ['morpho', 'morpho'],
  ] as const)('values positions of %s in dollars, with the price that liquidates them', async (market, protocol) => {
    const { positions, isAtRisk } = await getPositionHealth(client, { address: borrowerOf(market) })
    expect(positions).toMatchObject([{ protocol, status: 'AT_RISK', isLiquidatable: false }])
    expect(isAtRisk).toBe(true)
    const [position] = positions
    const [held] = position?.collateral ?? []
    expect(position?.totalCollateralUsd).toBeCloseTo(300_000, -1)
    // WETH at 3,000 dollars and a health factor of 1.02.
    expect(held?.liquidationPriceUsd).toBeCloseTo(3_000 / 1.02, 1)
  })

  test('returns no positions for an address without any, in any letter case', async () => {
    const nobody = '0x00000000000000000000000000000000deadbeef'
    for (const address of [nobody, nobody.toUpperCase().replace('0X', '0x'), addresses.aaveV3.pool])
      expect(await getPositionHealth(client, { address: address as Address })).toMatchObject({
        positions: [],
        isAtRisk: false,
        isComplete: true,
        totalCollateralUsd: 0,
        totalDebtUsd: 0,
        unsupported: ['Aave v4', 'Euler', 'Fluid'],
      })
  })

  test('rejects a wrong checksum, and a chain without the protocol', async () => {
    const mistyped = '0x145e2dc5C8238d1bE628F87076A37d4A26a78544'
    await expect(getPositionHealth(client, { address: mistyped })).rejects.toThrow(InvalidAddressError)
    const address = borrowerOf('aaveV3')
    await expect(getPositionHealth(client, { address, chain: profiles.zksync })).rejects.toThrow(NoLendingError)
    await expect(getPositionHealth(client, { address, protocols: [] })).rejects.toThrow(NoLendingError)
  })

  test('throws instead of returning fewer positions when the provider fails midway', async () => {
    await using proxy = await createFaultProxy({ target: devnet.chains.ethereum.rpcUrl })
    await using pool = createProviderPool({
      chain: profiles.ethereum,
      endpoints: [proxy.url],
      retries: 0,
      timeoutMs: 500,
    })
    const faulty = createPublicClient({ chain: mainnet, transport: pool.transport })
    const asked = { address: borrowerOf('aaveV3'), protocols: [aaveV3Lending] }
    expect((await getPositionHealth(faulty as PublicClient, asked)).positions).toHaveLength(1)
    await proxy.setFault({ kind: 'hang' })
    await expect(getPositionHealth(faulty as PublicClient, asked)).rejects.toThrow()
  })

  test('a protocol without code at its address is in skipped and leaves the result complete', async () => {
    const elsewhere: Address = '0x000000000000000000000000000000000000dead'
    const absent = { ...sparkLending, deployments: { ethereum: [{ address: elsewhere, fromBlock: 0n }] } }
    const health = await getPositionHealth(client, {
      address: borrowerOf('aaveV3', 9),
      protocols: [aaveV3Lending, absent],
    })
    expect(health).toMatchObject({ isAtRisk: false, isComplete: true, positions: [{ protocol: 'aave_v3' }] })
    expect(health.skipped).toEqual([
      { protocol: 'spark', market: null, reason: expect.stringMatching(`not deployed.*${elsewhere}`) },
    ])
  })
})

describe('a read that fails', () => {
  const nobody: Address = '0x00000000000000000000000000000000deadbeef'

  /** A client of the devnet whose `eth_call`s run `answer` first, which may throw. */
  function through(answer: (turn: number) => void): PublicClient {
    let turn = 0
    const request = async (asked: { readonly method: string; readonly params?: readonly unknown[] }) => {
      if (asked.method === 'eth_call') answer(turn++)
      return client.request(asked as never)
    }
    return createPublicClient({ chain: mainnet, transport: custom({ request }, { retryCount: 0 }) })
  }
  const revert = () => {
    throw Object.assign(new Error('execution reverted'), { code: 3 })
  }

  test('at a block that was just replaced is retried at a newer one', async () => {
    const [expected, found] = await Promise.all([
      getPositionHealth(client, { address: borrowerOf('spark') }),
      getPositionHealth(
        through((turn) => turn < 6 && revert()),
        { address: borrowerOf('spark') },
      ),
    ])
    expect(found.positions.map(({ market }) => market)).toEqual(expected.positions.map(({ market }) => market))
    expect(found).toMatchObject({ isComplete: true, isAtRisk: true })
  })

  test('and keeps failing is unknown, never safe', async () => {
    const memory = new Map()
    const protocols = [aaveV3Lending, sparkLending]
    await getPositionHealth(client, { address: nobody, protocols, memory })
    await expect(getPositionHealth(through(revert), { address: nobody, protocols, memory })).rejects.toThrow(
      'may just have been replaced',
    )
    const broken = { ...sparkLending, getAccounts: aaveV3Lending.getAccounts.bind(null, {} as never) }
    const asked = { address: nobody, protocols: [aaveV3Lending, broken as never] }
    expect(await getPositionHealth(client, asked)).toMatchObject({
      positions: [],
      isAtRisk: null,
      isComplete: false,
      skipped: [{ protocol: 'spark' }],
    })
  })

  test('blames a contract only when two different blocks agree', async () => {
    const { client: chain } = devnet.chains.ethereum
    const asked = { address: nobody, protocols: [aaveV3Lending, sparkLending] }
    const bytecode = (await chain.getCode({ address: addresses.spark.pool })) as Hex
    await chain.mine({ blocks: 1 })
    await chain.setCode({ address: addresses.spark.pool, bytecode: '0x5f5ffd' })
    const first = await getPositionHealth(client, asked)
    await chain.mine({ blocks: 2 })
    const second = await getPositionHealth(client, asked)
    await chain.setCode({ address: addresses.spark.pool, bytecode })
    expect(first).toMatchObject({
      isAtRisk: null,
      skipped: [{ reason: expect.stringContaining('contradicting data') }],
    })
    expect(second).toMatchObject({ isAtRisk: null, skipped: [{ reason: expect.stringContaining('does not answer') }] })
    expect(await getPositionHealth(client, asked)).toMatchObject({ isAtRisk: false, skipped: [] })
  })

  test('under traffic and 3-block reorgs never omits a position silently', async () => {
    const { silent, whole, reorgs } = await askUnderReorgs(40)
    expect(silent).toEqual([])
    expect(whole).toBeGreaterThan(20)
    expect(reorgs).toBeGreaterThan(2)
  }, 180_000)
})
