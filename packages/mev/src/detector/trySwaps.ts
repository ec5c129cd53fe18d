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
  /** Returns whether the factory of a pool, and therefore its code, is known. */
  readonly isKnownPool: (id: Hex) => boolean
  /** Returns whether a token needs no trial, because its transfers are known or cannot be simulated. */
  readonly isSettled: (token: Address) => boolean
  readonly taxes: TokenTaxes
  readonly toTerms: () => Pick<Terms, 'cost'>
  readonly toSnapshot: () => PoolSnapshot
}

/** Paths to try in order on the current pools. The input of each swap is the output of the previous swap. */
export type Trial = { readonly paths: readonly (readonly Hop[])[]; readonly amountIn: bigint }

export const toPathKey = (hops: readonly Hop[]) => hops.map(({ pool, tokenIn }) => `${pool}:${tokenIn}`).join()

/**
 * Simulates swaps with input tokens from other pools.
 *
 * @returns null if the swaps cannot be simulated. Undefined if the result is not known yet, because the known pools hold too little of an
 *   unknown input token or did not pay it.
 */
export async function trySwaps(options: TrySwapsOptions, trial: Trial): Promise<SwapTrial | null | undefined> {
  const { client, budget, taxes, isSettled, toSnapshot } = options
  const pools = toSnapshot()
  const sources = toSources(options, trial)
  if (sources === null || pools.block === null)
    return trial.paths.flat().every(({ tokenIn, tokenOut }) => isSettled(tokenIn) && isSettled(tokenOut))
      ? null
      : undefined
  const { number: blockNumber } = pools.block
  const answer = await getSwapTrial(client, { ...trial, pools, taxes, blockNumber, budget, sources })
  // If the other pools did not pay the input, the trial says nothing about the path.
  return answer?.paid === false && answer.failed === null ? undefined : answer
}

const maxSources = 4

/**
 * Returns known pools that together hold enough of the input token. Pools of concentrated liquidity come last, because they may
 * hold less than their virtual reserve. Returns null if the pools do not hold enough.
 */
function toSources(
  { isKnownPool, toSnapshot }: Pick<TrySwapsOptions, 'isKnownPool' | 'toSnapshot'>,
  trial: Trial,
): readonly Source[] | null {
  const hops = trial.paths.flat()
  const token = hops[0]?.tokenIn ?? zeroAddress
  const isApart = (id: Hex) => isKnownPool(id) && hops.every(({ pool }) => pool !== id)
  const isSure = (pool: PoolState) => !('liquidity' in pool)
  const pools = toSnapshot()
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
