import { chains, createProviderPool, type ProviderPool, sleep, withAgreement } from '@outrigger/core'
import { addresses, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import type { GasQuote } from '@outrigger/oracle'
import { type Address, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLaggard, serve } from './fixtures/providers.ts'
import type { Opportunity } from './opportunity.ts'
import { createLiquidationScanner, ScannerClosedError } from './scanner.ts'
import type { LiquidationScanner } from './scannerTypes.ts'

/** Without the protocols that the devnet does not have. */
const toPassing = (scanner: Pick<LiquidationScanner, 'skipped'>) =>
  scanner.skipped().filter(({ reason }) => !reason.includes('is not deployed'))

let devnet: Devnet
let proxy: FaultProxy
let pool: ProviderPool

beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  proxy = await createFaultProxy({ target: devnet.chains.ethereum.rpcUrl })
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [proxy.url] })
}, 300_000)
afterAll(async () => {
  await pool?.close()
  await proxy?.close()
  await devnet?.close()
})

const feed = addresses.feeds['ETH / USD'].address
const ether = feed.toLowerCase() as Address
const toAnswer = (usd: number) => BigInt(usd) * 10n ** 8n

async function setEther(usd: number): Promise<void> {
  await devnet.chains.ethereum.client.writeContract({
    account: devnet.accounts.deployer,
    chain: null,
    address: feed,
    abi: readAbi('priceFeed'),
    functionName: 'updateAnswer',
    args: [toAnswer(usd)],
  })
}

const quote = { tiers: { fast: { baseFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 0n } } } as GasQuote
const gas = { get: async () => quote }
const patience = { timeout: 20_000 }

it('retries a failed block without waiting for the next one', async () => {
  await setEther(2_800)
  let isBroken = true
  const broken = {
    async get() {
      if (isBroken) throw new TypeError('The price of gas is out of order.')
      return quote
    },
  }
  await using scanner = createLiquidationScanner({ pool, gas: broken })
  await scanner.ready
  expect(scanner.opportunities()).toEqual([])
  expect(toPassing(scanner)[0]?.reason).toBe('The price of gas is out of order.')
  isBroken = false
  await expect.poll(() => scanner.opportunities().length, patience).toBeGreaterThan(0)
  expect(toPassing(scanner)).toEqual([])
}, 60_000)

it('reports nothing while no provider responds, says so, and resumes when one does', async () => {
  await setEther(2_800)
  await using scanner = createLiquidationScanner({ pool, gas })
  await scanner.ready
  const before = scanner.opportunities()
  expect(before.length).toBeGreaterThan(0)
  await proxy.setFault({ kind: 'refuse' })
  await setEther(2_700)
  await expect.poll(() => scanner.opportunities(), patience).toEqual([])
  expect(new Set(scanner.skipped().map(({ protocol }) => protocol)).size).toBe(scanner.books().length)
  await proxy.setFault({ kind: 'none' })
  await expect.poll(() => scanner.opportunities().length, patience).toBeGreaterThan(before.length)
  expect(toPassing(scanner)).toEqual([])
}, 60_000)

it('ignores implausible pending prices, and names the latest transaction of a plausible one', async () => {
  await setEther(3_000)
  await using scanner = createLiquidationScanner({ pool, gas })
  await scanner.ready
  const reported: Opportunity[] = []
  scanner.on('opportunity', (opportunity) => reported.push(opportunity))
  await expect.poll(() => scanner.feeds.has(ether)).toBe(true)
  const stable = addresses.feeds['USDC / USD'].address.toLowerCase() as Address
  for (const aggregator of [ether, stable])
    for (const answer of [0n, 1n, -1n, toAnswer(1_500), 2n ** 191n - 1n, 2n ** 192n - 1n, -(2n ** 255n)])
      expect(await scanner.anticipate([{ aggregator, answer }], toHex(1, { size: 32 }))).toEqual([])
  expect(reported).toEqual([])

  const [first, replacement] = [toHex(2, { size: 32 }), toHex(3, { size: 32 })]
  const update = { aggregator: ether, answer: toAnswer(2_700) }
  const coming = await scanner.anticipate([update], first)
  await scanner.anticipate([update], first)
  await scanner.anticipate([update], replacement)
  expect(coming.length).toBeGreaterThan(4)
  const { length } = coming
  expect(reported.map(({ pendingUpdate }) => pendingUpdate)).toEqual([
    ...Array<string>(length).fill(first),
    ...Array<string>(length).fill(replacement),
  ])
}, 60_000)

it('processes an update promptly after thousands of forged ones', async () => {
  await setEther(3_000)
  await using scanner = createLiquidationScanner({ pool, gas })
  await scanner.ready
  await expect.poll(() => scanner.feeds.has(ether)).toBe(true)
  const order: number[] = []
  const forged = Array.from({ length: 2_000 }, async (_, index) => {
    // Half of them are for unknown feeds.
    const aggregator = index % 2 === 0 ? ether : toHex(index, { size: 20 })
    const update = { aggregator, answer: toAnswer(2_200 + (index % 600)) }
    const { length } = await scanner.anticipate([update], toHex(index, { size: 32 }))
    if (length > 0) order.push(index)
  })
  const mine = await scanner.anticipate([{ aggregator: ether, answer: toAnswer(2_700) }], toHex(9_999, { size: 32 }))
  // The time per update is limited, so the number of results depends on the machine.
  expect(mine.length).toBeGreaterThan(0)
  expect(order.length).toBeLessThan(2)
  await Promise.all(forged)
  expect(order.length).toBeLessThanOrEqual(65)
}, 60_000)

