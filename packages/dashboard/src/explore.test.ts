import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { isLitecoindInstalled, startLitecoind } from '@outrigger/devnet/litecoin'
import { usePart } from '@outrigger/devnet/testing'
import type { Page } from 'playwright-core'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, parseGwei } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningNode, startNode } from './fixtures/runningNode.ts'
import { findViolations, patient, useBrowser, type VisitOptions, visitNode } from './fixtures/visit.ts'

const { tokens, uniswapV2 } = addresses
const abi = parseAbi(['function swapExactETHForTokens(uint256,address[],address,uint256) payable returns (uint256[])'])
const absentHash = `0x${'12'.repeat(32)}`

let devnet: Devnet
let proxy: FaultProxy
let node: RunningNode
const browser = useBrowser()
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 1_000 })
  proxy = await createFaultProxy({ target: devnet.chains.ethereum.rpcUrl })
  node = await startNode(['--rpc', `ethereum=${proxy.url}`, '--beacon', 'http://127.0.0.1:1'])
}, 180_000)
afterAll(async () => {
  await node?.close()
  await proxy?.close()
  await devnet?.close()
})

const fees = { maxFeePerGas: parseGwei('60'), maxPriorityFeePerGas: parseGwei('2') }
const client = () => devnet.chains.ethereum.client
/** An account that has sent nothing before the test. */
const trader = (index: number) => devnet.accounts.traders[index] ?? devnet.accounts.deployer

/** @param least minimum output */
const swap = (least = 1n): Promise<Hex> =>
  client().sendTransaction({
    ...fees,
    account: trader(0),
    to: uniswapV2.router,
    value: parseEther('1'),
    gas: 250_000n,
    data: encodeFunctionData({
      abi,
      functionName: 'swapExactETHForTokens',
      args: [least, [tokens.WETH.address, tokens.LINK.address], trader(0).address, 2n ** 40n],
    }),
  })

const pay = (index: number, to: Address, nonce: number): Promise<Hex> =>
  client().sendTransaction({ ...fees, account: trader(index), to, value: 1n, gas: 21_000n, nonce })

