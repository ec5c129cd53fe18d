import type { PoolState } from '@outrigger/defi/internal'
import { type Address, type Hex, type PublicClient, zeroAddress } from 'viem'
import { getSwapTrial, type Source, type SwapTrial, toOthersAmount } from '../simulate/getSwapTrial.ts'
import { getTokenTax } from '../simulate/getTokenTax.ts'
import { toReserve } from '../sizing/leg.ts'
import type { TokenTax } from '../sizing/tokenTaxes.ts'
import type { DetectorState } from './state.ts'
import type { Trial } from './trial.ts'

/** Divisors of the pool's reserve that give the amounts to transfer. The second one is for pools that may hold less. */
const shares = [1_000n, 1_000_000n]
/** Smallest amount to transfer in base units, unless the pool's whole reserve is smaller. */
const leastMoved = 1_000n

/**
 * Measures the tax of a token with tokens of a pool. Concentrated liquidity pools may hold less than their virtual reserve and get a
 * smaller second try.
 *
 * @returns null if no provider can measure it, undefined if the pool is not known yet
 */
export async function measureTax(
  client: PublicClient,
  { pools }: Pick<DetectorState, 'pools'>,
  { token, pool: id }: { readonly token: Address; readonly pool: Hex },
): Promise<TokenTax | null | undefined> {
  const pool = pools.get(id)
  if (pool === null) return undefined
  const blockNumber = pools.block?.number ?? 0n
  let tax: TokenTax | null = null
  for (const amount of toAmounts(pool, token)) {
    tax = await getTokenTax(client, { token, pool: pool.address, amount, blockNumber })
    if (tax === null || tax.canSell) break
  }
  return tax
}

function toAmounts(pool: PoolState, token: Address): readonly bigint[] {
  const reserve = toReserve(pool, token)
  const least = reserve < leastMoved ? reserve : leastMoved
  return ('liquidity' in pool ? shares : shares.slice(0, 1)).map((share) =>
    reserve / share > least ? reserve / share : least,
  )
}

/**
 * Simulates swaps with input tokens from other pools.
 *
 * @returns null if the swaps cannot be simulated. Undefined if the result is not known yet, because the known pools hold too little of an
 *   unknown input token or did not pay it.
 */
export async function trySwaps(
  client: PublicClient,
  state: Pick<DetectorState, 'pools' | 'taxes' | 'isKnownPool'>,
  trial: Trial,
): Promise<SwapTrial | null | undefined> {
  const { pools, taxes } = state
  const sources = toSources(state, trial)
  if (sources === null || pools.block === null)
    return trial.paths
      .flat()
      .every(({ tokenIn, tokenOut }) => taxes.needsNoTrial(tokenIn) && taxes.needsNoTrial(tokenOut))
      ? null
      : undefined
  const answer = await getSwapTrial(client, { ...trial, pools, taxes, blockNumber: pools.block.number, sources })
  // If the other pools did not pay the input, the trial says nothing about the path. Behind a transaction, that one may have reverted.
  const isUnclear = answer?.paid === false && answer.failed === null && trial.victim === undefined
  return isUnclear ? undefined : answer
}

const maxSources = 4

/**
 * Returns known pools that together hold enough of the input token. Pools of concentrated liquidity come last, because they may
 * hold less than their virtual reserve. Returns null if the pools do not hold enough.
 */
function toSources(
  { isKnownPool, pools: all }: Pick<DetectorState, 'isKnownPool' | 'pools'>,
  trial: Trial,
): readonly Source[] | null {
  const hops = trial.paths.flat()
  const token = hops[0]?.tokenIn ?? zeroAddress
  const isApart = (id: Hex) => isKnownPool(id) && hops.every(({ pool }) => pool !== id)
  const isSure = (pool: PoolState) => !('liquidity' in pool)
  const pools = all
    .byToken(token)
    .filter(({ id }) => isApart(id))
    .sort((a, b) => Number(isSure(b)) - Number(isSure(a)) || (toReserve(a, token) < toReserve(b, token) ? 1 : -1))
  const sources: Source[] = []
  let missing = trial.amountIn + toOthersAmount(trial)
  for (const pool of pools.slice(0, maxSources)) {
    const reserve = toReserve(pool, token)
    if (reserve <= 0n || missing === 0n) continue
    const left = missing > reserve ? missing - reserve : 0n
    sources.push({ account: pool.address, amount: missing - left })
    missing = left
  }
  return missing > 0n ? null : sources
}
