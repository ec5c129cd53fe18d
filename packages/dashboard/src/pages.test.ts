import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { listAccounts } from '@outrigger/devnet'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningNode, startNode } from './fixtures/runningNode.ts'

type Axe = { run(): Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }> }
// In the page before its own script: its policy lets nothing in afterwards.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
})
afterAll(() => browser?.close())

type Visit = { readonly page: Page; readonly faults: string[] }

/** A browser that signs in at a node with its key, and what it complains of. */
async function visit(node: RunningNode, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const context = await browser.newContext(options)
  await context.addInitScript({ content: axe })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A browser reports each answer with an error status by itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(node.url).host) faults.push(`asks ${request.url()}`)
  })
  await page.goto(node.url)
  await page.getByLabel('API key').fill(node.apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  return { page, faults }
}

async function open(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  // Every part has an answer, or says why it has none.
  await expect.poll(() => page.locator('.panel .waiting').count(), { timeout: 60_000, interval: 200 }).toBe(0)
}

async function findViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run())
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

const [first] = listAccounts().filter(({ role }) => role.startsWith('borrower aave'))
const borrower = first?.address.toLowerCase() ?? ''

const themes = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

async function inspect(node: RunningNode, title: string): Promise<string> {
  let text: string | null = ''
  for (const theme of themes) {
    const { page, faults } = await visit(node, theme)
    await open(page, title)
    expect(await findViolations(page), theme.colorScheme).toEqual([])
    // Nothing is wider than the window.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    text = await page.locator('main').textContent()
    await page.context().close()
  }
  return text ?? ''
}

const titles = ['Overview', 'Gas', 'Providers', 'Liquidations', 'Keys and usage', 'API']

describe('on a node without chains', () => {
  let node: RunningNode
  beforeAll(async () => {
    node = await startNode(['--beacon', 'http://127.0.0.1:1'])
  })
  afterAll(() => node?.close())

  it.each(titles)('%s is in order', async (title) => {
    expect((await inspect(node, title)).length).toBeGreaterThan(20)
  })

  it('has all pages that are inspected here', async () => {
    const { page } = await visit(node)
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual(titles)
    await page.context().close()
  })

  it('lets a browser in by the printed link, and takes the token out of the address', async () => {
    const [, token] = /#sign-in=([\w-]+)/.exec(node.stderr()) ?? []
    const page = await browser.newPage()
    await page.goto(`${node.url}/#sign-in=${token}`)
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    expect(page.url()).not.toContain(token)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(await page.context().cookies()).toEqual([])
    await page.close()
  })
})

describe('on a busy node, whose providers then fail', () => {
  let node: RunningNode
  beforeAll(async () => {
    node = await startNode(['--devnet', '--traffic-rate', '3', '--block-time', '1'])
  }, 180_000)
  afterAll(() => node?.close())

  it.each(titles)('%s is in order', async (title) => {
    expect((await inspect(node, title)).length).toBeGreaterThan(50)
  })

  it('Overview shows heads and gas of every chain', async () => {
    const { page } = await visit(node)
    await open(page, 'Overview')
    for (const label of ['Heads of the chains', 'Gas now'])
      for (const chain of ['ethereum', 'base', 'arbitrum'])
        expect(
          await page
            .getByLabel(`${label}, table`)
            .getByRole('row')
            .filter({ hasText: new RegExp(`^${chain}`) })
            .textContent(),
        ).toMatch(/\d/)
    await page.context().close()
  })

  it('Gas draws a block after the other', async () => {
    const { page } = await visit(node)
    await open(page, 'Gas')
    const rows = page.getByLabel('Tiers and base fee, table').getByRole('row')
    await page.getByText('Values of “Tiers and base fee” as a table').click()
    await expect.poll(() => rows.count(), { timeout: 60_000 }).toBeGreaterThan(3)
    await page.context().close()
  })

  it('Liquidations shows what a price would do to a position', async () => {
    const { page } = await visit(node)
    await open(page, 'Liquidations')
    // A borrower of Aave on the devnet: HF and price are those of its own contracts.
    await page.getByLabel('Address').fill(borrower)
    await page.getByRole('button', { name: 'Add' }).click()
    const rows = page
      .getByLabel('Positions, table')
      .getByRole('row')
      .filter({ hasText: borrower.slice(0, 8) })
    await rows.first().waitFor({ timeout: 60_000 })
    await page.getByRole('slider').fill('-50')
    await expect.poll(() => page.getByText('liquidatable').count()).toBeGreaterThan(0)
    await page.context().close()
  })

  it('Keys makes, rotates and revokes a key', async () => {
    const { page } = await visit(node)
    await open(page, 'Keys and usage')
    await page.getByLabel('Name').fill('made in a browser')
    await page.getByRole('button', { name: 'Create' }).click()
    const secret = page.locator('code.secret')
    await secret.waitFor()
    const first = (await secret.textContent()) ?? ''
    const headers = (key: string) => ({ headers: { 'x-api-key': key } })
    const status = async (key: string) => (await fetch(`${node.url}/api/v1/gateway/health`, headers(key))).status
    expect(await status(first)).toBe(200)
    await page.getByRole('button', { name: 'Rotate made in a browser' }).click()
    await page.getByRole('button', { name: 'Yes, new secret made in a browser' }).click()
    await expect.poll(() => secret.textContent()).not.toBe(first)
    const second = (await secret.textContent()) ?? ''
    expect(await status(second)).toBe(200)
    await page.getByRole('button', { name: 'Revoke made in a browser' }).click()
    await page.getByRole('button', { name: 'Yes, revoke made in a browser' }).click()
    await expect.poll(() => status(second)).toBe(401)
    await page.context().close()
  })

  it('API tries a call through the session', async () => {
    const { page } = await visit(node)
    await open(page, 'API')
    await page.getByLabel('Search').fill('gateway/health')
    await page.locator('summary').filter({ hasText: '/v1/gateway/health' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Status 200').waitFor()
    expect(JSON.parse((await page.locator('form pre').textContent()) ?? '')).toMatchObject({
      chains: { ethereum: expect.any(String) },
    })
    await page.context().close()
  })

  it('says so where no provider answers', async () => {
    const [, control = ''] = /curl -X PUT ([^/\s]+)/.exec(node.stderr()) ?? []
    for (const chain of ['ethereum', 'base', 'arbitrum', 'beacon'])
      for (const role of ['primary', 'backup'])
        await fetch(`http://${control}/${chain}-${role}`, { method: 'PUT', body: '{"kind":"refuse"}' })
    const { page } = await visit(node)
    await open(page, 'Providers')
    const states = page.getByLabel('Endpoints, table').getByText('unavailable')
    await expect.poll(() => states.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(6)
    await open(page, 'Gas')
    await page.getByText('stale', { exact: true }).first().waitFor()
    await page.context().close()
    for (const title of titles) expect((await inspect(node, title)).length).toBeGreaterThan(20)
  })
})
