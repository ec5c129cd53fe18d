import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import type { Page } from 'playwright-core'
import { encodeFunctionData, type Hex, parseAbi, parseEther, parseGwei } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningNode, startNode } from './fixtures/runningNode.ts'
import { findViolations, open, patient, useBrowser, visitNode } from './fixtures/visit.ts'

const { tokens, uniswapV2 } = addresses
const abi = parseAbi(['function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])'])

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

/** Buys LINK without a slippage limit. */
function buy(ether: string): Promise<Hex> {
  const { deployer } = devnet.accounts
  const path = [tokens.WETH.address, tokens.LINK.address]
  return devnet.chains.ethereum.client.sendTransaction({
    account: deployer,
    to: uniswapV2.router,
    value: parseEther(ether),
    gas: 250_000n,
    maxFeePerGas: parseGwei('60'),
    maxPriorityFeePerGas: parseGwei('2'),
    data: encodeFunctionData({
      abi,
      functionName: 'swapExactETHForTokens',
      args: [1n, path, deployer.address, 2n ** 40n],
    }),
  })
}

const figure = async (page: Page, name: string): Promise<number> =>
  Number(
    await page.getByRole('region', { name: 'Pools' }).locator('dt', { hasText: name }).locator('+ dd').textContent(),
  )

it('shows a sandwich while it can be made, what it would cost the sender, and whether it was right', async () => {
  const { page, faults } = await visitNode(browser(), node)
  await open(page, 'MEV')
  const { client } = devnet.chains.ethereum
  // The first purchase makes the pool known to the node. The second purchase is evaluated.
  for (let index = 0; index < 2; index += 1) await client.waitForTransactionReceipt({ hash: await buy('0.01') })
  await expect.poll(() => figure(page, 'Followed'), patient).toBeGreaterThan(0)
  const number = await client.getBlockNumber()
  await expect.poll(() => client.getBlockNumber(), patient).toBeGreaterThan(number)

  // Mining stops until the page has shown the finding.
  const mineEvery = (seconds: number) => client.setIntervalMining({ interval: seconds })
  await mineEvery(0)
  const hash = await buy('1000')
  const row = page.getByLabel('Findings, table').getByRole('row').filter({ hasText: 'sandwich' })
  await row.getByTitle(hash).waitFor(patient)
  expect(await row.textContent()).toMatch(/a swap of [\d.,]+ ETH accepts a price .*before.*after/)
  await row.getByTitle(hash).click()
  const panel = page.getByRole('region', { name: 'MEV', exact: true })
  await panel.getByLabel('Findings, table').getByText('sandwich', { exact: true }).waitFor(patient)
  await panel.getByRole('button', { name: 'Compute what a sandwich could take' }).click(patient)
  await panel
    .getByText(
      /^A sandwich could take [\d,.]+ LINK \([\d,.]+ ETH.*With a minimum output of [\d,.]+ LINK, none is profitable/,
    )
    .waitFor(patient)
  await panel.getByText(/^Private relays: .*flashbots/).waitFor()

  await mineEvery(1)
  await open(page, 'MEV')
  const score = page.getByLabel('Scores, table').getByRole('row').filter({ hasText: 'sandwich' })
  await expect.poll(() => score.count(), patient).toBe(1)
  expect(await findViolations(page)).toEqual([])
  expect(faults).toEqual([])
})