/** Opens a link, and waits until each panel shows data or an error. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, path)
  await settle(page)
}
const settle = (page: Page) =>
  expect.poll(() => page.locator('main .waiting').count(), { ...patient, interval: 200 }).toBe(0)

const fact = (page: Page, name: string) =>
  page
    .locator('.facts > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toMain = (page: Page) => page.locator('main').textContent().then(String)

it('shows a transaction from its first second to its block, and leads to its addresses', async () => {
  const { page, faults } = await visitNode(browser(), node, { permissions: ['clipboard-read', 'clipboard-write'] })
  await client().setIntervalMining({ interval: 0 })
  const hash = await swap()
  await follow(page, `#/tx/ethereum/${hash}`)
  await page
    .getByLabel('Actions')
    .getByText(/swap 1 WETH for at least 0\.0+1 LINK/)
    .waitFor(patient)
  await expect.poll(() => fact(page, 'State').textContent()).toContain('pending')
  expect(await fact(page, 'Cap per gas').textContent()).toBe('60.00 gwei')
  expect(await fact(page, 'Costs at most').textContent()).toBe('0.015 ETH')
  await page.getByRole('button', { name: 'Compute what a sandwich could take' }).waitFor()
  await page.getByRole('button', { name: `Copy ${hash}` }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash)

  await client().setIntervalMining({ interval: 1 })
  const { blockNumber, effectiveGasPrice, gasUsed } = await client().waitForTransactionReceipt({ hash })
  await expect.poll(() => fact(page, 'State').textContent(), patient).toContain('success')
  await region(page, 'Lifecycle').getByText(`mined in block ${blockNumber}`).waitFor(patient)
  await expect.poll(() => fact(page, 'Priority fee').textContent(), patient).toMatch(/^2\.00 gwei/)
  const paid = Number.parseFloat((await fact(page, 'Fee paid').textContent()) ?? '')
  expect(paid / (Number(effectiveGasPrice * gasUsed) / 1e18)).toBeCloseTo(1, 2)
  await region(page, 'Tokens moved')
    .getByText(/The sender received [\d,.]+ LINK/)
    .waitFor(patient)
  await page.getByText('This judges the same call if sent now.').waitFor()
  await page.getByRole('button', { name: 'Compute what a sandwich could take' }).click()
  await page.getByText(/On the pools at block \d+:/).waitFor(patient)

  await page.getByRole('link', { name: trader(0).address.toLowerCase() }).click()
  await page.getByRole('heading', { name: 'Address', level: 1 }).waitFor()
  await region(page, 'Transactions').getByTitle(hash).waitFor(patient)
  await region(page, 'Transactions')
    .getByRole('link', { name: String(blockNumber), exact: true })
    .click()
  await page.getByRole('heading', { name: 'Block', level: 1 }).waitFor()
  await region(page, 'Transactions').getByTitle(hash).waitFor(patient)
  await page.getByRole('link', { name: String(blockNumber - 1n), exact: true }).click()
  await page.getByRole('heading', { name: `Block ${blockNumber - 1n} of ethereum` }).waitFor()
  expect(faults).toEqual([])
  await page.context().close()
})

it('says why a transaction failed', async () => {
  const { page } = await visitNode(browser(), node)
  const hash = await swap(2n ** 200n)
  await client().waitForTransactionReceipt({ hash })
  await follow(page, `#/tx/ethereum/${hash}`)
  await expect.poll(() => fact(page, 'State').textContent(), patient).toContain('failed')
  await page.getByRole('button', { name: 'Find out why it failed' }).click()
  const why = page.getByText(/Failed with “UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT” in the call/)
  await why.waitFor(patient)
  expect(await why.getByTitle(uniswapV2.router.toLowerCase()).count()).toBe(1)
  expect(await fact(page, 'Value, not sent').textContent()).toBe('1 ETH')
  expect(await fact(page, 'Moves').count()).toBe(0)
  await page.context().close()
})

it('finds a failed transaction among many that succeed', async () => {
  const { page } = await visitNode(browser(), node)
  await follow(page, '#/mempool/ethereum')
  await page.getByText('No pending transaction matches the filters.').waitFor(patient)
  const failed = await swap(2n ** 200n)
  const nonce = await client().getTransactionCount({ address: trader(0).address, blockTag: 'pending' })
  const paid = await pay(0, `0x${'0d'.repeat(20)}`, nonce)
  for (const hash of [failed, paid]) await client().waitForTransactionReceipt({ hash })
  const rows = region(page, 'Outcomes').locator('tbody tr')
  await rows.filter({ hasText: 'mined in' }).first().waitFor(patient)
  await region(page, 'Outcomes')
    .getByRole('link', { name: /^\d+ failed$/ })
    .click(patient)
  await expect
    .poll(
      async () => new Set((await rows.allTextContents()).map((text) => /swap.*■ failed in block/.test(text))),
      patient,
    )
    .toEqual(new Set([true]))
  await rows.getByTitle(failed).waitFor(patient)
  await page.getByRole('combobox', { name: 'Type' }).selectOption('transfer')
  await region(page, 'Outcomes').getByText('No outcome matches the filters.').waitFor(patient)
  await page.getByRole('combobox', { name: 'Type' }).selectOption('all')

  // New outcomes wait while the pointer is on the rows.
  await region(page, 'Outcomes').getByRole('link', { name: 'Show all' }).click()
  await rows.first().hover()
  await region(page, 'Outcomes').getByText('Held under the pointer.').waitFor(patient)
  const held = await rows.allTextContents()
  const later = await swap(2n ** 200n)
  await client().waitForTransactionReceipt({ hash: later })
  await page.waitForResponse(
    async (response) => /lifecycle/.test(response.url()) && (await response.text()).includes(later),
  )
  expect(await rows.allTextContents()).toEqual(held)
  await page.mouse.move(0, 0)
  await rows.getByTitle(later).waitFor(patient)
  expect(await findViolations(page)).toEqual([])
  await page.context().close()
})

it('says of a mined transaction that the node did not see pending what it does not know', async () => {
  const { page } = await visitNode(browser(), node)
  const [hash = ''] = (await client().getBlock({ blockNumber: await firstBusyBlock() })).transactions
  await follow(page, `#/tx/ethereum/${hash}`)
  await region(page, 'What it does').getByText(`outrigger tx ethereum ${hash}`).waitFor()
  expect(await region(page, 'Lifecycle').textContent()).toMatch(/did not see it while it was pending.* in block \d+/)
  await page.context().close()
})

/** A block of the devnet's deployment, before the node started. */
async function firstBusyBlock(): Promise<bigint> {
  for (let number = 1n; ; number += 1n)
    if ((await client().getBlockTransactionCount({ blockNumber: number })) > 0) return number
}

