import { createClient } from '@outrigger/api'
import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { usePostgres } from '@outrigger/devnet/testing'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startNode } from './fixtures/runningNode.ts'
import { findViolations, open, useBrowser, visitNode } from './fixtures/visit.ts'

const browser = useBrowser()
const cluster = usePostgres()
const patient = { timeout: 45_000, interval: 200 }
const toText = (page: Page) => page.locator('body').textContent().then(String)
const expectText = (page: Page) => expect.poll(() => toText(page), patient)

/** Pages about a chain. Each of their panels shows data of it. */
const chainPages = ['Gas', 'Prices', 'Swaps', 'Liquidations', 'Mempool', 'MEV', 'Analytics']

/** Pages about one thing on a chain. */
const subjectPages = [
  `#/tx/ethereum/0x${'12'.repeat(32)}`,
  `#/address/ethereum/0x${'34'.repeat(20)}`,
  '#/block/ethereum/1',
  '#/token/ethereum/0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
]

/** Sentences that say that something does not exist, which is not known without present data of the chain. */
const reassuring = [
  'connected',
  'No liquidation is profitable now.',
  'No position can be liquidated',
  'No transaction is pending.',
  'No transaction has come yet.',
  'No pending transaction matches',
  'There is no finding of this kind now.',
  'have no debts',
  'Waiting for two blocks',
  'has no transaction with this hash',
  'No pending transaction is from or to',
  'has no lending position',
  'This is the latest block',
  'No listed token exists',
  'was traded on',
]

/** Opens all pages about a chain without present data. Each of their panels must say so, and none may say "none". */
async function inspectOutage(page: Page, banner: RegExp): Promise<void> {
  for (const title of ['Overview', ...chainPages]) {
    await open(page, title)
    await inspectWords(page, title, banner)
    if (title === 'Overview') {
      // One row of pending transactions, of MEV, of liquidations and of borrowers.
      expect((await toText(page)).match(/ethereumunknown/g)).toHaveLength(4)
      continue
    }
    expect.soft(await listCurrent(page), title).toEqual([])
  }
  for (const path of subjectPages) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, path)
    await expect.poll(() => page.locator('main .waiting').count(), patient).toBe(0)
    await inspectWords(page, path, banner)
    expect.soft(await listCurrent(page), path).toEqual([])
  }
}

/** A page must name the outage, and must not say "none". */
async function inspectWords(page: Page, where: string, banner: RegExp): Promise<void> {
  const text = await toText(page)
  expect.soft(text, where).toMatch(banner)
  expect
    .soft(
      reassuring.filter((sentence) => text.includes(sentence)),
      where,
    )
    .toEqual([])
}

/** Returns the headers of the panels that do not mark their data as old or unknown. */
async function listCurrent(page: Page): Promise<readonly string[]> {
  const headers = await page.locator('.panel > header').allTextContents()
  expect(headers.length).toBeGreaterThan(0)
  return headers.filter((header) => !/stale, \d+ (s|min|h) ago|unknown|fails/.test(header))
}

it.each([
  {
    state: 'no provider has ever responded',
    chainId: 1,
    args: [],
    fault: 'refuse',
    header: 'no provider: ethereum',
    banner: /ethereum: no provider responds since .* \(\d+ (s|min)\)/,
  },
  {
    state: 'the provider serves another chain',
    chainId: 10,
    args: [],
    fault: 'none',
    header: 'wrong chain: ethereum',
    banner: /ethereum: no provider serves this chain since .* \(\d+ s\)\. .*It serves chain id 10, but ethereum is 1\./,
  },
  {
    state: 'the provider lags by an hour',
    chainId: 1,
    args: ['--timestamp', String(Math.floor(Date.now() / 1000) - 3600)],
    fault: 'none',
    header: 'late blocks: ethereum',
    banner: /ethereum: newest block is (59 min|1 h) old\. Providers respond, but show no block after \d+\./,
  },
] as const)('says on each panel that $state', async ({ chainId, args, fault, header, banner }) => {
  await using anvil = await createAnvil({ chainId, blockTimeMs: 1000, args })
  await using proxy = await createFaultProxy({ target: anvil.rpcUrl })
  await proxy.setFault({ kind: fault })
  await using node = await startNode(['--rpc', `ethereum=${proxy.url}`])
  const { page, faults } = await visitNode(browser(), node)
  await expectText(page).toContain(header)
  await inspectOutage(page, banner)
  expect(await findViolations(page)).toEqual([])
  expect(faults).toEqual([])
  await page.context().close()
})

