import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { toLower } from '../pool.ts'
import type { StableswapPool } from '../poolState.ts'
import type { PoolFacts } from './poolFacts.ts'
import { readDecimals } from './readDecimals.ts'
import { isRebasingPool, toBasePool, toCandidateForms } from './stableswapForms.ts'
import { computeStableswapSwap } from './stableswapSwap.ts'

const abi = parseAbi([
  'function A() view returns (uint256)',
  'function A_precise() view returns (uint256)',
  'function initial_A() view returns (uint256)',
  'function future_A() view returns (uint256)',
  'function initial_A_time() view returns (uint256)',
  'function future_A_time() view returns (uint256)',
  'function fee() view returns (uint256)',
  'function admin_fee() view returns (uint256)',
  'function offpeg_fee_multiplier() view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function D_oracle() view returns (uint256)',
  'function base_pool() view returns (address)',
  'function base_virtual_price() view returns (uint256)',
  'function base_cache_updated() view returns (uint256)',
  'function get_virtual_price() view returns (uint256)',
  'function get_dy(int128 i, int128 j, uint256 dx) view returns (uint256)',
  'function get_dy_underlying(int128 i, int128 j, uint256 dx) view returns (uint256)',
  'function coins(uint256 index) view returns (address)',
  'function balances(uint256 index) view returns (uint256)',
])
/** Vyper before 0.2 uses int128 for indexes. */
const oldAbi = parseAbi([
  'function coins(int128 index) view returns (address)',
  'function balances(int128 index) view returns (uint256)',
])
const listAbi = parseAbi(['function stored_rates() view returns (uint256[])'])
const fixedAbis = {
  2: parseAbi(['function stored_rates() view returns (uint256[2])']),
  3: parseAbi(['function stored_rates() view returns (uint256[3])']),
  4: parseAbi(['function stored_rates() view returns (uint256[4])']),
}

const maxCoins = 8
/** The first meta pools cache their base pool's price for this many seconds. */
const virtualPriceAge = 600n

/**
 * Reads a StableSwap pool at the reader's block: plain, meta and -NG pools, sUSD, aave and stETH. Returns undefined
 * if the contract is not such a pool, if its rates are not supported (Compound's and Yearn's first lending pools,
 * rETH, aETH), or if its own `get_dy` differs from this package's result. Makes two rounds of reads if the coins are
 * known, otherwise three.
 *
 * No getter reports rebasing coins in factory pools: `hasMovingRates` is false for them.
 */
export async function getStableswapState(
  reader: BlockReader,
  pool: Address,
  { tokens: known, proven }: PoolFacts<StableswapPool> = {},
): Promise<StableswapPool | undefined> {
  const address = toLower(pool)
  const tokens = known ?? (await readCoins(reader, address))
  if (tokens.length < 2) return undefined
  const [held, terms, parts] = await Promise.all([
    readBalances(reader, address, tokens.length),
    readTerms(reader, address),
    readRateParts(reader, address, tokens, proven),
  ])
  if (!held || !terms) return undefined
  const { isOwnToken, isNg, ...state } = terms
  const [rates, answers] = await Promise.all([
    readRates(reader, address, { tokens, isOwnToken, proven, ...parts }),
    proven ? [] : quoteProbes(reader, address, held.balances),
  ])
  if (!rates) return undefined
  const identity = { kind: 'stableswap', id: address, dex: 'curve', address, tokens } as const
  const shared = { ...identity, balances: held.balances, ...state, ...rates }
  if (proven) return { ...shared, hasMovingRates: proven.hasMovingRates, form: proven.form }
  const hasDynamicFee = state.offpegFeeMultiplier > 0n
  const traits = {
    address,
    coins: tokens.length,
    isNg: isNg && parts.storedRates !== undefined,
    isOwnToken,
    isOld: held.isOld,
    hasDynamicFee,
  }
  // Pools with such a fee contain aTokens unless they are -NG.
  const hasMovingRates = shared.hasMovingRates || (hasDynamicFee && !traits.isNg)
  const candidates = toCandidateForms(traits).map((form): StableswapPool => ({ ...shared, hasMovingRates, form }))
  return selectProven(candidates, answers)
}

async function readCoins(reader: BlockReader, address: Address): Promise<readonly Address[]> {
  const indices = Array.from({ length: maxCoins }, (_, index) => BigInt(index))
  const [tokens, oldTokens] = await Promise.all(
    [abi, oldAbi].map((one) =>
      Promise.all(indices.map((index) => reader.tryRead({ address, abi: one, functionName: 'coins', args: [index] }))),
    ),
  )
  const found = (tokens?.[0] ? tokens : oldTokens) ?? []
  // Factory pools have zeros after their last coin.
  return found.flatMap((token) => (token !== undefined && BigInt(token) !== 0n ? [toLower(token)] : []))
}

async function readBalances(reader: BlockReader, address: Address, count: number) {
  const indices = Array.from({ length: count }, (_, index) => BigInt(index))
  const [balances = [], oldBalances = []] = await Promise.all(
    [abi, oldAbi].map((one) =>
      Promise.all(
        indices.map((index) => reader.tryRead({ address, abi: one, functionName: 'balances', args: [index] })),
      ),
    ),
  )
  const isOld = balances[0] === undefined
  const held = isOld ? oldBalances : balances
  if (held.some((amount) => amount === undefined || amount === 0n)) return undefined
  return { balances: held as readonly bigint[], isOld }
}

