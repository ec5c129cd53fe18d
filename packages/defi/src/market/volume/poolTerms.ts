import { type Address, parseAbi } from 'viem'
import type { KnownPool } from '../../dex/book/knownPool.ts'
import { toBasePool } from '../../dex/curve/stableswapForms.ts'
import { feeUnit } from '../../dex/curve/stableswapMath.ts'
import { toLower } from '../../dex/pool.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import { LendingReadError } from '../../reads/readErrors.ts'

const abi = parseAbi([
  'function fee() view returns (uint256)',
  'function offpeg_fee_multiplier() view returns (uint256)',
  'function base_pool() view returns (address)',
  'function BASE_POOL() view returns (address)',
  'function get_base_pool(address pool) view returns (address)',
  'function getSwapFeePercentage() view returns (uint256)',
])
/** Vyper before 0.2 uses int128 for indexes. */
const coinAbis = [
  parseAbi([
    'function coins(uint256 index) view returns (address)',
    'function underlying_coins(uint256 index) view returns (address)',
  ]),
  parseAbi([
    'function coins(int128 index) view returns (address)',
    'function underlying_coins(int128 index) view returns (address)',
  ]),
]
const mostCoins = 8

/** Reads the fee of a StableSwap pool, in units of 1e-10, or null if it depends on the balances. */
export async function readCurveRate(reader: BlockReader, address: Address): Promise<bigint | null> {
  const [fee, multiplier = 0n] = await Promise.all([
    reader.tryRead({ address, abi, functionName: 'fee' }),
    reader.tryRead({ address, abi, functionName: 'offpeg_fee_multiplier' }),
  ])
  return fee === undefined || multiplier > feeUnit ? null : fee
}

/** Reads the fee of a Balancer pool, with 18 decimals, or null if it has no such function. */
export async function readBalancerRate(reader: BlockReader, address: Address): Promise<bigint | null> {
  return (await reader.tryRead({ address, abi, functionName: 'getSwapFeePercentage' })) ?? null
}

type UnderlyingCoins = {
  /** In the order of their numbers in `TokenExchangeUnderlying`. */
  readonly tokens: readonly Address[]
  readonly isMeta: boolean
}

/**
 * Reads the coins of `exchange_underlying`: for a meta pool its first coin and its base pool's coins, for a lending
 * pool the underlying coins.
 *
 * @throws {LendingReadError} if neither the pool nor its base pool reports coins
 */
export async function readUnderlying(
  reader: BlockReader,
  { address, tokens }: Pick<KnownPool, 'address' | 'tokens'>,
  listedBy: Address | null,
): Promise<UnderlyingCoins> {
  const [first, last] = [tokens[0], tokens.at(-1)]
  const base = (await readBasePool(reader, address, listedBy)) ?? toBasePool(last)
  const found = await readCoins(reader, base ?? address, base ? 'coins' : 'underlying_coins')
  if (found.length === 0 || first === undefined)
    throw new LendingReadError(`${address} does not report the underlying coins that were swapped through it.`)
  return base ? { tokens: [first, ...found], isMeta: true } : { tokens: found, isMeta: false }
}

async function readBasePool(reader: BlockReader, address: Address, listedBy: Address | null) {
  const answers = await Promise.all([
    reader.tryRead({ address, abi, functionName: 'base_pool' }),
    reader.tryRead({ address, abi, functionName: 'BASE_POOL' }),
    listedBy && reader.tryRead({ address: listedBy, abi, functionName: 'get_base_pool', args: [address] }),
  ])
  return answers.find((answer) => answer && BigInt(answer) !== 0n) ?? undefined
}

async function readCoins(reader: BlockReader, address: Address, functionName: 'coins' | 'underlying_coins') {
  const indices = Array.from({ length: mostCoins }, (_, index) => BigInt(index))
  const lists = await Promise.all(
    coinAbis.map((one) =>
      Promise.all(indices.map((index) => reader.tryRead({ address, abi: one, functionName, args: [index] }))),
    ),
  )
  const found = lists.find(([coin]) => coin !== undefined) ?? []
  return found.flatMap((coin) => (coin !== undefined && BigInt(coin) !== 0n ? [toLower(coin)] : []))
}
