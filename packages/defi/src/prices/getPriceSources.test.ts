import { createDecoder, protocols, toOracleUpdates } from '@outrigger/calldata'
import { addresses, type Devnet, morphoMarkets, readAbi, startDevnet } from '@outrigger/devnet'
import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  maxUint256,
  numberToHex,
  type PublicClient,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBlockReader } from '../reads/blockReader.ts'
import { feedLogs, toOracleUpdate } from './feedLogs.ts'
import { answering } from './fixtures/answering.ts'
import { send } from './fixtures/send.ts'
import { getPriceSources } from './getPriceSources.ts'
import { toAnswers } from './lendingPriceSource.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const decodeUpdates = (call: Parameters<typeof decoder.decode>[0]) => toOracleUpdates(decoder.decode(call).actions)

const { feeds, tokens, multicall3, aaveV3 } = addresses
const lower = (address: Address) => address.toLowerCase() as Address
const ether = lower(feeds['ETH / USD'].address)
const dollar = lower(feeds['USDC / USD'].address)
const answerAbi = parseAbi(['function latestAnswer() view returns (int256)', 'function price() view returns (uint256)'])
const word = (value: bigint) => numberToHex(value, { size: 32, signed: value < 0n })
const sender: Address = `0x${'44'.repeat(20)}`

let devnet: Devnet
let client: PublicClient
let calls: string[] = []

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const { rpcUrl, client: own } = devnet.chains.ethereum
  const count = (request: Request) => {
    void request
      .clone()
      .json()
      .then((body) => calls.push((body as { method: string }).method))
  }
  client = createPublicClient({ chain: own.chain, transport: http(rpcUrl, { onFetchRequest: count }) })
  await own.impersonateAccount({ address: sender })
  await own.setBalance({ address: sender, value: 10n ** 20n })
}, 120_000)
afterAll(() => devnet.close())

const setAnswer = (feed: Address, answer: bigint) => ({
  to: feed,
  data: encodeFunctionData({ abi: readAbi('priceFeed'), functionName: 'updateAnswer', args: [answer] }),
})
const read = async (address: Address, functionName: 'latestAnswer' | 'price') =>
  client.readContract({ address, abi: answerAbi, functionName })
const toPlace = (at: number): Address => `0x${at.toString(16).padStart(40, '5')}`
const place = async (at: number, code: Hex): Promise<Address> => {
  const address = toPlace(at)
  await devnet.chains.ethereum.client.setCode({ address, bytecode: code })
  return address
}