it('says in one banner that several chains have no provider', async () => {
  const nowhere = 'http://127.0.0.1:1'
  await using node = await startNode(['--rpc', `ethereum=${nowhere}`, '--rpc', `base=${nowhere}`])
  const { page, faults } = await visitNode(browser(), node)
  await expectText(page).toContain('no provider: ethereum, base')
  await expectText(page).toMatch(
    /No provider responds: ethereum, base\. ?ethereum since .*base since .*Stored history and decoding\s+work\./,
  )
  expect(await page.locator('.outage').count()).toBe(1)
  expect(await findViolations(page)).toEqual([])
  expect(faults).toEqual([])
  await page.context().close()
})

it('says since when the provider is lost and how old fees are, and stops when it responds again', async () => {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  await using proxy = await createFaultProxy({ target: anvil.rpcUrl })
  await using node = await startNode(['--rpc', `ethereum=${proxy.url}`])
  const client = createClient({ url: node.url, apiKey: node.apiKey })
  const { page } = await visitNode(browser(), node)
  await expectText(page).toMatch(/● connected/)
  await open(page, 'Mempool')
  await expectText(page).toContain('No transaction is pending.')
  await open(page, 'Gas')
  await proxy.setFault({ kind: 'refuse' })
  await expectText(page).toContain('ethereum: no provider responds since')
  const lostAtMs = Date.now()
  await inspectOutage(page, /ethereum: no provider responds since .* \(\d+ s\).*newest block is \d+, \d+ s old/)
  await client.wire.alertsCreate({ alert_type: 'gas', name: 'a', metric: 'standard', condition: 'above', threshold: 9 })
  await open(page, 'Alerts')
  await expectText(page).toContain('unknown: no data of ethereum')
  await open(page, 'Overview')
  await expectText(page).toContain('None of 1 fires; 1 without data')
  await open(page, 'Gas')
  const toAge = async () => {
    const [, seconds] =
      /stale, (\d+) s ago/.exec(String(await page.locator('.panel', { hasText: 'Tiers now' }).first().textContent())) ??
      []
    return Number(seconds)
  }
  // The age is that of the newest block, so it increases although the node keeps answering.
  await expect.poll(toAge, patient).toBeGreaterThanOrEqual(Math.floor((Date.now() - lostAtMs) / 1000))
  await proxy.setFault({ kind: 'none' })
  await expectText(page).toMatch(/● connected/)
  expect(await toText(page)).not.toContain('no provider responds')
  await page.context().close()
})

it('says that the store is away and what still works, and stops when it is back', async () => {
  const database = cluster().createDatabase()
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  await using node = await startNode(['--rpc', `ethereum=${anvil.rpcUrl}`], { OUTRIGGER_STORE: database })
  const { page } = await visitNode(browser(), node)
  await expectText(page).toMatch(/● connected/)
  await cluster().kill()
  await expectText(page).toContain('store fails')
  for (const title of ['Overview', ...chainPages]) {
    await open(page, title)
    expect(await toText(page), title).toMatch(/Store: it cannot be read or written since .* \(\d+ s\)\. Blocks, fees/)
  }
  await open(page, 'Keys and usage')
  expect(await page.locator('.panel > header', { hasText: /^Keys/ }).first().textContent()).toMatch(/stale|fails/)
  // Chain data needs no store.
  await open(page, 'Gas')
  expect(await page.locator('.panel > header', { hasText: 'Tiers now' }).textContent()).toMatch(/^Tiers now\d+ s ago/)
  await cluster().start()
  await expectText(page).toMatch(/● connected/)
  await page.context().close()
})

