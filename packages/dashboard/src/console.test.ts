import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { listAccounts } from '@outrigger/devnet'
import type { Page } from 'playwright-core'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningNode, startNode } from './fixtures/runningNode.ts'
import { findViolations, open, useBrowser, type VisitOptions, visitNode } from './fixtures/visit.ts'

const run = promisify(execFile)
const mnemonic = 'test test test test test test test test test test test junk'
const browser = useBrowser()
let node: RunningNode
beforeAll(async () => {
  node = await startNode(['--devnet'])
}, 180_000)
afterAll(() => node?.close())

async function openConsole(options?: VisitOptions) {
  const visit = await visitNode(browser(), node, options)
  await open(visit.page, 'API')
  const panel = visit.page.getByRole('region', { name: 'JSON-RPC console' })
  return { ...visit, panel }
}
const toPanel = (page: Page) => page.getByRole('region', { name: 'JSON-RPC console' })

async function choose(page: Page, method: string): Promise<void> {
  await toPanel(page).getByRole('combobox', { name: 'Method' }).selectOption(method)
}
async function send(page: Page): Promise<string> {
  await toPanel(page).getByRole('button', { name: 'Send', exact: true }).click()
  await toPanel(page)
    .getByText(/^Status \d+/)
    .waitFor()
  return (await toPanel(page).getByLabel('Response').locator('pre').textContent()) ?? ''
}
const setParams = (page: Page, params: unknown) =>
  toPanel(page).getByLabel('Parameters, a JSON array').fill(JSON.stringify(params))

/** Sends a call to the gateway itself. */
async function direct(method: string, params: readonly unknown[] = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(`${node.gatewayUrl}/ethereum/rpc/${node.apiKey}`, { method: 'POST', body })
  return ((await response.json()) as { readonly result: never }).result
}

