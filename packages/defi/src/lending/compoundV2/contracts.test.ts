import type { ChainLog, LogFilter } from '@outrigger/core'
import { addresses, type Devnet, type DevnetClient, openPositions, readAbi, startDevnet } from '@outrigger/devnet'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  maxUint256,
  multicall3Abi,
  type PublicClient,
  parseAbi,
  parseEther,
  toEventHash,
  toHex,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBlockReader } from '../../reads/blockReader.ts'
import type { Account, LiquidationCall, Pair } from '../market.ts'
import { compoundV2Lending as lending } from './compoundV2.ts'
import { reserveOf } from './computeHealth.ts'
import { computeSeizure } from './computeLiquidation.ts'
import type { CompoundV2Market } from './market.ts'

// Uses Venus 0.4.1, the BSD fork of Compound v2 on npm, at Compound's addresses.
const { compoundV2, compoundV2Markets, feeds, tokens } = addresses
const symbols = ['WETH', 'WBTC', 'USDC', 'USDT', 'DAI', 'LINK'] as const
const deployment = { address: compoundV2.comptroller.toLowerCase() as Address, fromBlock: 0n }
const liquidator = getAddress(`0x${'c0'.repeat(20)}`)
const accrueInterest = encodeFunctionData({ abi: parseAbi(['function accrueInterest()']) })
const deposit = encodeFunctionData({ abi: parseAbi(['function deposit()']) })
const tokenAbi = parseAbi(['function mint(address to, uint256 amount)'])
const failure = toEventHash('Failure(uint256,uint256,uint256)')

let devnet: Devnet
let client: DevnetClient
let snapshot: Hex
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  client = devnet.chains.ethereum.client
  await client.impersonateAccount({ address: liquidator })
  await client.impersonateAccount({ address: devnet.accounts.deployer.address })
  await openPositions(client, accounts.map(toPlan))
}, 120_000)
afterAll(() => devnet.close())
beforeEach(async () => {
  snapshot = await client.snapshot()
})
afterEach(() => client.revert({ id: snapshot }))

/** Reproducible random numbers. */
function createRandom(seed: number) {
  let state = seed
  return (max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state / 2 ** 32) * max
  }
}

const random = createRandom(20)
const accounts = Array.from({ length: 40 }, (_, index) => getAddress(toHex(0xabc0000n + BigInt(index), { size: 20 })))
const collaterals = ['WETH', 'WBTC', 'USDC', 'DAI', 'LINK'] as const

/** A position close to its limit, with one to three assets on each side, sometimes the same ones. */
function toPlan(account: Address) {
  const pick = <one>(from: readonly one[]) =>
    [...from].sort(() => random(1) - 0.5).slice(0, 1 + Math.floor(random(2.99))) as readonly one[]
  const collateralUsd = Object.fromEntries(pick(collaterals).map((symbol) => [symbol, 10_000 + random(50_000)]))
  const limit = Object.entries(collateralUsd).reduce(
    (sum, [symbol, usd]) => sum + (usd * compoundV2Markets[symbol as 'WETH'].collateralFactorBps) / 1e4,
    0,
  )
  const debts = pick(symbols)
  const debtUsd = Object.fromEntries(debts.map((symbol) => [symbol, (limit * (0.9 + random(0.09))) / debts.length]))
  return { market: 'compoundV2', account, collateralUsd, debtUsd } as const
}

/** Waits for the block, because the node returns the hash before it has mined. */
async function mined(hash: Promise<Hex>): Promise<void> {
  await client.waitForTransactionReceipt({ hash: await hash })
}

async function setPrices(change: (symbol: string) => number): Promise<void> {
  for (const { address, token } of Object.values(feeds))
    await client.writeContract({
      account: devnet.accounts.deployer.address,
      address,
      abi: readAbi('priceFeed'),
      functionName: 'updateAnswer',
      args: [BigInt(Math.round(tokens[token].priceUsd * change(token) * 1e8))],
    })
}

async function readAll(): Promise<{ market: CompoundV2Market; positions: readonly Account[] }> {
  const reader = await createBlockReader(client as unknown as PublicClient)
  const [market] = await lending.getMarkets(reader, 'ethereum', deployment)
  if (market === undefined) throw new Error('no market')
  return { market, positions: await lending.getAccounts(reader, market, accounts) }
}

