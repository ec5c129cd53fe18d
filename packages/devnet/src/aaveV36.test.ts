import { type Address, type Hex, maxUint256, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startAaveV36 } from './aaveV36.ts'
import type { DevnetClient } from './chain/client.ts'
import { type ContractName, readAbi } from './contracts/abis.ts'
import { aaveReserves, aaveV36, feeds, tokens } from './contracts/addresses.ts'
import { healthFactors } from './contracts/deploy/borrowers.ts'
import { toDeployer } from './contracts/deployer.ts'
import type { Devnet } from './devnet.ts'

let devnet: Devnet
let client: DevnetClient
let snapshot: Hex
beforeAll(async () => {
  devnet = await startAaveV36({ silent: true })
  client = devnet.chains.ethereum.client
}, 120_000)
afterAll(() => devnet.close())
beforeEach(async () => {
  snapshot = await client.snapshot()
})
afterEach(() => client.revert({ id: snapshot }))

const read = <result>(functionName: string, ...args: unknown[]) =>
  client.readContract({ address: aaveV36.pool, abi: readAbi('aaveV36Pool'), functionName, args }) as Promise<result>
const getHealthFactor = async (account: Address) =>
  Number((await read<readonly bigint[]>('getUserAccountData', account))[5]) / 1e18
const send = (to: Address, name: ContractName, functionName: string, ...args: unknown[]) =>
  toDeployer(client, devnet.accounts.deployer.address).send({ to, abi: readAbi(name), functionName, args })

test('lists the reserves, the categories and a ladder of borrowers', async () => {
  expect(await read<readonly Address[]>('getReservesList')).toHaveLength(Object.keys(aaveReserves).length)
  expect(await read('getEModeCategoryLabel', 2)).toContain('BTC')
  const borrowers = devnet.accounts.borrowersOf.aaveV36
  expect(borrowers).toHaveLength(healthFactors.length)
  for (const [index, { address }] of borrowers.entries()) {
    expect(await getHealthFactor(address), `borrower ${index}`).toBeCloseTo(healthFactors[index] ?? 0, 2)
  }
  const inEMode = devnet.accounts.traders.slice(0, 3).map(({ address }) => address)
  expect(await Promise.all(inEMode.map((account) => read('getUserEMode', account)))).toEqual([1n, 2n, 2n])
  // Possible only with the categories' thresholds.
  expect(await Promise.all(inEMode.map(getHealthFactor))).toEqual([
    expect.closeTo((300 * 0.93) / 265, 2),
    expect.closeTo((300 * 0.89) / 255, 2),
    expect.closeTo((300 * 0.89) / 250, 2),
  ])
})

test.each([
  ['a borrower', 2_850, () => devnet.accounts.borrowersOf.aaveV36[0]?.address, 10_500],
  ['a borrower in e-mode', 2_700, () => devnet.accounts.traders[1]?.address, 10_300],
])('%s becomes liquidatable and is liquidated, less the fee', async (_, etherUsd, getBorrower, bonusBps) => {
  const borrower = getBorrower() as Address
  const [repay, price] = [50_000n * 10n ** 6n, BigInt(etherUsd)]
  const call = [aaveV36.pool, 'aaveV36Pool', 'liquidationCall'] as const
  const liquidate = () => send(...call, tokens.WETH.address, tokens.USDC.address, borrower, repay, false)
  const balance = () =>
    client.readContract({
      address: tokens.WETH.address,
      abi: readAbi('erc20'),
      functionName: 'balanceOf',
      args: [devnet.accounts.deployer.address],
    }) as Promise<bigint>
  await send(tokens.USDC.address, 'erc20', 'approve', aaveV36.pool, maxUint256)
  await expect(liquidate()).rejects.toThrow()
  await send(feeds['ETH / USD'].address, 'priceFeed', 'updateAnswer', price * 10n ** 8n)
  const before = await balance()
  await liquidate()
  // The protocol gets a tenth of the bonus.
  const received = (parseEther('50000') * BigInt(bonusBps - (bonusBps - 10_000) / 10)) / price / 10_000n
  expect(Number((await balance()) - before) / Number(received)).toBeCloseTo(1, 6)
})