async function readTerms(reader: BlockReader, address: Address) {
  const readValue = (
    functionName:
      | 'A'
      | 'A_precise'
      | 'initial_A'
      | 'future_A'
      | 'initial_A_time'
      | 'future_A_time'
      | 'fee'
      | 'admin_fee'
      | 'offpeg_fee_multiplier'
      | 'totalSupply'
      | 'D_oracle',
  ) => reader.tryRead({ address, abi, functionName })
  const [a, precise, from, to, startsAt = 0n, endsAt = 0n, fee, adminFee, offpegFeeMultiplier = 0n, supply, oracle] =
    await Promise.all([
      ...[
        readValue('A'),
        readValue('A_precise'),
        readValue('initial_A'),
        readValue('future_A'),
        readValue('initial_A_time'),
        readValue('future_A_time'),
      ],
      ...[
        readValue('fee'),
        readValue('admin_fee'),
        readValue('offpeg_fee_multiplier'),
        readValue('totalSupply'),
        readValue('D_oracle'),
      ],
    ])
  const amplification = precise ?? a
  if (amplification === undefined || fee === undefined || adminFee === undefined) return undefined
  const isRamping = endsAt > reader.timestamp && from !== undefined && to !== undefined
  return {
    amplification,
    amplificationPrecision: precise === undefined ? 1n : 100n,
    timestamp: reader.timestamp,
    ramp: isRamping ? { from, to, startsAt, endsAt } : null,
    fee,
    adminFee,
    offpegFeeMultiplier,
    isOwnToken: supply !== undefined,
    isNg: oracle !== undefined,
  }
}

type RateParts = {
  readonly storedRates: readonly bigint[] | undefined
  readonly decimals: readonly (number | undefined)[]
  readonly basePool: Address | undefined
  readonly underlying: bigint | undefined
}
const noParts: RateParts = { storedRates: undefined, decimals: [], basePool: undefined, underlying: undefined }

/** Reads everything that can determine rates, in one round; nothing if rates are fixed. */
async function readRateParts(
  reader: BlockReader,
  address: Address,
  tokens: readonly Address[],
  proven: StableswapPool | null | undefined,
): Promise<RateParts> {
  if (proven && !proven.hasMovingRates) return noParts
  const count = tokens.length
  const [list, fixedRates, basePool, underlying, decimals] = await Promise.all([
    reader.tryRead({ address, abi: listAbi, functionName: 'stored_rates' }),
    count === 2 || count === 3 || count === 4
      ? reader.tryRead({ address, abi: fixedAbis[count], functionName: 'stored_rates' })
      : undefined,
    reader.tryRead({ address, abi, functionName: 'base_pool' }),
    reader.tryRead({ address, abi, functionName: 'get_dy_underlying', args: [0n, 1n, 10n ** 6n] }),
    readDecimals(reader, tokens),
  ])
  return { storedRates: list ?? fixedRates, basePool, underlying, decimals }
}

type RateTerms = RateParts & {
  readonly tokens: readonly Address[]
  readonly isOwnToken: boolean
  readonly proven: StableswapPool | null | undefined
}

async function readRates(reader: BlockReader, address: Address, terms: RateTerms) {
  const { tokens, isOwnToken, proven, storedRates: stored, decimals, basePool, underlying } = terms
  if (proven && !proven.hasMovingRates) return { rates: proven.rates, hasMovingRates: false }
  if (decimals.some((one) => one === undefined || one > 36)) return undefined
  const units = decimals.map((one) => 10n ** BigInt(36 - (one as number)))
  const count = tokens.length
  if (stored) {
    if (stored.length !== count) return undefined
    return { rates: stored, hasMovingRates: stored.some((rate, index) => rate !== units[index]) }
  }
  const base = basePool ?? (isOwnToken && underlying !== undefined ? toBasePool(tokens[1]) : undefined)
  if (!base) return { rates: units, hasMovingRates: isRebasingPool(address) }
  const price = count === 2 ? await readVirtualPrice(reader, address, base) : undefined
  return price === undefined ? undefined : { rates: [units[0] as bigint, price], hasMovingRates: true }
}

/** Reads the price of the base pool's LP token that a swap in this block uses. */
async function readVirtualPrice(reader: BlockReader, address: Address, basePool: Address) {
  const [current, cached, updatedAt] = await Promise.all([
    reader.tryRead({ address: basePool, abi, functionName: 'get_virtual_price' }),
    reader.tryRead({ address, abi, functionName: 'base_virtual_price' }),
    reader.tryRead({ address, abi, functionName: 'base_cache_updated' }),
  ])
  const isCached = updatedAt !== undefined && reader.timestamp <= updatedAt + virtualPriceAge
  return isCached ? cached : current
}

const toProbes = (balances: readonly bigint[]) =>
  [0, 1].flatMap((i) => [7n, 1_000n].map((part) => ({ i, j: 1 - i, dx: (balances[i] as bigint) / part })))

const quoteProbes = (reader: BlockReader, address: Address, balances: readonly bigint[]) =>
  Promise.all(
    toProbes(balances).map(({ i, j, dx }) =>
      reader.tryRead({ address, abi, functionName: 'get_dy', args: [BigInt(i), BigInt(j), dx] }),
    ),
  )

/**
 * Returns the first form whose quotes equal `get_dy`. The oldest pools round `get_dy` in another order, so a difference
 * of 1 is accepted if no form is equal.
 */
function selectProven(candidates: readonly StableswapPool[], answers: readonly (bigint | undefined)[]) {
  const [first] = candidates
  if (!first) return undefined
  const probes = toProbes(first.balances)
  const isProven = (pool: StableswapPool, tolerance: bigint) =>
    probes.every(({ i, j, dx }, index) => {
      const answer = answers[index]
      const quote = computeStableswapSwap(pool, [i, j], dx)?.amountOut
      if (answer === undefined || quote === undefined) return false
      const difference = quote - answer
      return difference <= tolerance && difference >= -tolerance
    })
  return candidates.find((pool) => isProven(pool, 0n)) ?? candidates.find((pool) => isProven(pool, 1n))
}
