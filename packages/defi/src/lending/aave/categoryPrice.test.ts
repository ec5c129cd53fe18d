import { addresses, type Devnet, type DevnetClient, openPositions, readAbi, startDevnet } from '@outrigger/devnet'
import type { Address, PublicClient } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scanLiquidations } from '../../liquidation/scanLiquidations.ts'
import { getPositionHealth } from '../../positions/getPositionHealth.ts'
import { aaveV3Lending } from './aaveV3.ts'
import { prepare } from './fixtures/aaveContracts.ts'

const account: Address = '0x00000000000000000000000000000000000e0de1'
const { aaveV3, feeds } = addresses
const protocols = [aaveV3Lending]

let devnet: Devnet
let client: DevnetClient
let reader: PublicClient
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0, chains: ['ethereum'] })
  client = devnet.chains.ethereum.client
  reader = client as unknown as PublicClient
  // A category of stablecoins, priced like USDC.
  await prepare(client, 'aaveV3')
  await openPositions(client, [
    { market: 'aaveV3', account, collateralUsd: { DAI: 500, WETH: 3_000 }, debtUsd: { USDT: 2_500 }, eMode: 1 },
  ])
}, 90_000)
afterAll(() => devnet?.close())

async function setPrice(feed: keyof typeof feeds, usd: number) {
  await client.writeContract({
    account: devnet.accounts.deployer,
    chain: null,
    abi: readAbi('priceFeed'),
    functionName: 'updateAnswer',
    address: feeds[feed].address,
    args: [BigInt(Math.round(usd * 1e8))],
  })
  await client.mine({ blocks: 1 })
}

async function getAccountData(blockNumber: bigint) {
  const [collateral = 0n, debt = 0n, available = 0n, , , healthFactor = 0n] = (await reader.readContract({
    address: aaveV3.pool,
    abi: readAbi('aavePool'),
    functionName: 'getUserAccountData',
    args: [account],
    blockNumber,
  })) as readonly bigint[]
  return {
    collateral: Number(collateral) / 1e8,
    debt: Number(debt) / 1e8,
    available: Number(available) / 1e8,
    healthFactor,
  }
}

describe('an e-mode category with its own price source', () => {
  test("uses the contract's price for dollars, health factor and availableToBorrowUsd", async () => {
    await setPrice('DAI / USD', 5.7)
    const { positions, blockNumber, skipped } = await getPositionHealth(reader, { address: account, protocols })
    const [position] = positions
    const said = await getAccountData(blockNumber)
    expect(skipped).toEqual([])
    expect(said.collateral).toBeCloseTo(3_500, 0)
    expect(position?.healthFactor).toBe(said.healthFactor)
    expect(position?.totalCollateralUsd).toBeCloseTo(said.collateral, 4)
    expect(position?.totalDebtUsd).toBeCloseTo(said.debt, 4)
    expect(position?.availableToBorrowUsd).toBeCloseTo(said.available, 4)
    // DAI and USDT share the category's price, so one move of it liquidates the position.
    const [dai, usdt] = [position?.collateral.find(({ symbol }) => symbol === 'DAI'), position?.debt[0]]
    expect(dai?.liquidationPriceUsd).toBeGreaterThan(1)
    expect(dai?.liquidationPriceUsd).toBe(usdt?.liquidationPriceUsd)
  })

  test('uses it for the values of an opportunity', async () => {
    await setPrice('ETH / USD', 2_100)
    const scan = await scanLiquidations(reader, { borrowers: [account], protocols, weiPerGas: 1n })
    const said = await getAccountData(scan.blockNumber)
    const [opportunity] = scan.opportunities
    expect(opportunity?.totalCollateralUsd).toBeCloseTo(said.collateral, 3)
    expect(opportunity?.totalDebtUsd).toBeCloseTo(said.debt, 3)
  })
})
