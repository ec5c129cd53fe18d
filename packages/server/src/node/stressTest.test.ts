import { chains, createProviderPool, type ProviderPool } from '@outrigger/core'
import { inTurns } from '@outrigger/core/internal'
import { createLiquidationScanner, type LiquidationScanner } from '@outrigger/defi'
import { addresses, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { computeHealthAt, computeStressTest, type StressTest } from './stressTest.ts'

let devnet: Devnet
let pool: ProviderPool
let scanner: LiquidationScanner
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [devnet.chains.ethereum.rpcUrl] })
  scanner = createLiquidationScanner({ pool })
  await scanner.ready
}, 300_000)
afterAll(async () => {
  await scanner?.close()
  await pool?.close()
  await devnet?.close()
})

async function setEther(usd: number): Promise<void> {
  const { client } = devnet.chains.ethereum
  const hash = await client.writeContract({
    account: devnet.accounts.deployer,
    chain: null,
    address: addresses.feeds['ETH / USD'].address,
    abi: readAbi('priceFeed'),
    functionName: 'updateAnswer',
    args: [BigInt(Math.round(usd * 1e8))],
  })
  const { blockNumber } = await client.waitForTransactionReceipt({ hash })
  let seen = 0n
  const stop = scanner.on('block', ({ number }) => (seen = number))
  await expect.poll(() => seen, { timeout: 60_000 }).toBeGreaterThanOrEqual(blockNumber)
  stop()
}

const test = () => inTurns(computeStressTest(scanner))
const toDue = ({ largestPositions }: StressTest, change: number) =>
  largestPositions
    .filter((position) => computeHealthAt(position, change) <= 1)
    .map(({ borrower, market }) => `${borrower} ${market}`)
    .sort()

it('says what another price of ether makes liquidatable, as it then comes', async () => {
  await setEther(3_000)
  const before = await test()
  const owing = scanner.stats().reduce((sum, { totalPositions }) => sum + totalPositions, 0)
  expect(before.totalPositions).toBe(owing)
  expect(before.largestPositions.length + before.safePositions + before.unmodeledPositions).toBe(owing)

  const changes = [-0.1, -0.3]
  const due = changes.map((change) => toDue(before, change))
  expect(due[1]?.length).toBeGreaterThan(due[0]?.length ?? 0)
  for (const [index, change] of changes.entries()) {
    const step = before.steps.find((one) => one.change === change)
    expect(step?.positions).toBe(due[index]?.length)
    await setEther(3_000 * (1 + change))
    expect(toDue(await test(), 0), String(change)).toEqual(due[index])
  }
}, 120_000)
