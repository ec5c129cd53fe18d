import type { DexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { toAddress } from '../logWords.ts'
import type { AddressForm, Call, CallResult } from './addressForm.ts'
import type { KnownPool } from './knownPool.ts'

const poolAbi = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function factory() view returns (address)',
  'function fee() view returns (uint24)',
  'function tickSpacing() view returns (int24)',
])
const factoryAbi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
])
const functions = ['token0', 'token1', 'factory', 'fee', 'tickSpacing'] as const

/** A pool as it describes itself. Any contract can do that. */
type Claim = { readonly factory: Address; readonly pool: KnownPool & { readonly kind: 'pair' | 'ticks' } }

/**
 * Returns how to check pools of Uniswap V2, V3 and their forks. A pool's own data are accepted if they contain a
 * known factory, and that factory confirms the pool.
 */
export function toFactoryForm(chain: ChainName, dexes: readonly DexFactories[]): AddressForm {
  return {
    first: (target) =>
      functions.map((functionName) => ({ target, callData: encodeFunctionData({ abi: poolAbi, functionName }) })),
    second(address, results) {
      const claim = toClaim(chain, dexes, address, results.map(toWord))
      return (
        claim && {
          calls: [toQuestion(claim)],
          toPool: ([pool]) => (pool && toAddress(BigInt(pool.slice(0, 66))) === address ? claim.pool : null),
        }
      )
    },
  }
}

function toClaim(
  chain: ChainName,
  dexes: readonly DexFactories[],
  address: Address,
  words: readonly (bigint | undefined)[],
): Claim | null {
  const [token0, token1, factory] = words.slice(0, 3).map((word) => (word === undefined ? undefined : toAddress(word)))
  const [fee, spacing] = words.slice(3)
  const dex = dexes.find(({ factories }) => factory !== undefined && factories[chain] === factory)
  if (!token0 || !token1 || !factory || !dex) return null
  const shared = { id: address, address, dex: dex.id, tokens: [token0, token1] }
  if (dex.form === 'pair') return { factory, pool: { ...shared, kind: 'pair', fee: dex.fees[0] ?? 0 } }
  if (fee === undefined || spacing === undefined) return null
  const tickSpacing = Number(BigInt.asIntN(24, spacing))
  return { factory, pool: { ...shared, kind: 'ticks', fee: Number(BigInt.asUintN(24, fee)), tickSpacing } }
}

function toQuestion({ factory, pool }: Claim): Call {
  const [token0, token1] = pool.tokens as readonly [Address, Address]
  const callData =
    pool.kind === 'ticks'
      ? encodeFunctionData({ abi: factoryAbi, functionName: 'getPool', args: [token0, token1, pool.fee] })
      : encodeFunctionData({ abi: factoryAbi, functionName: 'getPair', args: [token0, token1] })
  return { target: factory, callData }
}

const toWord = (result: CallResult): bigint | undefined =>
  result === undefined ? undefined : BigInt(result.slice(0, 66))
