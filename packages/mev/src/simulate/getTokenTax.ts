import { type Address, encodeFunctionData, erc20Abi, hexToBigInt, type PublicClient } from 'viem'
import type { TokenTax } from '../view/tokenTaxes.ts'
import { simulateTransactions } from './simulateTransactions.ts'
import type { SimulatedResult } from './simulation.ts'
import type { SimulationBudget } from './simulationBudget.ts'

export type TokenTaxParameters = {
  readonly token: Address
  /** A pool that holds the token. */
  readonly pool: Address
  /** What is moved: as much as a usual trade. Larger ones may meet a token's limits. */
  readonly amount: bigint
  readonly blockNumber: bigint
  readonly budget?: SimulationBudget
}

/** An account that nobody has used. */
const holder: Address = '0x0000000000000000000000000000000000b07e12'
const whole = 10_000n

/**
 * What a token keeps of a transfer from a pool and to it, learned by carrying both out in one simulation. Half of the
 * purchase is sold again, so that a token which keeps more than half counts as one that cannot be sold. Taxes are rounded to
 * a hundredth of a percent.
 *
 * @returns null where no node simulates it, or the pool does not hold the amount
 * @throws what the client throws when its providers do not answer
 * @example
 * await getTokenTax(client, { token, pool, amount: 10n ** 18n, blockNumber }) // { buyBps: 500, sellBps: 500, canSell: true }
 */
export async function getTokenTax(
  client: PublicClient,
  { token, pool, amount, blockNumber, budget }: TokenTaxParameters,
): Promise<TokenTax | null> {
  const half = amount / 2n
  const calls = [
    toTransfer(token, pool, holder, amount),
    toBalanceOf(token, holder),
    toBalanceOf(token, pool),
    toTransfer(token, holder, pool, half),
    toBalanceOf(token, pool),
  ]
  const simulation = await simulateTransactions(client, { blockNumber, calls, ...(budget && { budget }) })
  const [purchase, received, before, sale, after] = simulation?.results ?? []
  if (half === 0n || purchase === undefined || sale === undefined || !purchase.succeeded) return null
  const arrived = toAmount(after) - toAmount(before)
  return {
    buyBps: toBps(amount, toAmount(received)),
    sellBps: sale.succeeded ? toBps(half, arrived) : 0,
    canSell: sale.succeeded && isAccepted(sale) && arrived > 0n,
  }
}

/** Tokens may return false instead of reverting; some return nothing. */
function isAccepted({ returnData }: SimulatedResult): boolean {
  return returnData === '0x' || hexToBigInt(returnData) !== 0n
}

function toBps(sent: bigint, arrived: bigint): number {
  return arrived >= sent ? 0 : Number(((sent - arrived) * whole + sent / 2n) / sent)
}

function toAmount(result: SimulatedResult | undefined): bigint {
  return result === undefined || !result.succeeded || result.returnData.length !== 66
    ? 0n
    : hexToBigInt(result.returnData)
}

const toTransfer = (token: Address, from: Address, to: Address, amount: bigint) => ({
  ...{ from, to: token },
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})

const toBalanceOf = (token: Address, account: Address) => ({
  ...{ from: holder, to: token },
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
})
