import { type Address, concat, encodeFunctionData, erc20Abi, pad } from 'viem'
import { toPairSwap, toTicksSwap } from '../../dex/directSwap.ts'
import type { Hop } from '../../dex/router/swapRoute.ts'
import type { Step } from '../../reads/simulate.ts'
import { payer } from './payer.ts'

export const toTransfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

/**
 * Returns the steps that sell tokens without a router. A pair receives the tokens and must pay the exact quote. It
 * reverts if the quote is one unit too high. A V3-like pool takes them from the payer. Each hop pays directly to the
 * next one.
 *
 * @returns null if a pool has no quote for its amount
 */
export function toSale(hops: readonly Hop[], amountIn: bigint, seller: Address): readonly Step[] | null {
  const takers = [...hops.map(({ fee, pool }) => (fee === null ? pool : payer)), seller]
  const steps: Step[] = []
  let amount = amountIn
  for (const [index, { pool, tokenIn, tokenOut, fee, quote }] of hops.entries()) {
    const bought = quote(amount)
    if (bought === null) return null
    const [taker, next] = takers.slice(index) as [Address, Address]
    const isDown = BigInt(tokenIn) < BigInt(tokenOut)
    if (index === 0) steps.push({ from: seller, to: tokenIn, data: toTransfer(taker, amount) })
    steps.push({
      from: taker === payer ? payer : seller,
      to: pool,
      data:
        fee === null
          ? toPairSwap(isDown, bought, next)
          : toTicksSwap(isDown, amount, next, toPayment(tokenIn, pool, amount)),
    })
    amount = bought
  }
  return steps
}

const toPayment = (token: Address, pool: Address, amount: bigint) =>
  concat([pad(token, { size: 32 }), toTransfer(pool, amount)])
