import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { toLower } from '../pool.ts'
import type { CryptoswapPool } from '../poolState.ts'
import { computeCryptoInvariant } from './cryptoswapInvariant.ts'
import { computeCryptoswapSwap, toScaledAt } from './cryptoswapSwap.ts'

const abi = parseAbi([
  'function coins(uint256 index) view returns (address)',
  'function balances(uint256 index) view returns (uint256)',
  'function decimals() view returns (uint8)',
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
const ether: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * A CryptoSwap pool of two or three coins at the reader's block. Undefined where the contract is none, or where its own
 * `get_dy` says something else than the arithmetic here.
 */
export async function getCryptoswapState(reader: BlockReader, pool: Address): Promise<CryptoswapPool | undefined> {
  const address = toLower(pool)
  const [coins, terms] = await Promise.all([readCoins(reader, address), readTerms(reader, address)])
  if (!coins || !terms) return undefined
  const { math, rampEndsAt, ...state } = terms
  const generation = math === undefined ? 'v1' : 'ng'
  // The first generation computes D anew until a swap has seen the ramp end.
  const isRamping = generation === 'ng' ? rampEndsAt > reader.timestamp : rampEndsAt > 0n
  const shared = { kind: 'cryptoswap', id: address, dex: 'curve', address, ...coins, ...state, isRamping } as const
  const profit = generation === 'ng' ? await readProfit(reader, address) : null
  const generations = generation === 'ng' ? (['ng'] as const) : (['v1', 'v1Unchecked'] as const)
  const candidates = generations.map((one): CryptoswapPool => ({ ...shared, generation: one, profit }))
  return selectProven(
    reader,
    address,
    candidates.map(toCurrentInvariant).filter((one) => one !== null),
  )
}

async function readCoins(reader: BlockReader, address: Address) {
  const indices = [0n, 1n, 2n, 3n]
  const [tokens, balances] = await Promise.all([
    Promise.all(indices.map((index) => reader.tryRead({ address, abi, functionName: 'coins', args: [index] }))),
    Promise.all(indices.map((index) => reader.tryRead({ address, abi, functionName: 'balances', args: [index] }))),
  ])
  const found = tokens.filter((token) => token !== undefined).map(toLower)
  const held = balances.slice(0, found.length).filter((balance) => balance !== undefined && balance > 0n)
  if ((found.length !== 2 && found.length !== 3) || held.length !== found.length) return undefined
  const [decimals, priceScale] = await Promise.all([
    Promise.all(
      found.map((token) => (token === ether ? 18 : reader.tryRead({ address: token, abi, functionName: 'decimals' }))),
    ),
    readPriceScale(reader, address, found.length),
  ])
  if (!priceScale || decimals.some((one) => one === undefined || one > 18)) return undefined
  const precisions = decimals.map((one) => 10n ** BigInt(18 - (one as number)))
  return { tokens: found, balances: held as readonly bigint[], precisions, priceScale }
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
  const ask = (name: 'A' | 'gamma' | 'D' | 'mid_fee' | 'out_fee' | 'fee_gamma' | 'future_A_gamma_time') =>
    reader.tryRead({ address, abi, functionName: name })
  const [math, amplification, gamma, invariant, mid, out, feeGamma, rampEndsAt = 0n] = await Promise.all([
    reader.tryRead({ address, abi, functionName: 'MATH' }),
    ...[ask('A'), ask('gamma'), ask('D'), ask('mid_fee'), ask('out_fee'), ask('fee_gamma'), ask('future_A_gamma_time')],
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

/** While it ramps, a swap first computes the invariant anew. */
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
