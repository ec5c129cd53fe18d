import type { OracleUpdate } from '@outrigger/calldata'
import { createDecoder, protocols, toOracleUpdates } from '@outrigger/calldata'
import { addresses, type Devnet, readAbi, startDevnet } from '@outrigger/devnet'
import {
  type Address,
  concatHex,
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  type PublicClient,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answering } from '../../prices/fixtures/answering.ts'
import { send } from '../../prices/fixtures/send.ts'
import { getPriceSources } from '../../prices/getPriceSources.ts'
import { predictMarkets } from '../../prices/predictMarkets.ts'
import { createBlockReader } from '../../reads/blockReader.ts'
import { compoundV2Lending as lending } from './compoundV2.ts'
import type { CompoundV2Market } from './market.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const decodeUpdates = (call: Parameters<typeof decoder.decode>[0]) => toOracleUpdates(decoder.decode(call).actions)

const { compoundV2, compoundV2Markets, feeds } = addresses
const deployment = { address: compoundV2.comptroller.toLowerCase() as Address, fromBlock: 0n }
const oracleAbi = readAbi('compoundOracle')
const sender: Address = `0x${'44'.repeat(20)}`
const word = (value: bigint) => numberToHex(value, { size: 32 })
const toPlace = (at: number): Address => `0x${at.toString(16).padStart(40, '6')}`

let devnet: Devnet
let client: PublicClient
let snapshot: Hex
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const { rpcUrl, client: own } = devnet.chains.ethereum
  client = createPublicClient({ chain: own.chain, transport: http(rpcUrl) })
  await own.impersonateAccount({ address: sender })
  await own.setBalance({ address: sender, value: 10n ** 20n })
}, 120_000)
afterAll(() => devnet.close())
beforeEach(async () => {
  snapshot = await devnet.chains.ethereum.client.snapshot()
})
afterEach(() => devnet.chains.ethereum.client.revert({ id: snapshot }))

const transmitAbi = parseAbi([
  'function transmit(bytes32[3] reportContext, bytes report, bytes32[] rs, bytes32[] ss, bytes32 rawVs)',
  'function forward(address to, bytes data)',
])
/** The transaction with which a Chainlink node sets the feed's answer. */
function toForwarded(aggregator: Address, answer: bigint) {
  const observations = [answer - 2n, answer, answer + 1n]
  const reportTypes = parseAbiParameters('uint32, bytes32, int192[], int192')
  const report = encodeAbiParameters(reportTypes, [1, word(7n), observations, 5n])
  const args = [[word(1n), word(2n), word(3n)], report, [], [], word(0n)] as const
  const data = encodeFunctionData({ abi: transmitAbi, functionName: 'transmit', args })
  return {
    to: toPlace(99),
    input: encodeFunctionData({ abi: transmitAbi, functionName: 'forward', args: [aggregator, data] }),
  }
}

const write = (to: Address, abi: ReturnType<typeof readAbi>, functionName: string, args: readonly unknown[]) =>
  send(devnet.chains.ethereum.client, { from: sender, to, data: encodeFunctionData({ abi, functionName, args }) })
const setAnswer = (feed: Address, answer: bigint) => write(feed, readAbi('priceFeed'), 'updateAnswer', [answer])
const setCode = (address: Address, bytecode: Hex) => devnet.chains.ethereum.client.setCode({ address, bytecode })

async function read(known: readonly CompoundV2Market[] = []): Promise<CompoundV2Market> {
  const reader = await createBlockReader(client)
  const [market] = await lending.getMarkets(reader, 'ethereum', deployment, known)
  return market as CompoundV2Market
}

async function predict(market: CompoundV2Market, updates: readonly OracleUpdate[]): Promise<CompoundV2Market> {
  const sources = await getPriceSources(
    await createBlockReader(client),
    market.reserves.flatMap(({ priceSource }) => priceSource ?? []),
  )
  const { markets, unknown } = predictMarkets([market], sources, updates)
  expect(unknown).toEqual([])
  return markets[0] ?? market
}

const prices = ({ reserves }: CompoundV2Market) => reserves.map(({ price }) => price)
const ask = ({ reserves }: CompoundV2Market) =>
  Promise.all(
    reserves.map(({ cToken: args }) =>
      client.readContract({
        address: compoundV2.oracle,
        abi: oracleAbi,
        functionName: 'getUnderlyingPrice',
        args: [args],
      }),
    ),
  )
const sourceOf = ({ reserves }: CompoundV2Market, symbol: keyof typeof compoundV2Markets) =>
  reserves.find(({ cToken }) => cToken === compoundV2Markets[symbol].cToken.toLowerCase())?.priceSource

/** A feed with a constant answer, by default behind a Chainlink proxy. */
const toFeed = (decimals: bigint, answer: bigint, own: Readonly<Record<string, Hex>> = { 'phaseId()': word(1n) }) => {
  const round = concatHex([1n, answer, 1n, 1n, 1n].map(word))
  return answering({ 'decimals()': word(decimals), 'latestRoundData()': round, ...own })
}

