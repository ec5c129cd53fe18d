import type { PoolState } from '@outrigger/defi/internal'
import { type Address, type Hex, type PublicClient, zeroAddress } from 'viem'
import type { Terms } from '../detect/context.ts'
import { getSwapTrial, type Source, type SwapTrial, toOthersAmount } from '../simulate/getSwapTrial.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import type { Hop } from '../sizing/playSwap.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { toReserve } from './toReserve.ts'

export type TrySwapsOptions = {
  readonly client: PublicClient
  readonly budget: SimulationBudget
  /** Whether its factory is known: then its code is. */
  readonly isKnownPool: (id: Hex) => boolean
  /** Whether a token needs no trial: its transfers are known, or nobody can simulate them. */
  readonly isSettled: (token: Address) => boolean
  readonly taxes: TokenTaxes
  readonly toTerms: () => Pick<Terms, 'cost'>
  readonly toSnapshot: () => PoolSnapshot
}

/** Paths one after the other on the pools as they are, each swap with what the one before brings. */
export type Trial = { readonly paths: readonly (readonly Hop[])[]; readonly amountIn: bigint }

export const toPathKey = (hops: readonly Hop[]) => hops.map(({ pool, tokenIn }) => `${pool}:${tokenIn}`).join()

/**
 * Carries swaps out in a simulation, with tokens of other pools.
 *
 * @returns null where they cannot be simulated; undefined where nothing is learned: the known pools hold too little of an unknown
 * input so far, or did not pay it
 */
export async function trySwaps(options: TrySwapsOptions, trial: Trial): Promise<SwapTrial | null | undefined> {
  const { client, budget, taxes, isSettled, toTerms, toSnapshot } = options
  const pools = toSnapshot()
  const sources = toSources(options, trial)
  if (sources === null || pools.block === null)
    return trial.paths.flat().every(({ tokenIn, tokenOut }) => isSettled(tokenIn) && isSettled(tokenOut))
      ? null
      : undefined
  const { number: blockNumber } = pools.block
  const { gasPrice } = toTerms().cost
  const answer = await getSwapTrial(client, { ...trial, pools, taxes, blockNumber, gasPrice, budget, sources })
  // Where other pools did not pay, nothing is known of the path.
  return answer?.paid === false && answer.failed === null ? undefined : answer
}

const maxSources = 4

/**
 * Known pools that hold so much of a token together, those that may hold less than they stand for after all others; null where
 * there are none.
 */
function toSources(
  { isKnownPool, toSnapshot }: Pick<TrySwapsOptions, 'isKnownPool' | 'toSnapshot'>,
  { paths, amountIn }: Trial,
): readonly Source[] | null {
  const hops = paths.flat()
  const token = hops[0]?.tokenIn ?? zeroAddress
  const isApart = (id: Hex) => isKnownPool(id) && hops.every(({ pool }) => pool !== id)
  const isSure = (pool: PoolState) => !('liquidity' in pool)
  const pools = toSnapshot()
    .byToken(token)
    .filter(({ id }) => isApart(id))
    .sort((a, b) => Number(isSure(b)) - Number(isSure(a)) || (toReserve(a, token) < toReserve(b, token) ? 1 : -1))
  const sources: Source[] = []
  let missing = amountIn + toOthersAmount(amountIn)
  for (const pool of pools.slice(0, maxSources)) {
    const reserve = toReserve(pool, token)
    if (reserve <= 0n || missing === 0n) continue
    const left = missing > reserve ? missing - reserve : 0n
    sources.push({ account: pool.address, amount: missing - left })
    missing = left
  }
  return missing > 0n ? null : sources
}