/** Reads the contracts' values after accruing all interest at a block, in one `eth_call`. */
async function askContracts<result>(
  blockNumber: bigint,
  questions: readonly { to: Address; name: 'comptroller' | 'cErc20'; functionName: string; args: readonly unknown[] }[],
): Promise<readonly result[]> {
  const accrue = Object.values(compoundV2Markets).map(({ cToken }) => ({
    target: cToken,
    allowFailure: false,
    callData: accrueInterest,
  }))
  const asked = questions.map(({ to, name, ...call }) => ({
    target: to,
    allowFailure: false,
    callData: encodeFunctionData({ abi: readAbi(name), ...call }),
  }))
  const args = [[...accrue, ...asked]] as const
  const { data: answer = '0x' } = await client.call({
    to: addresses.multicall3,
    blockNumber,
    data: encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args }),
  })
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
  return questions.map(({ name, functionName }, index) => {
    const data = results[accrue.length + index]?.returnData ?? '0x'
    return decodeFunctionResult({ abi: readAbi(name), functionName, data }) as result
  })
}

/** All pairs of an account's supplies and debts. */
const pairsOf = ({ entries }: Account): readonly Pair[] =>
  entries.flatMap(({ reserve: collateral, supplied }) =>
    supplied === 0n
      ? []
      : entries.flatMap(({ reserve: debt, borrowed }) => (borrowed === 0n ? [] : [{ collateral, debt }])),
  )

test('liquidity, debts and seized cTokens match the contracts exactly', async () => {
  for (const factor of [1, 0.95, 0.8, 1.2]) {
    await setPrices((symbol) => (symbol.startsWith('USD') ? 1 : factor + random(0.1)))
    await client.mine({ blocks: 7 })
    const { market, positions } = await readAll()
    const comptroller = { to: compoundV2.comptroller, name: 'comptroller' } as const
    const liquidity = await askContracts<readonly [bigint, bigint, bigint]>(
      market.blockNumber,
      positions.map(({ address }) => ({ ...comptroller, functionName: 'getAccountLiquidity', args: [address] })),
    )
    for (const [index, account] of positions.entries()) {
      const { healthFactor, debtValue, isLiquidatable, availableToBorrow } = lending.computeHealth(market, account)
      const [, more = 0n, less = 0n] = liquidity[index] ?? []
      expect(healthFactor).toBe(((debtValue + more - less) * 10n ** 18n) / debtValue)
      expect({ isLiquidatable, availableToBorrow }).toEqual({ isLiquidatable: less > 0n, availableToBorrow: more })
    }
    const debts = positions.flatMap(({ address, entries }) =>
      entries.filter(({ borrowed }) => borrowed > 0n).map((entry) => ({ address, entry })),
    )
    const owed = await askContracts<bigint>(
      market.blockNumber,
      debts.map(({ address, entry }) => {
        const to = market.reserves[entry.reserve]?.cToken as Address
        return { to, name: 'cErc20', functionName: 'borrowBalanceStored', args: [address] }
      }),
    )
    expect(debts.map(({ entry }) => lending.toDebt(market, entry))).toEqual(owed)
  }
})

test.each([
  ['ether and dai fall', (symbol: string) => (symbol === 'WETH' || symbol === 'DAI' ? 0.93 : 1.04)],
  ['ether rises', (symbol: string) => (symbol === 'WETH' ? 1.15 : 0.99)],
])(
  'when %s, liquidations match the computation exactly, and larger ones are rejected',
  async (_, change) => {
    await setPrices(change)
    await client.mine({ blocks: 50 })
    const { market: read, positions } = await readAll()
    await fund()
    const executed: Pair[] = []
    for (const account of positions) {
      for (const pair of pairsOf(account)) {
        const number = await client.getBlockNumber()
        const market = lending.accrue(read, read.timestamp + 12n * (number + 1n - read.blockNumber))
        const terms = lending.computeTerms(market, account, pair)
        expect('refused' in terms).toBe(!lending.computeHealth(market, account).isLiquidatable)
        const range = 'refused' in terms ? undefined : terms.ranges[0]
        if (range === undefined) continue
        const attempt = async (repay: bigint) => {
          const state = await client.snapshot()
          const liquidation = lending.computeLiquidation(market, account, pair, repay)
          const calls = lending.toLiquidationCalls(market, account, pair, liquidation, liquidator)
          const held = () => balances(market.reserves[pair.debt]?.token, market.reserves[pair.collateral]?.token)
          const before = await held()
          const isDone = await sendInOneBlock(calls)
          const [debt, collateral] = await held()
          await client.revert({ id: state })
          return { isDone, debt: debt - before[0], collateral: collateral - before[1] }
        }
        const share = BigInt(Math.floor(random(1_000)))
        for (const repay of [range.to, range.from + ((range.to - range.from) * share) / 1_000n, range.from]) {
          const { isDone, debt, collateral } = await attempt(repay)
          expect(isDone).toBe(true)
          const isSame = pair.debt === pair.collateral
          const redeemed = toRedeemed(market, pair, repay)
          expect(debt).toBe(isSame ? redeemed - repay : -repay)
          expect(collateral).toBe(isSame ? debt : redeemed)
        }
        // Debts are exact to one base unit.
        expect((await attempt(range.to + 2n)).isDone).toBe(false)
        executed.push(pair)
      }
    }
    expect(executed.length).toBeGreaterThan(10)
  },
  240_000,
)

