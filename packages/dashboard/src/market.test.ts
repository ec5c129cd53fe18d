import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@outrigger/api'
import { type Devnet, startDevnet } from '@outrigger/devnet'
import { createFeedPrices, createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { startTraffic } from '@outrigger/devnet/traffic'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RunningNode, startNode } from './fixtures/runningNode.ts'
import { findViolations, open, patient, useBrowser, type Visit, visitNode } from './fixtures/visit.ts'

let devnet: Devnet
let markets: MarketServer
let node: RunningNode
const browser = useBrowser()

/** Writes a configuration with two exchanges and two price services, and returns its path. */
function writeConfig(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'dashboard-market-')), 'config.json')
  const prices = {
    defillama: { enabled: true, url: markets.urls.defillama },
    coingecko: { enabled: true, url: markets.urls.coingecko },
    exchanges: (['binance', 'kraken'] as const).map((name) => `${name}=${markets.urls[name]}`),
  }
  const chains = { ethereum: { endpoints: [devnet.chains.ethereum.rpcUrl] } }
  writeFileSync(path, JSON.stringify({ chains, prices }))
  return path
}

/** Waits until the node has loaded the exchanges, which takes seconds on the first use. */
async function warmUp(): Promise<void> {
  await using client = createClient({ url: node.url, apiKey: node.apiKey })
  const exchanges = 'binance,kraken'
  const ask = async () => (await client.wire.priceCompare({ chain: 'ethereum', symbol: 'WETH', exchanges })).missing
  await vi.waitFor(async () => expect(await ask()).toEqual([]), { timeout: 90_000, interval: 1000 })
}

beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 1000 })
  const { ethereum } = devnet.chains
  markets = await createMarketServer({ getPricesUsd: createFeedPrices(ethereum.client) })
  await using _ = await startTraffic(ethereum, { seed: 1, accounts: devnet.accounts.traders, ratePerSecond: 5 })
  node = await startNode(['--config', writeConfig(), '--beacon', 'http://127.0.0.1:1'])
  await warmUp()
}, 180_000)
afterAll(async () => {
  await node?.close()
  await markets?.close()
  await devnet?.close()
})

/** Opens a page by its path and waits until each panel shows data or an error. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, path)
  await page.locator('.panel').first().waitFor()
  await expect.poll(() => page.locator('.panel .waiting').count(), { timeout: 60_000, interval: 200 }).toBe(0)
}

/** Reopens a page until it has a text. On a loaded machine, sources of prices miss their time limit of two seconds. */
async function goUntil(page: Page, path: string, text: RegExp): Promise<void> {
  const reopen = async () => {
    await go(page, '#/gas/ethereum')
    await go(page, path)
    return page.locator('main').textContent()
  }
  await expect.poll(reopen, { timeout: 130_000, interval: 2000 }).toMatch(text)
}

const toNumber = (text: string | undefined) => Number(text?.replace(/[^\d.]/g, '') || Number.NaN)

async function quote(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount)
  await page.getByRole('button', { name: 'Get a quote' }).click()
  await page.locator('.route').waitFor(patient)
  await page.getByLabel('Comparison, table').getByRole('row').nth(2).waitFor(patient)
}