it('lists positions, and all transactions of an address and of a block in pages', async () => {
  const { page } = await visitNode(browser(), node)
  const [borrower] = devnet.accounts.borrowers
  await follow(page, `#/address/ethereum/${borrower?.address}`)
  const row = page.getByLabel('Lending positions, table').getByRole('row').filter({ hasText: 'Aave V3' })
  expect(await row.textContent()).toMatch(/Aave V3\d\.\d+(healthy|warning|at risk)\$/)

  const friend = '0x00000000000000000000000000000000000f00d5'
  const count = 60
  await client().setIntervalMining({ interval: 0 })
  const first = await client().getTransactionCount({ address: trader(1).address })
  const sent = await Promise.all(Array.from({ length: count }, (_, index) => pay(1, friend, first + index)))
  await follow(page, `#/address/ethereum/${friend}`)
  const pending = page.getByLabel('Pending transactions, table').getByRole('row')
  await expect.poll(() => pending.count(), patient).toBe(count + 1)
  await client().setIntervalMining({ interval: 1 })
  const { blockNumber } = await client().waitForTransactionReceipt({ hash: sent.at(-1) ?? '0x' })
  await region(page, 'Pending transactions').getByText('No pending transaction is from or to').waitFor(patient)

  const hashes = (of: string) =>
    region(page, of)
      .locator('tbody tr td:first-child a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')))
  const readPages = async (button: string, sizes: readonly number[]) => {
    const found: (string | null)[] = []
    for (const [index, size] of sizes.entries()) {
      // The rows of the page before are shown until the next ones have arrived.
      const readNext = async () => (await hashes('Transactions')).filter((hash) => !found.includes(hash))
      await expect.poll(async () => (await readNext()).length, patient).toBe(size)
      found.push(...(await readNext()))
      if (index < sizes.length - 1) await page.getByRole('button', { name: button, exact: true }).click()
      await settle(page)
    }
    return found
  }
  expect(new Set(await readPages('Older', [25, 25, 10]))).toEqual(new Set(sent))
  expect(await region(page, 'Transactions').textContent()).toMatch(/Blocks [\d,]+ to [\d,]+, found with \w+/)
  await page.getByRole('button', { name: 'Newer' }).click()
  await expect.poll(async () => (await hashes('Transactions')).length, patient).toBe(25)

  await follow(page, `#/block/ethereum/${blockNumber}`)
  expect(await fact(page, 'Transactions').textContent()).toBe(String(count))
  expect(new Set(await readPages('Next', [50, 10]))).toEqual(new Set(sent))
  await page.getByText(`51 to ${count} of ${count}`).waitFor()
  await page.context().close()
})

const litecoin = usePart({ name: 'litecoind', isInstalled: isLitecoindInstalled, start: startLitecoind })

