import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  parseAbi,
  parseAbiItem,
  toEventSelector,
} from 'viem'
import { expect, it } from 'vitest'
import { toAnsweringReader } from '../../dex/fixtures/answeringReader.ts'
import { LendingReadError } from '../../reads/readErrors.ts'
import { createBalancerDecoder } from './balancerTrades.ts'
import { createCurveDecoder, toCurveRate } from './curveTrades.ts'
import { createRates } from './feeRates.ts'
import { readCurveRate, readUnderlying } from './poolTerms.ts'

const toAddress = (index: number): Address => `0x${index.toString(16).padStart(40, '0')}`
const [pool, base, factory, lp] = [0xaa, 0xbb, 0xcc, 0xdd].map(toAddress) as [Address, Address, Address, Address]
const [gusd, dai, usdc] = [1, 2, 3].map(toAddress) as [Address, Address, Address]
const uint = { type: 'uint256' } as const
const buyer = toAddress(0xee)
const place = { blockNumber: '0x1', logIndex: '0x0' } as const

const curveEvents = {
  stable: parseAbiItem(
    'event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)',
  ),
  crypto: parseAbiItem(
    'event TokenExchange(address indexed buyer, uint256 sold_id, uint256 tokens_sold, uint256 bought_id, uint256 tokens_bought)',
  ),
  ng: parseAbiItem(
    'event TokenExchange(address indexed buyer, uint256 sold_id, uint256 tokens_sold, uint256 bought_id, uint256 tokens_bought, uint256 fee, uint256 packed_price_scale)',
  ),
  underlying: parseAbiItem(
    'event TokenExchangeUnderlying(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)',
  ),
}

const toCurveLog = (event: keyof typeof curveEvents, ...words: readonly bigint[]) => ({
  ...place,
  topics: encodeEventTopics({ abi: [curveEvents[event]], args: { buyer } }) as Hex[],
  data: encodeAbiParameters(
    words.map(() => uint),
    words,
  ),
})

it('reads Curve swaps of each form, with the fee if the rate or the log determines it', () => {
  const coins = { count: 3, underlying: [], isMeta: false }
  const fixed = createCurveDecoder(coins, () => 4_000_000n)
  // 1,000,000 minus 0.04 % is 999,600.
  const trade = { amountsIn: [0n, 0n, 1_000_123n], amountsOut: [999_600n, 0n, 0n], fees: [400n, 0n, 0n] }
  expect(fixed(toCurveLog('stable', 2n, 1_000_123n, 0n, 999_600n))).toEqual(trade)
  expect(fixed(toCurveLog('crypto', 2n, 1_000_123n, 0n, 999_600n))).toEqual(trade)
  const moving = createCurveDecoder(coins, () => null)
  expect(moving(toCurveLog('crypto', 2n, 1_000_123n, 0n, 999_600n))).toEqual({ ...trade, fees: null })
  expect(moving(toCurveLog('ng', 2n, 1_000_123n, 0n, 999_600n, 777n, 5n))).toEqual({ ...trade, fees: [777n, 0n, 0n] })
  expect(fixed(toCurveLog('stable', 3n, 1n, 0n, 1n))).toBeNull()
  expect(fixed({ ...toCurveLog('stable', 0n, 1n, 1n, 1n), data: '0x12' })).toBeNull()
  expect(fixed(toCurveLog('underlying', 0n, 1n, 1n, 1n))).toBeNull()
  expect(
    fixed({ ...place, topics: [`0x${'12'.repeat(32)}`], data: toCurveLog('stable', 0n, 1n, 1n, 1n).data }),
  ).toBeNull()
})

it('counts underlying swaps that pass through a meta pool, and no fee in its LP token', () => {
  // GUSD and 3CRV, with the coins of the base pool.
  const decode = createCurveDecoder({ count: 2, underlying: [0, 2, 3], isMeta: true }, () => 4_000_000n)
  expect(decode(toCurveLog('underlying', 1n, 1_000_123n, 0n, 999_600n))).toEqual({
    amountsIn: [0n, 0n, 1_000_123n, 0n],
    amountsOut: [999_600n, 0n, 0n, 0n],
    fees: [400n, 0n, 0n, 0n],
  })
  expect(decode(toCurveLog('underlying', 0n, 7n, 2n, 6n))).toEqual({
    amountsIn: [7n, 0n, 0n, 0n],
    amountsOut: [0n, 0n, 0n, 6n],
    fees: null,
  })
  expect(decode(toCurveLog('underlying', 1n, 7n, 2n, 6n))).toBeNull()
  const lending = createCurveDecoder({ count: 2, underlying: [2, 3], isMeta: false }, () => null)
  expect(lending(toCurveLog('underlying', 0n, 7n, 1n, 6n))).toEqual({
    amountsIn: [0n, 0n, 7n, 0n],
    amountsOut: [0n, 0n, 0n, 6n],
    fees: null,
  })
})

