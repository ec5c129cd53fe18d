import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex, PublicClient } from 'viem'
import { getTokenTax } from '../simulate/getTokenTax.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import type { TokenTax } from '../sizing/tokenTaxes.ts'
import type { DetectorState } from './state.ts'
import { toReserve } from './toReserve.ts'

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
  { token, pool: id, budget }: { readonly token: Address; readonly pool: Hex; readonly budget: SimulationBudget },
): Promise<TokenTax | null | undefined> {
  const pool = pools.get(id)
  if (pool === null) return undefined
  const blockNumber = pools.block?.number ?? 0n
  let tax: TokenTax | null = null
  for (const amount of toAmounts(pool, token)) {
    tax = await getTokenTax(client, { token, pool: pool.address, amount, blockNumber, budget })
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
