import { type ClientOption, toClient } from '@outrigger/core/internal'
import type { Address } from 'viem'
import type { TokenTax } from '../sizing/tokenTaxes.ts'
import { createUnusedAccount, isAccepted, toAmount, toBalanceOf, toTransfer } from './erc20Calls.ts'
import { simulateTransactions } from './simulateTransactions.ts'

export type TokenTaxParameters = {
  readonly token: Address
  /** A pool that holds the token. */
  readonly pool: Address
  /** Amount to transfer, at least two base units. Use the size of a usual trade, because tokens may limit larger transfers. */
  readonly amount: bigint
  readonly blockNumber: bigint
}

const whole = 10_000n

/**
 * Measures a token's tax on transfers from a pool and to the pool, with both transfers in one simulation. The sale transfers half
 * of the purchased amount. A token therefore counts as unsellable if its tax on purchases exceeds one half. A token also counts
 * as unsellable if the pool cannot pay it out. Taxes are rounded to a hundredth of a percent.
 *
 * @returns null if no node simulates the transfers
 * @throws any error of the client if no provider responds
 * @example
 * await getTokenTax(client, { token, pool, amount: 10n ** 18n, blockNumber }) // { buyBps: 500, sellBps: 500, canSell: true }
 */
export async function getTokenTax(
  client: ClientOption,
  { token, pool, amount, blockNumber }: TokenTaxParameters,
): Promise<TokenTax | null> {
  const half = amount / 2n
  const holder = createUnusedAccount()
  const calls = [
    toTransfer(token, pool, holder, amount),
    toBalanceOf(token, holder),
    toBalanceOf(token, pool),
    toTransfer(token, holder, pool, half),
    toBalanceOf(token, pool),
  ]
  const simulation = await simulateTransactions(toClient(client), { blockNumber, calls })
  const [purchase, received, before, sale, after] = simulation?.results ?? []
  if (purchase === undefined || sale === undefined) return null
  if (!isAccepted(purchase)) return { buyBps: 0, sellBps: 0, canSell: false }
  const arrived = toAmount(after) - toAmount(before)
  return {
    buyBps: toBps(amount, toAmount(received)),
    sellBps: sale.succeeded ? toBps(half, arrived) : 0,
    canSell: isAccepted(sale) && arrived > 0n,
  }
}

function toBps(sent: bigint, arrived: bigint): number {
  return arrived >= sent ? 0 : Number(((sent - arrived) * whole + sent / 2n) / sent)
}