describe('pending prices of Compound v2', () => {
  it('match the oracle exactly once they are mined, for 6, 8 and 18 decimals', async () => {
    let market = await read()
    for (const [name, answer] of [
      ['ETH / USD', 2_345_67891234n],
      ['BTC / USD', 71_234_56789012n],
      ['USDC / USD', 99_870_001n],
      ['LINK / USD', 7n],
    ] as const) {
      const feed = feeds[name].address.toLowerCase() as Address
      const updates = decodeUpdates(toForwarded(feed, answer))
      expect(updates).toEqual([{ aggregator: feed, answer }])
      const predicted = await predict(market, updates)
      const changed = predicted.reserves.filter(({ price }, at) => price !== market.reserves[at]?.price)
      expect(changed.map(({ cToken }) => cToken)).toEqual([compoundV2Markets[feeds[name].token].cToken.toLowerCase()])
      await setAnswer(feed, answer)
      market = await read([market])
      expect(prices(predicted)).toEqual(prices(market))
      expect(prices(predicted)).toEqual(await ask(market))
      expect(predicted.reserves.map(({ unitPrice }) => unitPrice)).toEqual(
        market.reserves.map(({ unitPrice }) => expect.closeTo(unitPrice, 6)),
      )
    }
  })

  it('truncate the extra decimals of a feed', async () => {
    const feed = toPlace(1)
    await setCode(feed, toFeed(32n, 10n ** 32n + 123_456n))
    await write(compoundV2.oracle, oracleAbi, 'updateConfigPriceFeed', [compoundV2Markets.WETH.cToken, feed])
    const answer = 3n * 10n ** 32n + 99_999_999_999_999n
    const predicted = await predict(await read(), [{ aggregator: feed, answer }])
    await setCode(feed, toFeed(32n, answer))
    expect(prices(predicted)).toEqual(await ask(predicted))
    expect(prices(predicted)).toContain(3n * 10n ** 18n)
  })

  it('follow feeds that combine other feeds, like WBTC on mainnet', async () => {
    const [feed, ratio, bitcoin] = [toPlace(2), toPlace(3), feeds['BTC / USD'].address.toLowerCase() as Address]
    const toProduct = (dollars: bigint) =>
      toFeed(8n, (99_912_345n * dollars) / 10n ** 8n, {
        'WBTCToBTCPriceFeed()': word(BigInt(ratio)),
        'BTCToUSDPriceFeed()': word(BigInt(bitcoin)),
        'combinedScale()': word(10n ** 16n),
        'priceFeedScale()': word(10n ** 8n),
      })
    await setAnswer(bitcoin, 60_000_00000001n)
    await setCode(ratio, toFeed(8n, 99_912_345n))
    await setCode(feed, toProduct(60_000_00000001n))
    await write(compoundV2.oracle, oracleAbi, 'updateConfigPriceFeed', [compoundV2Markets.WBTC.cToken, feed])
    const market = await read()
    const predicted = await predict(market, [{ aggregator: bitcoin, answer: 59_876_54321098n }])
    await setCode(feed, toProduct(59_876_54321098n))
    expect(prices(predicted)).toEqual(await ask(predicted))
    expect(prices(predicted)).not.toEqual(prices(market))
  })

  it('use another feed from the next read on, and none while the price is fixed', async () => {
    const { cToken } = compoundV2Markets.LINK
    const [link, ether] = [feeds['LINK / USD'], feeds['ETH / USD']].map(({ address }) => address.toLowerCase())
    const first = await read()
    expect(sourceOf(first, 'LINK')).toBe(link)
    await write(compoundV2.oracle, oracleAbi, 'updateConfigPriceFeed', [cToken, ether])
    const changed = await read([first])
    expect([sourceOf(changed, 'LINK'), sourceOf(await read([changed]), 'LINK')]).toEqual([null, ether])
    expect(sourceOf(await read(), 'LINK')).toBe(ether)
    await write(compoundV2.oracle, oracleAbi, 'updateConfigFixedPrice', [cToken, 5n * 10n ** 18n])
    for (const market of [await read([changed]), await read()]) {
      expect(sourceOf(market, 'LINK')).toBeNull()
      expect(prices(market)).toEqual(await ask(market))
    }
  })

  it('are not predicted if the oracle has no config, or does not follow it', async () => {
    const reported = await read()
    const ether = sourceOf(reported, 'WETH')
    const [feed, price] = [word(BigInt(ether ?? 0)), reported.reserves[0]?.price ?? 0n]
    const config = concatHex([word(18n), feed, word(0n)])
    for (const [getConfig, getUnderlyingPrice, expected] of [
      [config, price, ether],
      [null, price, null],
      [config, price + 1n, null],
      [config, 0n, null],
      // The form of an earlier draft of the contract: base unit, cToken, feed.
      [concatHex([word(10n ** 18n), feed, feed]), price, null],
    ] as const) {
      const answers = { 'getUnderlyingPrice(address)': word(getUnderlyingPrice) }
      await setCode(compoundV2.oracle, answering(getConfig ? { ...answers, 'getConfig(address)': getConfig } : answers))
      for (const market of [await read(), await read([reported])]) {
        expect(sourceOf(market, 'WETH')).toBe(expected)
        expect(market.reserves[0]?.price).toBe(getUnderlyingPrice)
      }
    }
  })
})
