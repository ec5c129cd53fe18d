import type { SwapDetails } from '@outrigger/mempool'
import { type Token, toList, toTokensOrNull } from './amounts.ts'
import { orNull } from './schema.ts'

/** Columns of the swap of a transaction. All are null without one. */
export const swapColumns = {
  dex: orNull('string', 'Protocol or aggregator of the swap'),
  exact: orNull(
    'string',
    'in: the input is exact and the output is the minimum. out: the output is exact and the input is the maximum',
  ),
  token_in: orNull('hex', 'Sold token'),
  token_in_symbol: orNull('string', 'Its symbol. Null if unknown'),
  amount_in_string: orNull('decimal', 'Input in base units. Null if it is determined on chain'),
  amount_in: orNull('double', 'The same in whole tokens. Null if the decimals are unknown'),
  token_out: orNull('hex', 'Bought token'),
  token_out_symbol: orNull('string', 'Its symbol. Null if unknown'),
  amount_out_string: orNull('decimal', 'Output in base units. Null if it is determined on chain'),
  amount_out: orNull('double', 'The same in whole tokens'),
  path: orNull('hex', 'Tokens of the route, separated by commas'),
} as const

export function toSwapCells(swap: SwapDetails | null, toToken: (address: SwapDetails['tokenIn']) => Token) {
  const [tokenIn, tokenOut] = swap === null ? [null, null] : [toToken(swap.tokenIn), toToken(swap.tokenOut)]
  const { amountIn = null, amountOut = null } = swap ?? {}
  return {
    dex: swap?.dex ?? null,
    exact: swap?.exact ?? null,
    token_in: swap?.tokenIn ?? null,
    token_in_symbol: tokenIn?.symbol ?? null,
    amount_in_string: amountIn,
    amount_in: toTokensOrNull(amountIn, tokenIn?.decimals),
    token_out: swap?.tokenOut ?? null,
    token_out_symbol: tokenOut?.symbol ?? null,
    amount_out_string: amountOut,
    amount_out: toTokensOrNull(amountOut, tokenOut?.decimals),
    path: swap === null ? null : toList(swap.path),
  }
}