it('shows what the node knows of a chain outside the EVM family', async () => {
  const { rpc, url } = litecoin()
  const miner = await rpc<string>('getnewaddress')
  await rpc('generatetoaddress', 101, miner)
  const friend = await rpc<string>('getnewaddress')
  const hash = await rpc<string>('sendtoaddress', friend, 1)
  await rpc('generatetoaddress', 1, miner)
  const { fee } = await rpc<{ readonly fee: number }>('gettransaction', hash)
  const other = await startNode(['--rpc', `litecoin=${url}`, '--beacon', 'http://127.0.0.1:1'])
  const { page, faults } = await visitNode(browser(), other)
  await follow(page, `#/tx/litecoin/${hash}`)
  expect(await fact(page, 'Fee paid').textContent()).toBe(`${-fee} LTC`)
  expect(await region(page, 'What it does').textContent()).toContain('does not interpret transactions of this chain')
  expect(await region(page, 'Lifecycle').textContent()).toContain('in block 102')
  expect(await page.getByRole('region', { name: 'MEV', exact: true }).count()).toBe(0)
  await follow(page, '#/block/litecoin/102')
  await region(page, 'Transactions').getByTitle(hash).waitFor(patient)
  await follow(page, `#/address/litecoin/${friend}`)
  expect(await fact(page, 'Balance').textContent()).toBe('1 LTC')
  expect(await findViolations(page)).toEqual([])
  expect(faults).toEqual([])
  await page.context().close()
  await other.close()
})

const links = (hash: string) => [
  `#/tx/ethereum/${hash}`,
  `#/address/ethereum/${devnet.accounts.borrowers[0]?.address}`,
  '#/block/ethereum/latest',
]

describe.each<VisitOptions>([
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
])('$colorScheme', (theme) => {
  it('has pages that are accessible, as wide as the window, and legible on paper', async () => {
    const { page, faults } = await visitNode(browser(), node, theme)
    const hash = await swap()
    await client().waitForTransactionReceipt({ hash })
    for (const link of links(hash)) {
      await follow(page, link)
      expect(await findViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
    await follow(page, `#/tx/ethereum/${hash}`)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    expect(await page.getByLabel('Theme').isVisible()).toBe(false)
    expect(await page.getByText(hash, { exact: true }).isVisible()).toBe(true)
    expect(await page.getByText(/^As of \d.* from http/).isVisible()).toBe(true)
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(22, 32, 42)')
    expect(faults).toEqual([])
    await page.context().close()
  })
})

it('tells absent, misspelled and unknown things apart', async () => {
  const { page } = await visitNode(browser(), node)
  const says = async (link: string) => {
    await follow(page, link)
    return toMain(page)
  }
  expect(await says(`#/tx/ethereum/${absentHash}`)).toContain('ethereum has no transaction with this hash')
  expect(await says('#/block/ethereum/99999999')).toMatch(/has no block 99999999 yet. The latest is \d+/)
  expect(await says('#/tx/narnia/0x12')).toContain('The node does not know the chain “narnia”')
  expect(await says('#/block/ethereum/0x12')).toContain('“0x12” is not a block number')
  expect(await says('#/address/ethereum')).toContain('The link has no address')
  expect(await says('#/address/ethereum/0x12')).toContain('0x12')
  const hash = await swap()
  await client().waitForTransactionReceipt({ hash })
  await says(`#/tx/ethereum/${hash}`)

  await proxy.setFault({ kind: 'refuse' })
  await page.getByText('ethereum: no provider responds since').waitFor(patient)
  await page.reload()
  await page.getByText('Unknown: no provider of ethereum responds.').first().waitFor(patient)
  for (const link of [...links(absentHash), '#/block/ethereum/99999999']) {
    const text = await says(link)
    expect(text).not.toMatch(
      /has no transaction|has no block|No pending transaction|has no position|No transaction was found/,
    )
    expect(await page.locator('main .failure, main .warn, main .outage').count()).toBeGreaterThan(0)
  }
  // What the node saw itself is old, and says so.
  await follow(page, `#/tx/ethereum/${hash}`)
  await region(page, 'Transaction on ethereum')
    .getByText(/^stale, \d+ s ago$/)
    .waitFor(patient)
  expect(await fact(page, 'State').textContent()).toBe('● mined, as last seen')
  await proxy.setFault({ kind: 'none' })
  await page.context().close()
})
