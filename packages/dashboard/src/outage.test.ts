import { createAnvil } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startNode } from './fixtures/runningNode.ts'
import { findViolations, open, useBrowser, visitNode } from './fixtures/visit.ts'

const browser = useBrowser()
const patient = { timeout: 30_000, interval: 200 }
const toText = (page: Page) => page.locator('body').textContent().then(String)

/** Sentences that say that something does not exist, which is not known while no provider responds. */
const reassuring = [
  'connected',
  'No liquidation is profitable now.',
  'No position can be liquidated',
  'No transaction is pending.',
  'No pending transaction matches',
  'There is no finding of this kind now.',
]

/** Opens all pages about the chain, and checks that none of them reports an unknown state as empty. */
async function inspect(page: Page): Promise<void> {
  for (const title of ['Overview', 'Gas', 'Liquidations', 'Mempool', 'MEV']) {
    await open(page, title)
    const text = await toText(page)
    expect(text).toMatch(
      /ethereum: no provider responds since .* \(\d+ s\)|ethereum: no provider responds since .* min\)/,
    )
    expect(reassuring.filter((sentence) => text.includes(sentence))).toEqual([])
  }
}

it('says that no provider has ever responded', async () => {
  const node = await startNode(['--rpc', 'ethereum=http://127.0.0.1:1'])
  const { page, faults } = await visitNode(browser(), node)
  await expect.poll(() => toText(page), patient).toContain('no provider: ethereum')
  await inspect(page)
  expect(await findViolations(page)).toEqual([])
  expect(faults).toEqual([])
  await page.context().close()
  await node.close()
})

it('says since when the provider is lost and how old fees are, and stops when it responds again', async () => {
  await using anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  await using proxy = await createFaultProxy({ target: anvil.rpcUrl })
  const node = await startNode(['--rpc', `ethereum=${proxy.url}`])
  const { page } = await visitNode(browser(), node)
  await expect.poll(() => toText(page), patient).toContain('connected')
  await open(page, 'Mempool')
  await expect.poll(() => toText(page), patient).toContain('No transaction is pending.')
  await open(page, 'Gas')
  await proxy.setFault({ kind: 'refuse' })
  await expect.poll(() => toText(page), patient).toContain('ethereum: no provider responds since')
  const lostAtMs = Date.now()
  await inspect(page)
  await open(page, 'Gas')
  const toAge = async () => {
    const [, seconds] =
      /(\d+) s ago/.exec(String(await page.locator('.panel', { hasText: 'Tiers now' }).first().textContent())) ?? []
    return Number(seconds)
  }
  // The age is that of the prices, so it increases although the node keeps answering.
  await expect.poll(toAge, patient).toBeGreaterThanOrEqual(Math.floor((Date.now() - lostAtMs) / 1000))
  await proxy.setFault({ kind: 'none' })
  await expect.poll(() => toText(page), patient).toContain('connected')
  expect(await toText(page)).not.toContain('no provider responds')
  await page.context().close()
  await node.close()
})
