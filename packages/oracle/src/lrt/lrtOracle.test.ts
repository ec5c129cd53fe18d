import { chains, createProviderPool } from '@outrigger/core'
import { addresses, createAnvil, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createPublicClient, createTestClient, createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getLrtRates } from './getLrtRates.ts'
import {
  EthPriceError,
  LrtContractsMissingError,
  LrtRateError,
  LrtUnavailableError,
  UnknownLrtError,
} from './lrtErrors.ts'
import { createLrtOracle } from './lrtOracle.ts'
import { lrtTokens } from './lrtRegistry.ts'

const one = 10n ** 18n
let devnet: Devnet<'ethereum'>
const url = () => devnet.chains.ethereum.rpcUrl
const client = () => createPublicClient({ chain: mainnet, transport: http(url()) })
const chain = () => createTestClient({ mode: 'anvil', chain: mainnet, transport: http(url()) })

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
})
afterAll(() => devnet.close())

/** Runs with a rate contract that returns another value, then restores it. */
async function withRate(address: `0x${string}`, rate: bigint, run: () => Promise<void>) {
  const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  const wallet = createWalletClient({ account, chain: mainnet, transport: http(url()) })
  await chain().setBalance({ address: account.address, value: 10n * one })
  const set = async (value: bigint) => {
    const hash = await wallet.writeContract({ address, abi: readAbi('weETH'), functionName: 'setRate', args: [value] })
    await devnet.chains.ethereum.client.waitForTransactionReceipt({ hash })
  }
  const before = await client().getStorageAt({ address, slot: '0x0' })
  await set(rate)
  try {
    await run()
  } finally {
    await set(BigInt(before ?? 0))
  }
}

describe('one shot', () => {
  test('reads every rate, the price of ETH and their block', async () => {
    const rates = await getLrtRates(client())
    expect(rates).toMatchObject({
      source: 'primary',
      stale: false,
      ttlMs: 30_000,
      skipped: [],
      ethPriceUsd: addresses.tokens.WETH.priceUsd,
    })
    expect(rates.blockNumber).toBe(await client().getBlockNumber())
    expect(rates.rates).toMatchObject({
      weETH: { token: 'weETH', rate: 1.075, rateWei: 1_075_000_000_000_000_000n, protocol: 'etherfi' },
      ezETH: { rate: 1.062, protocol: 'renzo' },
      rsETH: { rate: 1.055, protocol: 'kelp' },
      pufETH: { rate: 1.058, protocol: 'puffer' },
      rswETH: { rate: 1.066, protocol: 'swell' },
    })
    for (const { rate, inverseRate } of Object.values(rates.rates)) expect(rate * inverseRate).toBeCloseTo(1, 12)
  })

  test('reads some tokens, and lists the known tokens for an unknown one', async () => {
    expect(Object.keys((await getLrtRates(client(), { tokens: ['pufeth', 'weETH'] })).rates)).toEqual([
      'weETH',
      'pufETH',
    ])
    await expect(getLrtRates(client(), { tokens: ['stETH'] })).rejects.toThrow(UnknownLrtError)
  })

  test('uses a custom registry', async () => {
    const mine = { ...lrtTokens.weETH, symbol: 'mine' }
    expect(await getLrtRates(client(), { registry: { mine } })).toMatchObject({ rates: { mine: { rate: 1.075 } } })
  })

  test('throws if a requested token has an implausible rate, unless partial is set', async () => {
    await withRate(addresses.liquidRestaking.weETH, 40n * one, async () => {
      await expect(getLrtRates(client())).rejects.toThrow(LrtRateError)
      const partial = await getLrtRates(client(), { partial: true })
      expect(partial.skipped).toMatchObject([{ token: 'weETH', reason: expect.stringContaining('implausible') }])
      expect(Object.keys(partial.rates)).toHaveLength(4)
      expect((await getLrtRates(client(), { tokens: ['ezETH'] })).rates).toMatchObject({ ezETH: { rate: 1.062 } })
    })
  })

  test('names a missing contract', async () => {
    const rate = { ...lrtTokens.weETH.rate, address: '0x00000000000000000000000000000000000000aa' } as const
    const gone = { ...lrtTokens.weETH, symbol: 'gone', rate }
    await expect(getLrtRates(client(), { registry: { gone } })).rejects.toThrow(/gone \(0x0+aa does not answer getRate/)
  })

  test('throws for an ETH price past its heartbeat', async () => {
    const snapshot = await chain().snapshot()
    await chain().increaseTime({ seconds: 4300 })
    await chain().mine({ blocks: 1 })
    await expect(getLrtRates(client())).rejects.toThrow(EthPriceError)
    await chain().revert({ id: snapshot })
  })
})

test('distinguishes a chain without the contracts from failing providers', async () => {
  await using anvil = await createAnvil({ chainId: 1 })
  const bare = createPublicClient({ chain: mainnet, transport: http(anvil.rpcUrl) })
  await expect(getLrtRates(bare)).rejects.toThrow(LrtContractsMissingError)
})

describe('oracle', () => {
  test('serves while every provider fails, and recovers', async () => {
    await using proxy = await createFaultProxy({ target: url() })
    await using pool = createProviderPool({ chain: chains.ethereum, endpoints: [proxy.url] })
    let nowMs = 1_000_000
    await using oracle = createLrtOracle({ pool, clock: { now: () => nowMs } })

    const first = await oracle.get()
    expect(await oracle.get()).toBe(first)
    expect(Object.keys((await oracle.get({ tokens: ['rseth'] })).rates)).toEqual(['rsETH'])
    await expect(oracle.get({ tokens: ['nope'] })).rejects.toThrow(UnknownLrtError)

    await proxy.setFault({ kind: 'refuse' })
    nowMs += 31_000
    expect(await oracle.get()).toMatchObject({
      rates: first.rates,
      source: 'cache',
      stale: true,
      timestampMs: first.timestampMs,
    })

    await proxy.setFault({ kind: 'none' })
    await expect
      .poll(
        async () => {
          nowMs += 1000
          return oracle.get()
        },
        { timeout: 8000, interval: 50 },
      )
      .toMatchObject({ source: 'primary', stale: false })

    expect([oracle.clear(), oracle.clear()]).toEqual([true, false])
    await proxy.setFault({ kind: 'refuse' })
    await expect(oracle.get()).rejects.toThrow(LrtUnavailableError)
  })
})
