import { listAccounts } from '@outrigger/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver } from './fixtures/receiver.ts'
import { type RunningNode, startNode } from './fixtures/runningNode.ts'
import {
  findViolations,
  measureShift,
  open,
  patient,
  useBrowser,
  type Visit,
  type VisitOptions,
  visitNode,
} from './fixtures/visit.ts'

const browser = useBrowser()
const visit = (node: RunningNode, options?: VisitOptions) => visitNode(browser(), node, options)

const [first] = listAccounts().filter(({ role }) => role.startsWith('borrower aave'))
const borrower = first?.address.toLowerCase() ?? ''

/** Returns the control URL of a node's devnet, from the `curl` line that the node prints. */
const toControl = (node: RunningNode) => `http://${/curl -X PUT ([^/\s]+)/.exec(node.stderr())?.[1]}`

async function setEther(node: RunningNode, change: number): Promise<void> {
  const response = await fetch(`${toControl(node)}/ether`, { method: 'PUT', body: JSON.stringify({ change }) })
  expect(response.status).toBe(200)
}

/** Default for a missing number. Every comparison with NaN fails. */
const nothing = Number.NaN

/** Returns the numbers that a pattern captures, without dollar signs and separators. */
const toDollars = (text: string, pattern: RegExp): number[] =>
  (pattern.exec(text) ?? []).slice(1).map((figure) => Number(figure.replace(/[$,]/g, '')))

const themes = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

const titles = [
  'Overview',
  'Gas',
  'Prices',
  'Swaps',
  'Mempool',
  'MEV',
  'Liquidations',
  'Analytics',
  'Providers',
  'Alerts',
  'Keys and usage',
  'API',
]

/** Opens all pages in a wide light window and in a narrow dark window, and checks each page for errors and content. */
function inspectAll(getNode: () => RunningNode, leastText: number): void {
  describe.each(themes)('$colorScheme', (theme) => {
    let visited: Visit | undefined
    afterAll(() => visited?.page.context().close())

    it.each(titles)('%s is in order', async (title) => {
      visited ??= await visit(getNode(), theme)
      const { page, faults } = visited
      await open(page, title)
      expect(await findViolations(page)).toEqual([])
      // Nothing is wider than the window.
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(faults).toEqual([])
      expect((await page.locator('main').textContent())?.length).toBeGreaterThan(leastText)
    })
  })
}

