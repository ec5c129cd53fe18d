import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DevnetClient, requestAny } from '../chain/client.ts'
import { uniswapV2, universalRouter } from '../contracts/addresses.ts'
import { type Devnet, startDevnet } from '../devnet.ts'
import { gasBurner } from './demand.ts'
import { getMarket } from './getMarket.ts'
import { createEtherPrice, InvalidEtherChangeError, startTraffic, TooFewAccountsError } from './index.ts'
import { computeDeviation } from './market.ts'
import { scenarios } from './scenarios/registry.ts'

let devnet: Devnet<'ethereum' | 'base'>
let client: DevnetClient

beforeAll(async () => {
  devnet = await startDevnet({ chains: ['ethereum', 'base'], blockTimeMs: 300, silent: true })
  client = devnet.chains.ethereum.client
})
afterAll(() => devnet.close())

type Mined = { readonly hash: string; readonly from: string; readonly to: string | null; readonly isSuccess: boolean }
const getMined = async (from: bigint): Promise<Mined[]> => {
  const head = await client.getBlockNumber()
  const numbers = Array.from({ length: Number(head - from) }, (_, index) => from + 1n + BigInt(index))
  const blocks = await Promise.all(
    numbers.map((number) =>
      client.request({ method: 'eth_getBlockReceipts', params: [`0x${number.toString(16)}`] } as never),
    ),
  )
  return (blocks as { transactionHash: string; from: string; to: string | null; status: string }[][])
    .flat()
    .map(({ transactionHash, from, to, status }) => ({ hash: transactionHash, from, to, isSuccess: status === '0x1' }))
}
const until = async (condition: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> => {
  for (const end = Date.now() + timeoutMs; !(await condition()); await sleep(100)) {
    if (Date.now() > end) expect.fail('waited in vain')
  }
}
/** Mines everything left in the pool, which shows that no account has a nonce gap. */
const untilMined = (): Promise<void> =>
  until(async () => {
    const { pending, queued } = await client.getTxpoolStatus()
    return pending + queued === 0
  })

describe('on Ethereum', () => {
  test('every scenario reaches the chain, and the chain stays healthy', async () => {
    const start = await client.getBlockNumber()
    const anchor = (await client.getBlock()).baseFeePerGas ?? 0n
    const progress: number[] = []
    const traffic = await startTraffic(devnet.chains.ethereum, {
      seed: 5,
      ratePerSecond: 60,
      accounts: devnet.accounts.traders,
      onProgress: ({ sent }) => progress.push(sent),
    })
    const hasAll = () => Object.keys(scenarios).every((kind) => kind in traffic.stats.byKind)
    // All kinds may be sent before the second report of progress.
    await until(() => hasAll() && progress.length > 1)
    await traffic.close()
    await untilMined()
    const { stats } = traffic
    expect(stats.failed).toBeLessThan(stats.planned / 20)

    const mined = await getMined(start)
    const of = (address: string) => mined.filter(({ to }) => to === address.toLowerCase())
    expect(new Set(mined.map(({ from }) => from)).size).toBeGreaterThan(40)
    // Replaced transactions are not mined, unless they were mined before their replacement arrived.
    const replaced = (stats.byKind.replacement ?? 0) + (stats.byKind.cancellation ?? 0)
    expect(mined.length - of(gasBurner).length).toBeLessThanOrEqual(stats.sent)
    expect(mined.length - of(gasBurner).length).toBeGreaterThanOrEqual(stats.sent - replaced - 5)
    expect(mined.filter(({ isSuccess }) => isSuccess).length / mined.length).toBeGreaterThan(0.85)
    expect(of(universalRouter).some(({ isSuccess }) => isSuccess)).toBe(true)
    expect(of(uniswapV2.router).some(({ isSuccess }) => !isSuccess)).toBe(true)
    expect(of(gasBurner).length).toBeGreaterThan(0)
    expect(of(gasBurner).every(({ isSuccess }) => isSuccess)).toBe(true)

    const market = await getMarket(client, () => true)
    for (const pool of market.pools) expect(Math.abs(computeDeviation(pool))).toBeLessThan(0.2)
    const fee = (await client.getBlock()).baseFeePerGas ?? 0n
    expect(fee).toBeGreaterThan(anchor / 5n)
    expect(fee).toBeLessThan(anchor * 5n)
  })

  test('continues after transactions are lost and after the chain is reverted', async () => {
    const { accounts, chains } = devnet
    const traffic = await startTraffic(chains.ethereum, { seed: 6, ratePerSecond: 60, accounts: accounts.traders })
    const snapshot = await client.snapshot()
    const sentMore = async (count: number): Promise<void> => {
      const before = traffic.stats.sent
      await until(() => traffic.stats.sent > before + count)
    }
    await sentMore(60)
    await requestAny(client, 'anvil_dropAllTransactions')
    await sentMore(60)
    await client.revert({ id: snapshot })
    await sentMore(200)
    const back = await client.getBlockNumber()
    await sentMore(100)
    await traffic.close()
    await untilMined()
    expect((await getMined(back)).length).toBeGreaterThan(60)
  })

  test('ether falls on command, and traffic keeps it there until it is reset', async () => {
    const { accounts, chains } = devnet
    const readEther = async () => {
      const { tokens } = await getMarket(client, () => true)
      return tokens.find(({ symbol }) => symbol === 'WETH')?.priceUsd ?? 0
    }
    await expect(createEtherPrice(chains.ethereum, accounts.deployer).set('-0.1')).rejects.toThrow(
      InvalidEtherChangeError,
    )
    const traffic = await startTraffic(chains.ethereum, {
      seed: 9,
      ratePerSecond: 20,
      accounts: accounts.traders,
      baseFeePerGas: 0n,
      mix: { ...Object.fromEntries(Object.keys(scenarios).map((kind) => [kind, 0])), priceMove: 1 },
    })
    const ether = createEtherPrice(chains.ethereum, accounts.deployer, traffic)
    // By itself it falls by 12 % at most.
    expect(await ether.set(-0.4)).toEqual({ change: -0.4, price_usd: 1_800 })
    const sentMore = async (count: number) => {
      const before = traffic.stats.byKind.priceMove ?? 0
      await until(() => (traffic.stats.byKind.priceMove ?? 0) > before + count)
    }
    await sentMore(20)
    expect(await readEther()).toBeLessThan(2_000)
    // Simultaneous calls run one at a time, and the last one wins.
    const [, , last] = await Promise.all([-0.2, 0.1, 0].map(ether.set))
    expect(last).toEqual({ change: 0, price_usd: 3_000 })
    await sentMore(20)
    await until(async () => (await readEther()) > 2_400)
    await traffic.close()
  })

  test('the rate can change, and a signal ends it', async () => {
    const controller = new AbortController()
    const traffic = await startTraffic(devnet.chains.ethereum, {
      seed: 7,
      ratePerSecond: 0,
      accounts: devnet.accounts.traders,
      signal: controller.signal,
      baseFeePerGas: 0n,
    })
    await sleep(300)
    expect(traffic.stats.planned).toBe(0)
    traffic.setRate(50)
    await until(() => traffic.stats.planned > 20)
    controller.abort()
    await traffic.close()
    const { planned } = traffic.stats
    await sleep(200)
    expect(traffic.stats.planned).toBe(planned)
  })
})

test('a chain without the contracts gets only supported traffic', async () => {
  const traffic = await startTraffic(devnet.chains.base, {
    seed: 8,
    ratePerSecond: 60,
    accounts: devnet.accounts.traders,
  })
  await until(() => Object.keys(traffic.stats.byKind).length === 4)
  await traffic.close()
  expect(Object.keys(traffic.stats.byKind).sort()).toEqual(['cancellation', 'deploy', 'ethTransfer', 'replacement'])
})

test('too few accounts are an error', async () => {
  const parameters = { seed: 1, ratePerSecond: 1, accounts: devnet.accounts.traders.slice(0, 2) }
  await expect(startTraffic(devnet.chains.ethereum, parameters)).rejects.toThrow(TooFewAccountsError)
})