describe.each([
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const)('$colorScheme', (theme) => {
  it('sends a call, and shows the answer with its origin and cost', async () => {
    const { page, panel, faults } = await openConsole(theme)
    expect(JSON.parse(await send(page)).result).toMatchObject({ hash: expect.stringMatching(/^0x/) })
    const facts = await panel.getByLabel('Response').locator('dl').textContent()
    expect(facts).toMatch(
      /Cost\s*21 compute units[\s\S]*Provider\s*\S+[\s\S]*Attempts\s*\d[\s\S]*Cache\s*(?:hit|miss)[\s\S]*Age/,
    )
    await panel.getByText('As curl or viem').click()
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

it('works without a mouse', async () => {
  const { page, panel } = await openConsole()
  await panel.getByLabel('Find a method').focus()
  await page.keyboard.type('nonce of an account')
  await panel.getByText('1 method matches.').waitFor()
  const focused = page.locator(':focus')
  for (const tag of ['SELECT', 'TEXTAREA']) {
    await page.keyboard.press('Tab')
    expect(await focused.evaluate(({ tagName }) => tagName)).toBe(tag)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await panel.getByText('Status 200').waitFor()
  expect(await panel.getByLabel('Response').locator('pre').textContent()).toContain('"result": "0x')
  await page.context().close()
})

it('fills in a transaction of the chain where an example cannot know one', async () => {
  const { page, panel } = await openConsole()
  await choose(page, 'debug_traceTransaction')
  const insert = panel.getByRole('button', { name: 'Use a recent transaction' })
  await expect
    .poll(
      async () => {
        await insert.click()
        return JSON.parse(await send(page)).result?.type
      },
      { timeout: 60_000 },
    )
    .toBe('CALL')
  await page.context().close()
})

it('tells errors in words, of the form, of the node and of the gateway', async () => {
  const { page, panel } = await openConsole()
  await choose(page, 'eth_getBalance')
  await panel.getByLabel('Parameters, a JSON array').fill('["0x1"')
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await panel.getByText(/The parameters are not JSON/).waitFor()
  await setParams(page, ['<img src=x onerror=alert(1)>'])
  await send(page)
  await panel.getByText(/The parameters are wrong: .*\(-32602\)/).waitFor()
  expect(await page.locator('img').count()).toBe(0)
  await choose(page, 'eth_subscribe')
  expect(await panel.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await page.context().close()
})

it('says so if the node does not answer', async () => {
  const { page, panel } = await openConsole()
  await page.route('**/dashboard/console/*', (route) => route.abort())
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await panel.getByText('The node did not answer in time.').waitFor()
  await page.context().close()
})

it('sends a transaction only after it is confirmed, once', async () => {
  // An account that the devnet's traffic does not use.
  const addressIndex = listAccounts().findIndex(({ role }) => role === 'yours')
  const account = mnemonicToAccount(mnemonic, { addressIndex })
  const to = `0x${'57'.repeat(20)}` as const
  const nonce = Number(await direct('eth_getTransactionCount', [account.address, 'pending']))
  const fees = { gas: 21_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 10n }
  const raw = await account.signTransaction({ ...fees, to, value: 7n, chainId: 1, nonce })
  const { page, panel } = await openConsole()
  await choose(page, 'eth_sendRawTransaction')
  const button = panel.getByRole('button', { name: 'Send the transaction' })
  await setParams(page, [raw])
  expect(await button.isDisabled()).toBe(true)
  await panel.getByLabel('Send this transaction to ethereum. It cannot be taken back.').check()
  await button.click()
  await panel.getByText('Status 200').waitFor()
  expect(await button.isDisabled()).toBe(true)
  await expect.poll(() => direct('eth_getBalance', [to, 'latest']), { timeout: 60_000 }).toBe('0x7')
  await page.context().close()
})

it('shows the beginning of a large response, and saves all of it', async () => {
  const { page, panel } = await openConsole()
  await choose(page, 'eth_call')
  // Code that returns 100,000 zero bytes.
  const to = `0x${'58'.repeat(20)}`
  await setParams(page, [{ to }, 'latest', { [to]: { code: '0x620186a06000f3' } }])
  expect((await send(page)).length).toBe(20_000)
  await panel.getByText(/Shows the beginning of 200,\d+ characters/).waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download' }).click(),
  ])
  const file = await readFile(await saved.path(), 'utf8')
  expect([saved.suggestedFilename(), JSON.parse(file).result.length]).toEqual(['ethereum-eth_call.json', 200_002])
  await page.context().close()
})

it('offers the call as commands that run', async () => {
  const { page, panel } = await openConsole()
  await choose(page, 'eth_chainId')
  await panel.getByText('As curl or viem').click()
  const [curl = '', viem = ''] = await panel.locator('details pre').allTextContents()
  const env = { ...process.env, KEY: node.apiKey }
  expect(JSON.parse((await run('sh', ['-c', curl], { env })).stdout).result).toBe('0x1')
  const program = await run(process.execPath, ['--input-type=module', '-e', viem], { env })
  expect(program.stdout.trim()).toBe('0x1')
  await page.context().close()
})

describe('the path of the console', () => {
  const post = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}') =>
    fetch(`${node.url}/dashboard/console/ethereum`, { method: 'POST', body, headers })
  const json = { 'content-type': 'application/json' }

  it('answers pages of this node with a session, and no one else', async () => {
    const own = { ...json, origin: node.url, 'sec-fetch-site': 'same-origin' }
    const signIn = await fetch(`${node.url}/dashboard/session`, {
      method: 'POST',
      headers: own,
      body: JSON.stringify({ credential: node.apiKey }),
    })
    const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const answer = await post({ ...own, cookie })
    expect([answer.status, (await answer.json()).result]).toEqual([200, '0x1'])
    const statuses = [
      post({ ...own, cookie, origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }),
      post({ ...json, cookie }),
      post({ ...json, 'x-api-key': node.apiKey }),
      post(own),
      post({ ...own, cookie, 'content-type': 'text/plain' }),
      post({ ...own, cookie }, '{'),
    ].map(async (response) => (await response).status)
    expect(await Promise.all(statuses)).toEqual([403, 403, 403, 401, 415, 200])
  })
})
