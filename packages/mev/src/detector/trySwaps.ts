import type { PoolState } from '@outrigger/defi/internal'
import { type Hex, type PublicClient, zeroAddress } from 'viem'
import { getSwapTrial, type Source, type SwapTrial, toOthersAmount } from '../simulate/getSwapTrial.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import type { DetectorState } from './state.ts'
import { toReserve } from './toReserve.ts'
import type { Trial } from './trial.ts'

/**
 * Simulates swaps with input tokens from other pools.
 *
 * @returns null if the swaps cannot be simulated. Undefined if the result is not known yet, because the known pools hold too little of an
 *   unknown input token or did not pay it.
 */
export async function trySwaps(
  client: PublicClient,
  state: Pick<DetectorState, 'pools' | 'taxes' | 'isKnownPool'>,
  { trial, budget }: { readonly trial: Trial; readonly budget: SimulationBudget },
): Promise<SwapTrial | null | undefined> {
  const { pools, taxes } = state
  const sources = toSources(state, trial)
  if (sources === null || pools.block === null)
    return trial.paths
      .flat()
      .every(({ tokenIn, tokenOut }) => taxes.needsNoTrial(tokenIn) && taxes.needsNoTrial(tokenOut))
      ? null
      : undefined
  const { number: blockNumber } = pools.block
  const answer = await getSwapTrial(client, { ...trial, pools, taxes, blockNumber, budget, sources })
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