it('says that the node does not answer, and that it restarted', async () => {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  const args = ['--rpc', `ethereum=${anvil.rpcUrl}`]
  await using node = await startNode(args)
  const port = new URL(node.url).port
  const { page } = await visitNode(browser(), node)
  await expectText(page).toMatch(/● connected/)
  for (const title of ['Gas', 'MEV', 'Overview']) {
    await open(page, title)
    expect(await toText(page), title).toMatch(/The node has run since \d/)
  }
  await node.close()
  await expectText(page).toMatch(/The node does not answer since .* \(\d+ s\)\./)
  expect(await toText(page)).toContain('node does not answer')
  await expect.poll(() => listCurrent(page), patient).toEqual([])
  await expectText(page).toMatch(/○ healthy at \d.*, \d\d:\d\d:\d\d/)
  expect(await toText(page)).not.toMatch(/● healthy|All its parts work\./)
  expect(await listCurrent(page)).toEqual([])
  await using again = await startNode([...args, '--port', port])
  expect(again.url).toBe(node.url)
  // The run's key has ended with the process, and so have its sessions.
  await expectText(page).toMatch(/The node restarted at .*, which ends all sessions\. Sign in again\./)
  await page.context().close()
})

it('counts in the header the providers that fail while another one serves the chain', async () => {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  await using proxy = await createFaultProxy({ target: anvil.rpcUrl })
  await using node = await startNode(['--rpc', `ethereum=${proxy.url},${anvil.rpcUrl}`])
  const { page } = await visitNode(browser(), node)
  await expectText(page).toMatch(/● connected/)
  await proxy.setFault({ kind: 'refuse' })
  await expectText(page).toMatch(/▲ 1 of 2 providers of ethereum fails/)
  expect(await toText(page)).not.toContain('connected')
  await proxy.setFault({ kind: 'none' })
  await expectText(page).toMatch(/● connected/)
  await page.context().close()
})

it('says to a page without a session that the node restarted', async () => {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  const args = ['--rpc', `ethereum=${anvil.rpcUrl}`]
  const env = { OUTRIGGER_ACCESS: 'loopback' }
  await using node = await startNode(args, env)
  const page = await browser().newPage()
  await page.goto(node.url)
  await expectText(page).toMatch(/● connected/)
  const { port } = new URL(node.url)
  await node.close()
  await using again = await startNode([...args, '--port', port], env)
  expect(again.url).toBe(node.url)
  await expectText(page).toMatch(/The node restarted at .*\. Changes of providers/)
  await expectText(page).toMatch(/● connected/)
  await page.close()
})

it('says since when live updates are interrupted while requests work', async () => {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  await using node = await startNode(['--rpc', `ethereum=${anvil.rpcUrl}`])
  const { page } = await visitNode(browser(), node)
  await open(page, 'Mempool')
  await expectText(page).toContain('No pending transaction matches the filters.')
  const cut = await cutSockets(page)
  await page.reload()
  await open(page, 'Mempool')
  await expectText(page).toContain('No pending transaction matches the filters.')
  cut.start()
  await expectText(page).toMatch(/Live updates interrupted since \d.*, trying again\./)
  expect(await toText(page)).toMatch(/● connected/)
  expect(await toText(page)).not.toContain('No pending transaction matches the filters.')
  cut.stop()
  await expectText(page).not.toContain('Live updates interrupted')
  await page.context().close()
})

/** Puts the WebSockets of a page, from its next load on, on a connection that can be cut. Requests are not affected. */
async function cutSockets(page: Page) {
  let isCut = false
  const routes = new Set<{ close(): Promise<void> }>()
  await page.routeWebSocket(/./, (route) => {
    if (isCut) return void route.close({ code: 1001 })
    const server = route.connectToServer()
    routes.add({ close: async () => void (await Promise.all([route.close({ code: 1001 }), server.close()])) })
  })
  return {
    start() {
      isCut = true
      for (const route of routes) void route.close()
      routes.clear()
    },
    stop() {
      isCut = false
    },
  }
}