describe('in a wide window', () => {
  let visited: Visit
  beforeEach(async () => {
    visited ??= await visitNode(browser(), node, { viewport: { width: 1280, height: 900 }, colorScheme: 'light' })
  })
  afterAll(() => visited?.page.context().close())

  it('Token names the rejected sources and the reasons, and where an arbitrage pays', async () => {
    const { page } = visited
    markets.setFault('kraken', { factor: 1.1 })
    markets.setFault('coingecko', { status: 500 })
    await goUntil(
      page,
      '#/token/ethereum/LINK',
      /Kraken\$[\d.]+Rejected: too far from the other sources.*\+\d+\.\d\d %.*buy on [\w ]+ and sell on Kraken up to \$/,
    )
    const toRow = (name: string) => page.getByLabel('Sources, table').getByRole('row').filter({ hasText: name })
    expect(await toRow('coingecko').textContent()).toMatch(/–No price: .*––/)
    expect(await toRow('chainlink').textContent()).toMatch(/\$[\d.]+Used.*0\.\d\d %/)
    markets.setFault('kraken', {})
    markets.setFault('coingecko', {})
  }, 200_000)

  it('Token shows past prices under the pointer, and the period that the sources cover', async () => {
    const { page } = visited
    await goUntil(page, '#/token/ethereum/WETH', /24 of 24 hours are known, from/)
    const panel = page.getByRole('region', { name: 'Past prices' })
    await panel.locator('.plot').hover()
    expect(await panel.locator('.legend').textContent()).toMatch(
      /last \$[\d,]+\.\d\d.*highest \$.*lowest \$.*\d\d:\d\d:\d\d/,
    )
    await panel.getByRole('combobox', { name: 'Period' }).selectOption('30 days')
    await panel.getByText(/\d+ of 30 days are known/).waitFor(patient)
  }, 200_000)

  it('Prices lists tokens with their age, and leads to the sources of one', async () => {
    const { page } = visited
    await goUntil(page, '#/prices/ethereum', /WETH Wrapped Ether\$[\d,]+\.\d{2,}[-+][\d.]+ %.*?\d s\d+ used/)
    await page.getByRole('link', { name: 'WETH', exact: true }).click()
    await page.getByRole('region', { name: 'WETH on ethereum' }).waitFor(patient)
    const sources = page.getByLabel('Sources, table').getByRole('row')
    expect(await sources.filter({ hasText: 'chainlink' }).textContent()).toMatch(/Chainlink\$[\d,.]+Used/)
  }, 200_000)

  it('Token compares a restaked token with its redemption value', async () => {
    const { page } = visited
    await go(page, '#/token/ethereum/weETH')
    await page
      .getByText(/etherfi redeems one token for 1\.\d+ ETH, \$[\d,.]+\. The market trades [\d.]+ %/)
      .waitFor(patient)
  })

  it('Token says which token it does not know', async () => {
    const { page } = visited
    await go(page, '#/token/ethereum/NOPE')
    await page.getByText('No token "NOPE" is listed on ethereum.').first().waitFor(patient)
    await go(page, '#/token/ethereum/0x0000000000000000000000000000000000000001')
    await page
      .getByText(/No price of 0x0+1 on ethereum\. .*it does not know the token/)
      .first()
      .waitFor(patient)
  })

  it('Swaps draws the route of a quote and compares it with the swap transaction', async () => {
    const { page } = visited
    await open(page, 'Swaps')
    await quote(page, '100')
    const text = String(await page.getByRole('region', { name: 'Quote' }).textContent())
    const [, out, least] = /Output([\d,.]+) USDCMinimum received([\d,.]+) USDC/.exec(text) ?? []
    expect(toNumber(least) / toNumber(out)).toBeCloseTo(0.995, 4)
    const route = page.locator('svg.route')
    expect(await route.getAttribute('aria-label')).toMatch(/^[\d.]+ % WETH to (\w+ to )*USDC/)
    expect(await route.locator('line').count()).toBeGreaterThanOrEqual(1)
    const [own, swap] = await page.getByLabel('Comparison, table').locator('tbody tr').allTextContents()
    expect(own).toMatch(/^All known pools[\d,.]+/)
    expect(swap).toMatch(/^Swap transaction[\d,.]+.*Uniswap/)
    await page.getByRole('button', { name: 'Compute what a sandwich could take' }).click()
    await expect
      .poll(() => page.getByRole('region', { name: 'Quote' }).textContent(), patient)
      .toMatch(
        /On the pools at block \d+:.*(No sandwich is profitable\.|Sandwich(es)? could take (at most )?[\d.,]+ USDC)/i,
      )
    // A route with several legs has one statement for the whole swap. Its limit is close to the whole output.
    await quote(page, '1000')
    await page.getByRole('button', { name: 'Compute what a sandwich could take' }).click()
    const statement = page.getByText(/^Sandwiches could take at most .* from the whole swap/)
    await statement.waitFor(patient)
    const whole = String(await page.getByRole('region', { name: 'Quote' }).textContent())
    const quoted = toNumber(/Output([\d,.]+) USDC/.exec(whole)?.[1])
    const [safe] = /[\d,.]+(?= USDC for the whole swap, none is profitable)/.exec(whole) ?? []
    expect(toNumber(safe) / quoted).toBeGreaterThan(0.95)
    expect(await page.getByLabel('Legs of the transaction, table').textContent()).toMatch(
      /Leg 1 of (\d): [\d.,]+ WETH → \w+ over .*Leg \1 of \1: /,
    )
    expect(whole).not.toContain('With a minimum output of 0')
    await page.getByLabel('Amount').fill('1,5')
    await page.getByText('Enter an amount above 0 with at most 18 decimals').waitFor()
    expect(await page.getByRole('button', { name: 'Get a quote' }).isDisabled()).toBe(true)
  })

  it('Analytics draws a metric over a period, and says which part is counted', async () => {
    const { page } = visited
    await open(page, 'Analytics')
    const panel = page.getByRole('region', { name: 'Transaction volume' })
    await panel.getByText(/All blocks of the period are counted|of the period is counted/).waitFor(patient)
    await page.getByRole('combobox', { name: 'Metric' }).selectOption('Gas usage')
    await page.getByRole('combobox', { name: 'Period' }).selectOption('7 days')
    const values = page.getByRole('region', { name: 'Gas usage' })
    await values.getByText('A partial value lacks blocks, or its time has not ended.').waitFor(patient)
    await values.getByText('Values of “Gas usage” as a table').click()
    expect(await values.getByRole('row').nth(1).textContent()).toMatch(/\d\d:00:00–[\d.,KMB]+$/)
    expect(await page.getByRole('region', { name: 'Network' }).textContent()).toMatch(
      /Newest block\d+Block time[\d.]+ s/,
    )
    const traded = page.getByLabel('Most traded tokens, table').getByRole('row').filter({ hasText: 'WETH' })
    expect(await traded.textContent()).toMatch(/WETH\$[\d.,KM]+\$[\d,.]+–\$/)
  })

  it('Analytics asks for dates, and draws them', async () => {
    const { page } = visited
    await page.getByRole('combobox', { name: 'Period' }).selectOption('dates')
    await page.getByText('Choose the first and the last day, at most a year apart.').waitFor()
    const today = new Date().toISOString().slice(0, 10)
    await page.getByLabel('First day').fill(today)
    await page.getByLabel('Last day').fill(today)
    await page.getByText(/All blocks of the period are counted|of the period is counted/).waitFor(patient)
  })

  it('has no console error', () => expect(visited.faults).toEqual([]))
})

describe.each([
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const)('$colorScheme', (theme) => {
  it('is accessible and fits the window', async () => {
    const { page } = await visitNode(browser(), node, theme)
    for (const path of ['#/prices/ethereum', '#/token/ethereum/weETH', '#/swaps/ethereum', '#/analytics/ethereum']) {
      await go(page, path)
      if (path.includes('swaps')) await quote(page, '3')
      expect(await findViolations(page), path).toEqual([])
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(excess, path).toBeLessThanOrEqual(0)
    }
    await page.context().close()
  })
})
