import { type Devnet, startDevnet } from '@outrigger/devnet'
import { parseGwei } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningNode, startNode } from './fixtures/runningNode.ts'
import { findViolations, open, patient, useBrowser, visitNode } from './fixtures/visit.ts'

let devnet: Devnet
let node: RunningNode
const browser = useBrowser()
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 2_000 })
  node = await startNode(['--rpc', `ethereum=${devnet.chains.ethereum.rpcUrl}`, '--beacon', 'http://127.0.0.1:1'])
}, 180_000)
afterAll(async () => {
  await node?.close()
  await devnet?.close()
})

/** Mines blocks that contain one transfer each. The tips of the transfers rise and fall. */
async function mineTips(count: number): Promise<void> {
  const { client } = devnet.chains.ethereum
  const { deployer } = devnet.accounts
  await client.setIntervalMining({ interval: 0 })
  for (let index = 0; index < count; index += 1) {
    await client.sendTransaction({
      account: deployer,
      to: deployer.address,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: parseGwei('200'),
      maxPriorityFeePerGas: BigInt(1 + (index % 7)) * parseGwei('0.1'),
    })
    await client.mine({ blocks: 1 })
  }
  await client.setIntervalMining({ interval: 2 })
}

it('Gas says how many blocks a backtest lacks, and then what came true and what others overpay', async () => {
  const { page, faults } = await visitNode(browser(), node)
  await open(page, 'Gas')
  // Each tier states its target and what a transfer and a swap cost at most.
  const instant = (table: string) =>
    page.getByLabel(table).getByRole('row').filter({ hasText: 'instant' }).textContent()
  expect(await instant('Tiers now, table')).toMatch(/^instant30 s95 %[\d.]+/)
  await expect
    .poll(() => instant('Cost of the tiers, table'), patient)
    .toMatch(/^instant0\.0\d+ ETH \(\$[\d.]+\)0\.0\d+ ETH \(\$[\d.]+\)$/)
  expect(await page.getByRole('region', { name: 'Send now or wait' }).textContent()).toMatch(
    /By the tiers after block \d+/,
  )
  const panel = page.getByRole('region', { name: 'Backtest' })
  await panel.getByText(/Too few blocks yet: the node knows the fees of [\d,]+ blocks in a row/).waitFor(patient)

  await mineTips(260)
  const tiers = panel.getByLabel('Tiers replayed, table').getByRole('row')
  await expect.poll(() => tiers.count(), { timeout: 90_000 }).toBe(5)
  expect(await tiers.filter({ hasText: 'instant' }).textContent()).toMatch(/instant30 s295 %\d+(\.\d+)? %/)
  const estimators = panel.getByLabel('Estimators, table')
  for (const name of ['Outrigger 95 %', 'geth, as viem asks it', 'MetaMask medium'])
    expect(await estimators.getByRole('row').filter({ hasText: name }).first().textContent()).toMatch(/(?:\d %.*){3}/)
  // The chart has a value for every stated confidence.
  await panel.getByText('Values of “Stated and realized inclusion” as a table').click()
  const values = panel.getByLabel('Stated and realized inclusion, table').getByRole('row')
  expect(await values.count()).toBe(6)
  expect(await values.filter({ hasText: /^90 %/ }).textContent()).toMatch(/^90 %90 %(?:\d+(\.\d+)? %){2,}/)
  expect(await findViolations(page)).toEqual([])
  expect(faults).toEqual([])
})