describe('on a node without chains', () => {
  let node: RunningNode
  beforeAll(async () => {
    node = await startNode(['--beacon', 'http://127.0.0.1:1'])
  })
  afterAll(() => node?.close())

  inspectAll(() => node, 20)

  it('has all pages that are inspected here', async () => {
    const { page } = await visit(node)
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual(titles)
    await page.context().close()
  })

  it.each(themes)('shows every component without a violation, $colorScheme', async (theme) => {
    const { page, faults } = await visit(node, theme)
    await page.goto(`${node.url}/#/components`)
    await page.getByRole('region', { name: 'Charts' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('lets a browser in by the printed link, and takes the token out of the address', async () => {
    const [, token] = /#sign-in=([\w-]+)/.exec(node.stderr()) ?? []
    const page = await browser().newPage()
    await page.goto(node.url)
    await page.getByLabel('API key').waitFor()
    // The page is open already, so that only the part after `#` changes.
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

  inspectAll(() => node, 50)

  it('Overview shows the newest block, the providers and the fees of every chain', async () => {
    const { page } = await visit(node)
    await open(page, 'Overview')
    for (const chain of ['ethereum', 'base', 'arbitrum'])
      await expect
        .poll(
          () =>
            page
              .getByLabel('Chains, table')
              .getByRole('row')
              .filter({ hasText: new RegExp(`^${chain}`) })
              .textContent(),
          patient,
        )
        .toMatch(/\d+, \d+ s old.*(healthy|degraded|unavailable).*\d m?s.*\d/)
    const rates = page.getByRole('region', { name: 'New pending transactions' })
    await expect.poll(() => rates.textContent(), patient).toMatch(/ethereum[\d.]+\/s.*\d+ pending/)
    await page.context().close()
  })

  it('finds tokens, blocks, addresses and ENS names by the search, and says what does not exist', async () => {
    const { page } = await visit(node)
    const find = async (text: string) => {
      await page.keyboard.press('/')
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      return page.getByRole('region', { name: `Results for “${text}”` })
    }
    const tokens = await find('weth')
    await expect.poll(() => tokens.textContent(), patient).toMatch(/WETH on ethereum/)
    const blocks = await find('1')
    await expect.poll(() => blocks.textContent(), patient).toMatch(/Block 1 of ethereum.*Block 1 of base/)
    const addresses = await find(borrower)
    await expect.poll(() => addresses.textContent(), patient).toMatch(/Address on ethereumbalance [\d,.]+/)
    const unknownName = await find('nobody.eth')
    await expect.poll(() => unknownName.textContent(), patient).toContain('nobody.eth has no address on Ethereum')
    await find('Borrower.eth')
    // The only result opens at once.
    await page.waitForURL(`**/#/address/ethereum/${borrower}`, { timeout: 60_000 })
    const nothing = await find('NoSuchToken')
    await expect.poll(() => nothing.textContent(), patient).toContain('Nothing is found on ethereum')
    await page.context().close()
  }, 180_000)

  it('keeps the chain in links, and says which pages and chains do not exist', async () => {
    const { page } = await visit(node)
    await page.goto(`${node.url}/#/gas/base`)
    await expect.poll(() => page.getByLabel('Chain').inputValue(), patient).toBe('base')
    await open(page, 'Liquidations')
    expect(page.url()).toContain('#/liquidations/base')
    await page.goto(`${node.url}/#/mev/base`)
    await page
      .getByText('This page does not cover “base”: the node does not watch the mempool of base.')
      .waitFor(patient)
    // The chain remains on the way back.
    await open(page, 'Gas')
    expect(page.url()).toContain('#/gas/base')
    await open(page, 'Mempool')
    expect(page.url()).toContain('#/mempool/base')
    await page.goto(`${node.url}/#/nowhere`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.context().close()
  })

  it.each(['Overview', 'Mempool', 'MEV', 'Liquidations'])('%s does not move while data changes', async (title) => {
    const { page } = await visit(node)
    await open(page, title)
    await page.waitForTimeout(3_000)
    const { sum, moved } = await measureShift(page, 5_000)
    expect(sum, moved.join('\n')).toBeLessThanOrEqual(0.05)
    await page.context().close()
  })

  it('keeps the buttons of wide tables in view', async () => {
    const { page } = await visit(node, { viewport: { width: 1440, height: 900 } })
    await open(page, 'Keys and usage')
    const revoke = page.getByRole('button', { name: /^Revoke/ }).first()
    const toRight = async (locator: typeof revoke) => {
      const box = await locator.boundingBox()
      return box === null ? nothing : box.x + box.width
    }
    expect(await toRight(revoke)).toBeLessThanOrEqual(
      await toRight(page.getByRole('region', { name: 'Keys', exact: true })),
    )
    await page.context().close()
  })

  it('keeps the chosen theme', async () => {
    const { page } = await visit(node)
    const toTheme = () => page.evaluate(() => document.documentElement.dataset['theme'])
    expect(await toTheme()).toBe('light')
    await page.getByLabel('Theme').selectOption('dark')
    await expect.poll(toTheme).toBe('dark')
    await page.reload()
    await page.getByRole('search').waitFor()
    expect(await toTheme()).toBe('dark')
    await page.context().close()
  })

  it.each(['Gas', 'Liquidations', 'Mempool', 'MEV'])('%s offers the chains that the node has', async (title) => {
    const { page } = await visit(node)
    await open(page, title)
    const offered = await page.getByRole('combobox', { name: 'Chain' }).locator('option').allInnerTexts()
    expect(offered.toSorted()).toEqual(
      ['arbitrum', 'base', 'ethereum'].filter((chain) => chain !== 'base' || ['Gas', 'Liquidations'].includes(title)),
    )
    await page.context().close()
  })

  it('Overview leads to the borrower nearest to liquidation, and Liquidations lists a lender of all versions', async () => {
    const { page } = await visit(node)
    await open(page, 'Overview')
    const tile = page.getByRole('region', { name: 'Nearest to liquidation' })
    await expect.poll(() => tile.textContent(), patient).toMatch(/ethereum1\.\d{3,}0x[\da-f]{6}….*, debt \$[\d,.]+K?/)
    await tile.getByRole('link', { name: 'ethereum' }).click()
    await expect.poll(() => page.url()).toMatch(/#\/liquidations\/ethereum\/\w+$/)
    const lender = page.getByRole('combobox', { name: 'Lender' })
    await lender.selectOption({ label: 'Aave (all versions)' })
    const rows = page.getByLabel('Nearest to liquidation, table').locator('tbody tr')
    await expect
      .poll(
        async () => new Set((await rows.locator('td:nth-child(2)').allTextContents()).map((name) => name.slice(0, 4))),
        patient,
      )
      .toEqual(new Set(['Aave']))
    const healths = (await rows.locator('td:nth-child(3)').allTextContents()).map((text) =>
      Number(text.replace('■', '')),
    )
    expect(healths).toHaveLength(5)
    expect(healths).toEqual(healths.toSorted((a, b) => a - b))
    await page.context().close()
  })

  it('Gas draws a block after the other', async () => {
    const { page } = await visit(node)
    await open(page, 'Gas')
    const rows = page.getByLabel('Fees and base fee, table').getByRole('row')
    await page.getByText('Values of “Fees and base fee” as a table').click()
    await expect.poll(() => rows.count(), { timeout: 60_000 }).toBeGreaterThan(3)
    await page.context().close()
  })

  it('Liquidations shows what a price of ether, dragged by pointer or keys, makes liquidatable', async () => {
    const { page, faults } = await visit(node)
    await open(page, 'Liquidations')
    const panel = page.getByRole('region', { name: 'At another price of ether' })
    const slider = panel.getByRole('slider')
    await slider.waitFor(patient)
    // The table lists all positions that the node knows, including the devnet's Aave borrowers. No address is needed.
    const positions = panel.getByLabel('Positions, table').getByRole('row')
    await expect.poll(() => positions.filter({ hasText: borrower.slice(0, 8) }).count(), patient).toBeGreaterThan(0)
    const countDue = async () =>
      Number(/: ([\d,]+) positions/.exec((await panel.locator('label').first().textContent()) ?? '')?.[1])
    const before = await countDue()

    await slider.focus()
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowLeft')
    await panel.getByText('ETH -10 %').waitFor()
    await page.keyboard.press('Home')
    await panel.getByText('ETH -50 %').waitFor()
    expect(await countDue()).toBeGreaterThan(before)
    expect(await positions.filter({ hasText: 'liquidatable' }).count()).toBeGreaterThan(0)

    const box = await panel.locator('.plot .u-over').first().boundingBox()
    if (box === null) throw new TypeError('The chart is not drawn.')
    const pressAt = (share: number) => page.mouse.move(box.x + box.width * share, box.y + box.height / 2)
    await pressAt(0.1)
    await page.mouse.down()
    await pressAt(50 / 70)
    await page.mouse.up()
    await expect.poll(() => slider.inputValue()).toMatch(/^-?[012]$/)
    await expect.poll(countDue).toBeLessThanOrEqual(before + 1)

    await page.getByRole('textbox', { name: 'Address' }).fill(borrower)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByLabel('Positions of addresses, table').getByTitle(borrower).first().waitFor(patient)
    expect(await findViolations(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('Liquidations explains one that pays step by step, and keeps it in sight once it is over', async () => {
    const { page, faults } = await visit(node)
    await open(page, 'Liquidations')
    const panel = page.getByRole('region', { name: 'Opportunities' })
    const steps = panel.getByLabel('Liquidation step by step')
    await setEther(node, -0.13)
    await steps.waitFor({ timeout: 120_000 })
    // Each lender has its own explanation, and each sum follows from the terms before it.
    const seen = new Map<string, string>()
    const buttons = panel.getByRole('button', { name: /^Explain/ })
    const readAll = async () => {
      for (const button of await buttons.all()) {
        const name = await button.getAttribute('aria-label', { timeout: 1_000 }).catch(() => null)
        const lender = name?.split(' on ')[1] ?? ''
        if (lender === '' || seen.has(lender)) continue
        // The list changes with the price, so the button may disappear.
        await button.click({ timeout: 1_000 }).catch(() => {})
        const title = await panel.getByRole('heading', { level: 3 }).textContent()
        if (title?.endsWith(` on ${lender}`)) seen.set(lender, (await steps.textContent()) ?? '')
      }
      return seen.size
    }
    await expect.poll(readAll, { timeout: 120_000, interval: 500 }).toBe(6)
    for (const [lender, text] of seen) {
      expect(text.includes('absorb the account'), lender).toBe(lender === 'Compound V3')
      expect(text).toMatch(/Sell it through [\w ]+ 0x.* for each \w+, slippage included/)
      const [sale = nothing, debt = nothing, fee = nothing, gross = nothing] = toDollars(
        text,
        /Of the sale (\S+) − (\S+) (?:of debt|paid to Comet) − (\S+) for.*? = (\S+) is left/,
      )
      expect(sale - debt - fee).toBeCloseTo(gross, 5)
      const [units = nothing, gwei = nothing, native = nothing, gas = nothing, ...profit] = toDollars(
        text,
        /gas: (\S+) units × (\S+) gwei, the native token at (\S+) = (\S+)\. (\S+) − (\S+) = (\S+) is the net/,
      )
      expect((units * gwei * native) / 1e9 / gas).toBeCloseTo(1, 1)
      const [before = nothing, paid = nothing, net = nothing] = profit
      expect([before, paid]).toEqual([gross, gas])
      // Gas below one cent does not change the sum.
      expect(Math.abs(before - paid - net)).toBeLessThan(0.0051)
    }
    // The last bar of the chart is the net profit of the text.
    const [net = nothing, bar = nothing] = toDollars(
      (await page.getByRole('region', { name: 'Opportunities', exact: true }).textContent()) ?? '',
      /= (\S+) is the net profit.*Net profit(-?\$[\d,.]+)/,
    )
    expect(bar).toBeCloseTo(net, 1)
    await setEther(node, 0.1)
    await panel.getByText('over since').first().waitFor({ timeout: 120_000 })
    // The node stores past opportunities, so they are still listed after a reload.
    await page.reload()
    await panel.getByText('over since').first().waitFor(patient)
    expect(await findViolations(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('Keys makes, rotates and revokes a key', async () => {
    const { page } = await visit(node)
    await open(page, 'Keys and usage')
    await page.getByLabel('Name').fill('made in a browser')
    await page.getByLabel('Tier').selectOption('growth')
    await page.getByLabel('Expires after').selectOption('30 days')
    await page.getByRole('button', { name: 'Create' }).click()
    const row = page.getByLabel('Keys, table').getByRole('row').filter({ hasText: 'made in a browser' })
    await expect.poll(() => row.textContent(), patient).toMatch(/growthnever\d+ \w+, [\d:]+active/)
    const secret = page.locator('code.secret')
    await secret.waitFor()
    const first = (await secret.textContent()) ?? ''
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the secret' }).click()
    await page.getByRole('button', { name: 'Copied the secret' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
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

  it('Alerts makes an alert that triggers, acknowledges, tests, changes, resolves and deletes it', async () => {
    const receiver = await startReceiver()
    const { page } = await visit(node)
    await open(page, 'Alerts')
    await page.getByLabel('Name').fill('gas is dear')
    await page.getByLabel('Threshold').fill('0.000000001')
    await page.getByLabel('Webhook').fill(receiver.url)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('gas is dear is watched.').waitFor()
    const row = page.getByLabel('Alerts, table').getByRole('row').filter({ hasText: 'gas is dear' })
    // The condition of the alert is true immediately, so the node notifies the receiver.
    await row.getByText('active').waitFor({ timeout: 60_000 })
    await expect.poll(() => receiver.bodies().join(), { timeout: 60_000 }).toContain('gas is dear')

    await page.getByRole('link', { name: 'gas is dear' }).click()
    const detail = page.getByRole('region', { name: 'One alert' })
    await detail.getByLabel('Note').fill('we know')
    await detail.getByRole('button', { name: 'Acknowledge gas is dear' }).click()
    await page.getByText('gas is dear is acknowledged.').waitFor()
    await row.getByText('acknowledged').waitFor()
    await detail.getByLabel('History, table').getByText('we know').waitFor()
    const count = receiver.bodies().length
    await detail.getByRole('button', { name: 'Send a test' }).click()
    await detail.getByText('webhook: arrived').waitFor()
    expect(receiver.bodies().length).toBeGreaterThan(count)

    await detail.getByRole('button', { name: 'Edit' }).click()
    await detail.getByLabel('Name').fill('gas is very dear')
    await detail.getByRole('button', { name: 'Save' }).click()
    await detail.getByText('Saved.').waitFor()
    await page.getByRole('link', { name: 'gas is very dear' }).waitFor()
    await detail.getByRole('button', { name: 'Resolve gas is very dear' }).click()
    await expect.poll(() => row.count()).toBe(0)
    await page.getByLabel('State').selectOption('resolved')
    await page.getByRole('link', { name: 'gas is very dear' }).waitFor()
    await detail.getByRole('button', { name: 'Delete' }).click()
    await detail.getByRole('button', { name: 'Yes, delete gas is very dear' }).click()
    await page.getByText('No alert is of this state and type.').waitFor()
    await page.context().close()
    await receiver.close()
  })

  it('Mempool streams what comes, filters it by meaning, holds still, and opens a transaction', async () => {
    const { page, faults } = await visit(node)
    const frames: string[] = []
    page.on('websocket', (socket) => {
      // The page that was open before has its own streams.
      if (socket.url().endsWith('/api/v1/mempool/ethereum/stream'))
        socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
    })
    await open(page, 'Mempool')
    const table = page.getByLabel('Pending transactions, table')
    const links = table.getByRole('link')
    const hashes = () => links.evaluateAll((all) => all.map((one) => one.getAttribute('title')))
    await expect.poll(() => frames.filter((one) => one.includes('"transaction"')).length, patient).toBeGreaterThan(3)
    const last = JSON.parse(frames.findLast((one) => one.includes('"transaction"')) ?? '')
    await expect.poll(hashes, patient).toContain(last.data.hash)

    // While the table is paused, the rows do not change although transactions still arrive.
    await page.getByRole('button', { name: 'Pause' }).click()
    const held = await hashes()
    const count = frames.length
    await expect.poll(() => frames.length, patient).toBeGreaterThan(count + 3)
    expect(await hashes()).toEqual(held)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect.poll(hashes, patient).not.toEqual(held)

    await page.getByRole('combobox', { name: 'Type' }).selectOption('swap')
    const types = () => table.locator('tbody td:nth-child(3)').allInnerTexts()
    await expect.poll(async () => new Set(await types()), patient).toEqual(new Set(['swap']))
    await expect.poll(() => frames.at(-1), patient).toContain('"tx_type":"swap"')
    await links.first().click()
    await page.getByRole('heading', { name: 'Transaction', level: 1 }).waitFor()
    await page.getByLabel('Actions').getByText('swap', { exact: true }).first().waitFor(patient)
    await page
      .getByLabel('Actions')
      .getByText(/swap [\d,.]+ [A-Z]+ for at least [\d,.]+ [A-Z]+ by /)
      .first()
      .waitFor()
    // A block is mined every second and includes the pending transactions.
    await page
      .getByLabel('Lifecycle of the transaction')
      .getByText(/mined in block \d+|failed in block \d+/)
      .waitFor(patient)
    await open(page, 'Mempool')
    await expect.poll(() => page.getByLabel('Outcomes, table').getByRole('row').count(), patient).toBeGreaterThan(1)
    expect(await findViolations(page)).toEqual([])

    await page.getByLabel('Sender or recipient').fill('0x12')
    await page.getByText('An address is 0x and 40 hexadecimal digits.').waitFor()
    await page.getByLabel('Sender or recipient').fill(`0x${'12'.repeat(20)}`)
    await page.getByText('No pending transaction matches the filters.').waitFor(patient)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('API tries a call through the session', async () => {
    const { page } = await visit(node)
    await open(page, 'API')
    const calls = page.getByRole('region', { name: 'Calls', exact: true })
    await calls.getByLabel('Filter').fill('gateway/health')
    await calls.locator('summary').filter({ hasText: '/v1/gateway/health' }).click()
    await calls.getByRole('button', { name: 'Send' }).click()
    await calls.getByText('Status 200').waitFor()
    expect(JSON.parse((await calls.locator('form pre').textContent()) ?? '')).toMatchObject({
      chains: { ethereum: expect.any(String) },
    })
    await page.context().close()
  })

  it('says so where no provider answers', async () => {
    const { page } = await visit(node)
    for (const chain of ['ethereum', 'base', 'arbitrum', 'beacon'])
      for (const role of ['primary', 'backup'])
        await fetch(`${toControl(node)}/${chain}-${role}`, { method: 'PUT', body: '{"kind":"refuse"}' })
    await open(page, 'Providers')
    const states = page.getByLabel('Endpoints, table').getByText('unavailable')
    await expect.poll(() => states.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(6)
    await open(page, 'Gas')
    await page.getByText('stale', { exact: true }).first().waitFor()
    await page.context().close()
  })

  describe('where no provider answers', () => inspectAll(() => node, 20))
})