describe('getPriceSources', () => {
  it('predicts the answer of every oracle of the devnet after an update', async () => {
    const oracles = morphoMarkets.map(({ params }) => params.oracle)
    const sources = await getPriceSources(await createBlockReader(client), [ether, ...oracles])
    expect(sources.size).toBe(1 + oracles.length)
    let moved = 0
    for (const [feed, answer] of [
      [ether, 2_345_67000000n],
      [dollar, 99_870_000n],
      [lower(feeds['BTC / USD'].address), 71_234_56789012n],
    ] as const) {
      const before = await getPriceSources(await createBlockReader(client), sources.keys())
      const update = setAnswer(feed, answer)
      const answers = toAnswers(decodeUpdates({ to: update.to, input: update.data }))
      await send(devnet.chains.ethereum.client, { from: sender, ...update })
      for (const [address, source] of before) {
        const now = await read(address, address === ether ? 'latestAnswer' : 'price')
        expect(source.computePrice(answers)).toBe(now)
        if (source.computePrice(new Map()) !== now) moved++
      }
    }
    expect(moved).toBeGreaterThan(8)
  })

  it('finds the update in the block’s logs, too', async () => {
    const sources = await getPriceSources(
      await createBlockReader(client),
      morphoMarkets.map(({ params }) => params.oracle),
    )
    const filter = feedLogs(sources.values())
    expect(filter?.address).toContain(ether)
    const { blockHash } = await send(devnet.chains.ethereum.client, { from: sender, ...setAnswer(ether, -7n) })
    const logs = await client.request({
      method: 'eth_getLogs',
      params: [{ ...(filter as { address: Address[]; topics: Hex[] }), blockHash }],
    })
    expect(logs.map((log) => toOracleUpdate({ ...log, removed: false }))).toEqual([{ aggregator: ether, answer: -7n }])
    await send(devnet.chains.ethereum.client, { from: sender, ...setAnswer(ether, 3_000_00000000n) })
    expect(feedLogs([])).toBeNull()
  })

  it('takes one call for known sources', async () => {
    const oracles = morphoMarkets.map(({ params }) => params.oracle)
    const known = await getPriceSources(await createBlockReader(client), oracles)
    const reader = await createBlockReader(client)
    calls = []
    const again = await getPriceSources(reader, oracles, known)
    expect(calls).toEqual(['eth_call'])
    const answers = new Map([[ether, 2_000_00000000n]])
    for (const [address, source] of again)
      expect(source.computePrice(answers)).toBe(known.get(address)?.computePrice(answers))
  })

  it('understands adapters over adapters', async () => {
    const answer = await read(ether, 'latestAnswer')
    const { timestamp } = await createBlockReader(client)
    const capped = (ratio: bigint, price: bigint) =>
      answering({
        'BASE_TO_USD_AGGREGATOR()': word(BigInt(ether)),
        'RATIO_DECIMALS()': word(18n),
        'getSnapshotRatio()': word(10n ** 18n),
        'getSnapshotTimestamp()': word(timestamp),
        'getMaxRatioGrowthPerSecondScaled()': word(0n),
        'RATIO_PROVIDER()': word(BigInt(tokens.WETH.address)),
        'getRatio()': word(ratio),
        'latestAnswer()': word(price),
      })
    const staked = await place(1, capped(9n * 10n ** 17n, (answer * 9n) / 10n))
    const over = await place(2, capped(12n * 10n ** 17n, answer))
    const peg = await place(
      3,
      answering({
        'ASSET_TO_PEG()': word(BigInt(staked)),
        'BASE_TO_PEG()': word(BigInt(dollar)),
        'decimals()': word(8n),
        'latestAnswer()': word((((answer * 9n) / 10n) * 10n ** 8n) / (await read(dollar, 'latestAnswer'))),
      }),
    )
    const sources = await getPriceSources(await createBlockReader(client), [staked, over, peg])
    const answers = new Map([
      [ether, 1_000_00000000n],
      [dollar, 2_00000000n],
    ])
    expect([staked, over, peg].map((address) => sources.get(address)?.computePrice(answers))).toEqual([
      900_00000000n,
      1_000_00000000n,
      450_00000000n,
    ])
    expect(sources.get(peg)?.aggregators).toEqual([ether, dollar])
  })

  it('accepts no rule that differs from the present answer, and no unknown contract', async () => {
    const answer = await read(ether, 'latestAnswer')
    const stable = { 'ASSET_TO_USD_AGGREGATOR()': word(BigInt(ether)), 'getPriceCap()': word(maxUint256 / 4n) }
    const honest = await place(4, answering({ ...stable, 'latestAnswer()': word(answer) }))
    const different = await place(5, answering({ ...stable, 'latestAnswer()': word(answer + 1n) }))
    const opaque = await place(6, answering({ 'latestAnswer()': word(answer) }))
    const loops = await Promise.all(
      [7, 8].map((at) => {
        const other = word(BigInt(toPlace(15 - at)))
        return place(at, answering({ ...stable, 'ASSET_TO_USD_AGGREGATOR()': other, 'latestAnswer()': word(1n) }))
      }),
    )
    const unknown = [different, opaque, ...loops, multicall3, tokens.USDC.address, aaveV3.pool, sender].map((address) =>
      lower(address as Address),
    )
    const sources = await getPriceSources(await createBlockReader(client), [honest, ...unknown])
    expect(sources.get(honest)?.computePrice(new Map([[ether, 5n]]))).toBe(5n)
    for (const address of unknown) {
      expect(sources.get(address)).toMatchObject({ aggregators: [], resolved: null })
      expect(sources.get(address)?.computePrice(new Map())).toBeNull()
    }
  })

  it('distinguishes the two proxies of a DualAggregator', async () => {
    const proxies = ['0x'.padEnd(42, '8'), '0x'.padEnd(42, '9')] as Address[]
    const [secondary, primary] = proxies as [Address, Address]
    const text = encodeAbiParameters(parseAbiParameters('string'), ['DualAggregator 1.0.0'])
    const dual = lower(await place(9, answering({ 'typeAndVersion()': text }, secondary)))
    for (const address of proxies)
      await devnet.chains.ethereum.client.setCode({
        address,
        bytecode: answering({
          'aggregator()': word(BigInt(dual)),
          'phaseId()': word(1n),
          'latestAnswer()': word(100n),
        }),
      })
    const sources = await getPriceSources(await createBlockReader(client), proxies)
    const price = (address: Address, isSecondary: boolean) =>
      sources
        .get(address)
        ?.computePrice(toAnswers([{ aggregator: dual, answer: 90n, ...(isSecondary && { secondary: true }) }]))
    expect([price(primary, false), price(primary, true)]).toEqual([90n, 100n])
    expect([price(secondary, false), price(secondary, true)]).toEqual([100n, 90n])
  })
})