test('reads a known market in one call', async () => {
  const { market } = await readAll()
  let calls = 0
  const counting = {
    ...client,
    request: (asked: never) => {
      calls += 1
      return client.request(asked)
    },
  }
  const reader = await createBlockReader(counting as unknown as PublicClient)
  calls = 0
  expect(await lending.getMarkets(reader, 'ethereum', deployment, [market])).toEqual([market])
  expect(calls).toBe(1)
})

test('finds all debtors and all other accounts in logs', async () => {
  const { market, positions } = await readAll()
  const find = async (filter: LogFilter) => {
    const params = [{ ...filter, fromBlock: '0x0', toBlock: 'latest' }]
    const logs = (await client.request({ method: 'eth_getLogs', params } as never)) as readonly ChainLog[]
    return new Set(logs.flatMap((log) => lending.toAccountChange(log).accounts))
  }
  const borrowers = await find(lending.borrowLogs(deployment, [market]))
  const owners = await find(lending.accountLogs(deployment, [market]))
  for (const { address } of positions) expect([borrowers.has(address), owners.has(address)]).toEqual([true, true])
  expect(borrowers.size).toBe(positions.length + devnet.accounts.borrowersOf.compoundV2.length)
  expect(market.reserves.filter(({ cToken }) => owners.has(cToken))).toEqual([])
})

/** Gives the liquidator every token. */
async function fund(): Promise<void> {
  const { address: deployer } = devnet.accounts.deployer
  await client.setBalance({ address: liquidator, value: parseEther('1000000') })
  for (const symbol of symbols) {
    const to = tokens[symbol].address
    const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [liquidator, 10n ** 30n] })
    const wrapping = { account: liquidator, to, value: parseEther('10000'), data: deposit }
    await mined(client.sendTransaction(symbol === 'WETH' ? wrapping : { account: deployer, to, data: mint }))
    const args = [compoundV2Markets[symbol].cToken, maxUint256] as const
    const approval = { abi: erc20Abi, functionName: 'approve', args } as const
    await mined(client.writeContract({ account: liquidator, address: to, ...approval }))
  }
}

/** The amount of seized cTokens that the calls redeem, which is 1/100,000 less. */
function toRedeemed(market: CompoundV2Market, pair: Pair, repay: bigint): bigint {
  const { liquidatorTokens, received } = computeSeizure(market, pair, repay)
  const { exchangeRate, isNative } = reserveOf(market, pair.collateral)
  return isNative
    ? received - received / 100_000n
    : (exchangeRate * (liquidatorTokens - liquidatorTokens / 100_000n)) / 10n ** 18n
}

async function balances(...of: readonly (Address | undefined)[]): Promise<readonly [bigint, bigint]> {
  const [debt = 0n, collateral = 0n] = await Promise.all(
    of.map((address = tokens.WETH.address) =>
      client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [liquidator] }),
    ),
  )
  return [debt, collateral]
}

/** Whether all calls succeeded. cTokens report most failures with an event instead of a revert. */
async function sendInOneBlock(calls: readonly LiquidationCall[]): Promise<boolean> {
  await client.setAutomine(false)
  const hashes: Hex[] = []
  for (const call of calls) hashes.push(await client.sendTransaction({ account: liquidator, gas: 5_000_000n, ...call }))
  await client.mine({ blocks: 1 })
  await client.setAutomine(true)
  const receipts = await Promise.all(hashes.map((hash) => client.waitForTransactionReceipt({ hash })))
  return receipts.every(({ status, logs }) => status === 'success' && !logs.some(({ topics }) => topics[0] === failure))
}
