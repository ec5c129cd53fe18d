import { type PoolState, swapPool } from '@outrigger/defi/internal'
import { type Address, encodeFunctionData, erc20Abi, hexToBigInt, type PublicClient, parseAbi } from 'viem'
import { type Leg, toReceivedByPool, toReceivedFromPool } from '../sizing/leg.ts'
import type { TokenTaxes } from '../view/tokenTaxes.ts'
import { simulateTransactions } from './simulateTransactions.ts'
import type { SimulatedResult } from './simulation.ts'
import type { SimulationBudget } from './simulationBudget.ts'

export type PoolTrialParameters = {
  readonly leg: Leg
  readonly amountIn: bigint
  /** Who holds the input: another pool of the token. */
  readonly source: Address
  readonly taxes: TokenTaxes
  readonly blockNumber: bigint
  readonly budget: SimulationBudget
}

const abi = parseAbi(['function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)'])
/** An account that nobody has used. */
const holder: Address = '0x00000000000000000000000000000000000791a1'
/** Taxes are known to a hundredth of a percent. */
const tolerance = 5_000n

/** Pools that an account without code can swap with: what it sends first, they pay for. */
export const canBeTried = ({ kind }: PoolState): boolean => kind === 'pair' || kind === 'solidly'

/**
 * Whether a pool pays what its state says: one swap in a simulation, of tokens that are taken from another pool. A contract
 * may claim any reserves.
 *
 * @returns null where it cannot be simulated, or the source does not pay
 * @throws what the client throws when its providers do not answer
 * @example
 * await getPoolTrial(client, { leg, amountIn: 10n ** 18n, source: other.address, taxes, blockNumber, budget })
 */
export async function getPoolTrial(
  client: PublicClient,
  { leg, amountIn, source, taxes, blockNumber, budget }: PoolTrialParameters,
): Promise<boolean | null> {
  const { pool, tokenIn, tokenOut } = leg
  const received = toReceivedByPool(leg, amountIn, taxes)
  const claimed = received === null ? null : (swapPool(pool, tokenIn, tokenOut, received)?.amountOut ?? null)
  if (claimed === null || claimed === 0n) return null
  const outputs = tokenIn === pool.tokens[0] ? ([0n, claimed] as const) : ([claimed, 0n] as const)
  const balance = {
    ...{ from: holder, to: tokenOut },
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
  }
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [pool.address, amountIn] })
  const swap = encodeFunctionData({ abi, functionName: 'swap', args: [...outputs, holder, '0x'] })
  const calls = [
    balance,
    { from: source, to: tokenIn, data: transfer },
    { from: holder, to: pool.address, data: swap },
    balance,
  ]
  const simulation = await simulateTransactions(client, { blockNumber, calls, budget })
  const [before, paid, swapped, after] = simulation?.results ?? []
  if (!paid?.succeeded || swapped === undefined) return null
  const expected = toReceivedFromPool(leg, claimed, taxes)
  return swapped.succeeded && toAmount(after) - toAmount(before) >= expected - expected / tolerance
}

const toAmount = (result: SimulatedResult | undefined): bigint =>
  !result?.succeeded || result.returnData.length !== 66 ? 0n : hexToBigInt(result.returnData)