it('reads state, routes and feeds of a block in one call', async () => {
  await setEther(2_800)
  await using scanner = createLiquidationScanner({ pool, gas })
  await scanner.ready
  const { client } = devnet.chains.ethereum
  const mine = async () => {
    const seen = new Promise<void>((resolve) => {
      const off = scanner.on('block', () => {
        off()
        resolve()
      })
    })
    await client.mine({ blocks: 1 })
    await seen
  }
  await mine()
  const before = proxy.stats.byMethod['eth_call'] ?? 0
  for (let index = 0; index < 5; index += 1) await mine()
  expect((proxy.stats.byMethod['eth_call'] ?? 0) - before).toBe(5)
}, 60_000)

it('rejects `ready` when it is closed', async () => {
  const scanner = createLiquidationScanner({ pool, gas })
  await scanner.close()
  await expect(scanner.ready).rejects.toThrow(ScannerClosedError)
})

describe('a provider whose price is false', () => {
  /** A provider that replaces the price of ether while it lies. */
  async function createLiar(trueUsd: number, falseUsd: number) {
    const toWord = (usd: number) => toAnswer(usd).toString(16).padStart(64, '0')
    const liar = { isLying: true }
    const served = await serve(async (body) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await (await fetch(devnet.chains.ethereum.rpcUrl, { method: 'POST', body, headers })).text()
      return liar.isLying ? answer.replaceAll(toWord(trueUsd), toWord(falseUsd)) : answer
    })
    return Object.assign(liar, served)
  }
  const createPool = (endpoints: readonly string[]) =>
    createProviderPool({
      chain: chains.ethereum,
      probeIntervalMs: 0,
      hedgeDelayMs: 10_000,
      endpoints: endpoints.map((url) => ({ url, wsUrl: false as const })),
    })
  async function find(from: ProviderPool) {
    await using scanner = createLiquidationScanner({ pool: from, gas })
    await scanner.ready
    return toPlain(scanner.opportunities())
  }
  const toPlain = (opportunities: readonly Opportunity[]) =>
    opportunities.map(({ protocol, borrower, debtToRepay, netProfitUsd }) => ({
      protocol,
      borrower,
      debtToRepay,
      netProfitUsd,
    }))

  const toNames = (found: readonly Pick<Opportunity, 'protocol' | 'borrower'>[]) =>
    found.map(({ protocol, borrower }) => `${protocol} ${borrower}`).sort()

  it('is believed alone, outvoted by two others, and causes no result against one other', async () => {
    await setEther(2_850)
    const { rpcUrl } = devnet.chains.ethereum
    await using liar = await createLiar(2_850, 2_500)
    await using pair = createPool([liar.url, rpcUrl])
    await using three = createPool([liar.url, rpcUrl, proxy.url])
    const truth = await find(pool)
    expect((await find(pair)).length).toBeGreaterThan(truth.length)
    expect(await find(withAgreement(three, 2))).toEqual(truth)

    liar.isLying = false
    await using scanner = createLiquidationScanner({ pool: withAgreement(pair, 2), gas })
    await scanner.ready
    expect(toPlain(scanner.opportunities())).toEqual(truth)
    liar.isLying = true
    await devnet.chains.ethereum.client.mine({ blocks: 1 })
    await expect.poll(() => toPassing(scanner)[0]?.reason, patience).toContain('agree')
    expect(scanner.opportunities()).toEqual([])
    liar.isLying = false
    // Interest has moved the amounts by then.
    await expect.poll(() => toNames(scanner.opportunities()), patience).toEqual(toNames(truth))
    expect(toPassing(scanner)).toEqual([])
  }, 120_000)
})

it('waits for the slower of two providers that must agree', async () => {
  await setEther(2_850)
  const { client, rpcUrl } = devnet.chains.ethereum
  await using one = await createLaggard(rpcUrl)
  await using other = await createLaggard(rpcUrl)
  await using pair = createProviderPool({
    chain: chains.ethereum,
    probeIntervalMs: 0,
    endpoints: [one, other].map(({ url }) => ({ url, wsUrl: false as const })),
  })
  await using scanner = createLiquidationScanner({ pool: withAgreement(pair, 2), gas })
  await scanner.ready
  const reported: string[] = []
  const blocks: number[] = []
  for (const event of ['opportunity', 'gone', 'book'] as const) scanner.on(event, () => reported.push(event))
  pair.on('disagreement', () => reported.push('disagreement'))
  scanner.on('block', ({ number }) => blocks.push(Number(number)))
  const { length } = scanner.opportunities()
  expect(length).toBeGreaterThan(0)
  for (let round = 0; round < 2; round += 1) {
    const before = Number(await client.getBlockNumber({ cacheTime: 0 }))
    other.seen = before
    await client.mine({ blocks: 1 })
    await sleep(2_500)
    expect(blocks).not.toContain(before + 1)
    expect([scanner.opportunities().length, toPassing(scanner)]).toEqual([length, []])
    ;[one.calls, other.calls] = [0, 0]
    other.seen = null
    await expect.poll(() => blocks, patience).toContain(before + 1)
    expect(Math.max(one.calls, other.calls)).toBeLessThan(30)
  }
  expect(reported).toEqual([])
}, 120_000)