it('finds a meta pool’s underlying coins by its getter, its factory or its LP token, and a lending pool’s by its getter', async () => {
  const meta = { address: pool, tokens: [gusd, lp] }
  const coinsOf =
    (...tokens: readonly Address[]) =>
    (index: bigint) =>
      tokens[Number(index)]
  const ofBase = { 'coins(uint256)': coinsOf(dai, usdc) }
  const found = { tokens: [gusd, dai, usdc], isMeta: true }
  const read = (contracts: Parameters<typeof toAnsweringReader>[0], listedBy: Address | null = null) =>
    readUnderlying(toAnsweringReader(contracts), meta, listedBy)
  expect(await read({ [pool]: { 'base_pool()': base }, [base]: ofBase })).toEqual(found)
  expect(await read({ [pool]: { 'BASE_POOL()': base }, [base]: { 'coins(int128)': coinsOf(dai, usdc) } })).toEqual(
    found,
  )
  expect(await read({ [factory]: { 'get_base_pool(address)': () => base }, [base]: ofBase }, factory)).toEqual(found)
  const none = { 'get_base_pool(address)': () => toAddress(0), 'underlying_coins(int128)': coinsOf(dai, usdc) }
  expect(await read({ [factory]: none, [pool]: none }, factory)).toEqual({ tokens: [dai, usdc], isMeta: false })
  await expect(read({})).rejects.toThrow(LendingReadError)
  const threeCrv = toAnsweringReader({ '0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7': ofBase })
  const withThreeCrv = { address: pool, tokens: [gusd, '0x6c3f90f043a72fa612cbac8115ee7e52bde6e490'] as const }
  expect(await readUnderlying(threeCrv, withThreeCrv, null)).toEqual(found)
})

it('uses the last fee set before each swap, and none before the first known change', () => {
  const words = (...values: readonly bigint[]) =>
    encodeAbiParameters(
      values.map(() => uint),
      values,
    )
  const toChange = (signature: string, blockNumber: Hex, logIndex: Hex, ...values: readonly bigint[]) => ({
    topics: [toEventSelector(signature)],
    data: words(...values),
    blockNumber,
    logIndex,
  })
  const changes = [
    toChange('ApplyNewFee(uint256,uint256)', '0x30', '0x1', 7n, 2n * 10n ** 10n),
    toChange('NewFee(uint256,uint256)', '0x10', '0x5', 4n, 5n),
    toChange('NewParameters(uint256,uint256,uint256)', '0x20', '0x0', 100n, 6n, 5n),
    toChange('ApplyNewFee(uint256)', '0x40', '0x0', 9n),
  ]
  const toRate = createRates(changes, 9n, toCurveRate)
  const at = (blockNumber: Hex, logIndex: Hex) => toRate({ topics: [], data: '0x', blockNumber, logIndex })
  expect([at('0xf', '0x9'), at('0x10', '0x4'), at('0x10', '0x6'), at('0x1f', '0x0')]).toEqual([null, null, 4n, 4n])
  // It grows when the pool is unbalanced, from the third on.
  expect([at('0x20', '0x1'), at('0x30', '0x0'), at('0x30', '0x2'), at('0x41', '0x0')]).toEqual([6n, 6n, null, 9n])
  expect(createRates([], 9n, toCurveRate)(changes[0] as (typeof changes)[0])).toBe(9n)
})

it('treats a Curve fee as fixed unless it grows when the pool is unbalanced', async () => {
  const rate = (multiplier?: bigint) =>
    readCurveRate(toAnsweringReader({ [pool]: { 'fee()': 4_000_000n, 'offpeg_fee_multiplier()': multiplier } }), pool)
  expect(await rate()).toBe(4_000_000n)
  expect(await rate(10n ** 10n)).toBe(4_000_000n)
  expect(await rate(2n * 10n ** 10n)).toBeNull()
})

const vaultEvents = parseAbi([
  'event Swap(bytes32 indexed poolId, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut)',
  'event Swap(address indexed pool, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut, uint256 swapFeePercentage, uint256 swapFeeAmount)',
])

it('reads swaps of both Vaults, but none of the pool’s own token', () => {
  const tokens = [dai, pool, usdc]
  const toLog = (version: 2 | 3, [tokenIn, tokenOut]: readonly [Address, Address], ...words: readonly bigint[]) => ({
    ...place,
    topics: (version === 2
      ? encodeEventTopics({ abi: [vaultEvents[0]], args: { poolId: `0x${'ab'.repeat(32)}`, tokenIn, tokenOut } })
      : encodeEventTopics({ abi: [vaultEvents[1]], args: { pool, tokenIn, tokenOut } })) as Hex[],
    data: encodeAbiParameters(
      words.map(() => uint),
      words,
    ),
  })
  const v2 = createBalancerDecoder({ version: 2, pool, tokens, toRate: () => 10n ** 15n })
  const trade = { amountsIn: [0n, 0n, 1_000_001n], amountsOut: [900n, 0n, 0n] }
  expect(v2(toLog(2, [usdc, dai], 1_000_001n, 900n))).toEqual({ ...trade, fees: [0n, 0n, 1_001n] })
  expect(v2(toLog(2, [usdc, pool], 5n, 5n))).toBeNull()
  expect(v2(toLog(2, [pool, dai], 5n, 5n))).toBeNull()
  expect(v2(toLog(2, [gusd, dai], 5n, 5n))).toBeNull()
  expect(v2(toLog(3, [usdc, dai], 5n, 5n, 1n, 1n))).toBeNull()
  const v3 = createBalancerDecoder({ version: 3, pool, tokens, toRate: () => null })
  expect(v3(toLog(3, [usdc, dai], 1_000_001n, 900n, 10n ** 15n, 12n))).toEqual({ ...trade, fees: [0n, 0n, 12n] })
})
