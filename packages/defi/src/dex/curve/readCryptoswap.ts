import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { toLower } from '../pool.ts'
import type { CryptoswapPool } from '../poolState.ts'
import { computeCryptoInvariant } from './cryptoswapInvariant.ts'
import { computeCryptoswapSwap, toScaledAt } from './cryptoswapSwap.ts'
import type { PoolFacts } from './poolFacts.ts'
import { readPrecisions } from './readDecimals.ts'

const abi = parseAbi([
  'function coins(uint256 index) view returns (address)',
  'function balances(uint256 index) view returns (uint256)',
  'function A() view returns (uint256)',
  'function gamma() view returns (uint256)',
  'function D() view returns (uint256)',
  'function mid_fee() view returns (uint256)',
  'function out_fee() view returns (uint256)',
  'function fee_gamma() view returns (uint256)',
  'function future_A_gamma_time() view returns (uint256)',
  'function MATH() view returns (address)',
  'function virtual_price() view returns (uint256)',
  'function xcp_profit() view returns (uint256)',
  'function allowed_extra_profit() view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function get_dy(uint256 i, uint256 j, uint256 dx) view returns (uint256)',
])
const priceAbis = {
  2: parseAbi(['function price_scale() view returns (uint256)']),
  3: parseAbi(['function price_scale(uint256 index) view returns (uint256)']),
}

/**
 * Reads a CryptoSwap pool of two or three coins at the reader's block. Returns undefined if the contract is not such
 * a pool, or if its own `get_dy` differs from this package's result. Makes two rounds of reads if the coins are
 * known, otherwise three.
 */
export async function getCryptoswapState(
  reader: BlockReader,
  pool: Address,
  { tokens: known, proven }: PoolFacts<CryptoswapPool> = {},
): Promise<CryptoswapPool | undefined> {
  const address = toLower(pool)
  const tokens = known ?? (await readCoins(reader, address))
  const count = tokens.length
  if (count !== 2 && count !== 3) return undefined
  const [balances, precisions, priceScale, terms, profit] = await Promise.all([
    readBalances(reader, address, count),
    proven ? proven.precisions : readPrecisions(reader, tokens),
    readPriceScale(reader, address, count),
    readTerms(reader, address),
    readProfit(reader, address),
  ])
  if (!balances || !precisions || !priceScale || !terms) return undefined
  const { math, rampEndsAt, ...state } = terms
  const isNg = math !== undefined
  // The first generation recomputes D until a swap has noticed the end of the ramp.
  const isRamping = isNg ? rampEndsAt > reader.timestamp : rampEndsAt > 0n
  const shared = {
    ...({ kind: 'cryptoswap', id: address, dex: 'curve' } as const),
    address,
    tokens,
    balances,
    precisions,
    priceScale,
    ...state,
    isRamping,
    profit: isNg ? profit : null,
  }
  const generations = proven ? [proven.generation] : isNg ? (['ng'] as const) : (['v1', 'v1Unchecked'] as const)
  const candidates = generations
    .map((generation): CryptoswapPool => ({ ...shared, generation }))
    .map(toCurrentInvariant)
    .filter((one) => one !== null)
  return proven ? candidates[0] : selectProven(reader, address, candidates)
}

async function readCoins(reader: BlockReader, address: Address): Promise<readonly Address[]> {
  const tokens = await Promise.all(
    [0n, 1n, 2n, 3n].map((index) => reader.tryRead({ address, abi, functionName: 'coins', args: [index] })),
  )
  return tokens.filter((token) => token !== undefined).map(toLower)
}

async function readBalances(reader: BlockReader, address: Address, count: number) {
  const balances = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      reader.tryRead({ address, abi, functionName: 'balances', args: [BigInt(index)] }),
    ),
  )
  return balances.some((balance) => !balance) ? undefined : (balances as readonly bigint[])
}

async function readPriceScale(reader: BlockReader, address: Address, coins: 2 | 3) {
  const prices = await Promise.all(
    coins === 2
      ? [reader.tryRead({ address, abi: priceAbis[2], functionName: 'price_scale' })]
      : [0n, 1n].map((index) =>
          reader.tryRead({ address, abi: priceAbis[3], functionName: 'price_scale', args: [index] }),
        ),
  )
  return prices.some((price) => !price) ? undefined : (prices as readonly bigint[])
}

async function readTerms(reader: BlockReader, address: Address) {
  const readValue = (name: 'A' | 'gamma' | 'D' | 'mid_fee' | 'out_fee' | 'fee_gamma' | 'future_A_gamma_time') =>
    reader.tryRead({ address, abi, functionName: name })
  const [math, amplification, gamma, invariant, mid, out, feeGamma, rampEndsAt = 0n] = await Promise.all([
    reader.tryRead({ address, abi, functionName: 'MATH' }),
    ...[
      readValue('A'),
      readValue('gamma'),
      readValue('D'),
      readValue('mid_fee'),
      readValue('out_fee'),
      readValue('fee_gamma'),
      readValue('future_A_gamma_time'),
    ],
  ])
  if (!amplification || !gamma || !invariant || mid === undefined || out === undefined || feeGamma === undefined)
    return undefined
  return { math, amplification, gamma, invariant, feeTerms: { mid, out, gamma: feeGamma }, rampEndsAt }
}

async function readProfit(reader: BlockReader, address: Address): Promise<CryptoswapPool['profit']> {
  const [virtualPrice, xcpProfit, allowedExtraProfit, totalSupply] = await Promise.all([
    reader.tryRead({ address, abi, functionName: 'virtual_price' }),
    reader.tryRead({ address, abi, functionName: 'xcp_profit' }),
    reader.tryRead({ address, abi, functionName: 'allowed_extra_profit' }),
    reader.tryRead({ address, abi, functionName: 'totalSupply' }),
  ])
  if (!virtualPrice || !xcpProfit || allowedExtraProfit === undefined || !totalSupply) return null
  return { virtualPrice, xcpProfit, allowedExtraProfit, totalSupply }
}

/** During a ramp, a swap first recomputes the invariant. */
function toCurrentInvariant(pool: CryptoswapPool): CryptoswapPool | null {
  if (!pool.isRamping) return pool
  const scaled = pool.balances.map((balance, index) => toScaledAt(pool, index, balance))
  const invariant = computeCryptoInvariant(pool, scaled, 0n)
  return invariant === null ? null : { ...pool, invariant }
}

async function selectProven(reader: BlockReader, address: Address, candidates: readonly CryptoswapPool[]) {
  const [first] = candidates
  if (!first) return undefined
  const probes = first.tokens.flatMap((_, i) =>
    [23n, 997n].map((part) => ({ i, j: (i + 1) % first.tokens.length, dx: (first.balances[i] as bigint) / part })),
  )
  const answers = await Promise.all(
    probes.map(({ i, j, dx }) =>
      reader.tryRead({ address, abi, functionName: 'get_dy', args: [BigInt(i), BigInt(j), dx] }),
    ),
  )
  return candidates.find((pool) =>
    probes.every(({ i, j, dx }, index) => {
      const quote = computeCryptoswapSwap(pool, [i, j], dx)?.amountOut
      return quote !== undefined && quote === answers[index]
    }),
  )
}
