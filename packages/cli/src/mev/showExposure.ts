import type { ChainName } from '@outrigger/core'
import { createTokenRegistry } from '@outrigger/mempool'
import type { SwapExposure } from '@outrigger/mev'
import { formatEther, formatUnits } from 'viem'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { type ReadExposure, toGapText } from './readExposure.ts'

/** Prints what each swap of a transaction would lose, and the limits that would save it. */
export function showExposure(chain: ChainName, { hash, blockNumber, exposure }: ReadExposure, output: Output): void {
  const { swaps, reverts, gaps } = exposure
  for (const swap of swaps)
    output.data(toExposureRow(swap, { hash, blockNumber, reverts }), () =>
      toLines(swap, createTokenRegistry({ chain })),
    )
  for (const gap of gaps) output.note(toGapText(gap))
  if (reverts) output.note('On the pools as they are the transaction would be reverted.')
}

function toExposureRow(
  swap: SwapExposure,
  { hash, blockNumber, reverts }: { readonly hash: string; readonly blockNumber: bigint; readonly reverts: boolean },
): Record<string, unknown> {
  return {
    hash,
    block_number: Number(blockNumber),
    token_in: swap.tokenIn,
    token_out: swap.tokenOut,
    exact: swap.exact,
    quoted_amount: swap.quotedAmount,
    lost: swap.lost,
    lost_wei: swap.lostWei,
    most_lost: swap.mostLost,
    attacker_profit: swap.attackerProfit,
    safe_limit: swap.safeLimit,
    tight_limit: swap.tightLimit,
    reverts,
  }
}

function toLines(swap: SwapExposure, tokens: ReturnType<typeof createTokenRegistry>): readonly string[] {
  const [tokenIn, tokenOut] = [tokens.peek(swap.tokenIn), tokens.peek(swap.tokenOut)]
  const [limited, limit] = swap.exact === 'in' ? [tokenOut, 'amount_out_min'] : [tokenIn, 'amount_in_max']
  const lost = (amount: bigint) =>
    limited?.decimals == null ? `${amount}` : `${formatUnits(amount, limited.decimals)} ${limited.symbol}`
  const worth = swap.lostWei === null ? '' : ` (${Number(formatEther(swap.lostWei)).toFixed(6)} ETH)`
  return toTable(
    [
      { title: 'swap' },
      { title: `${tokenIn?.symbol ?? swap.tokenIn} → ${tokenOut?.symbol ?? swap.tokenOut}`, text: true },
    ],
    [
      ['at present', lost(swap.quotedAmount)],
      ['a sandwich takes', `${lost(swap.lost)}${worth}`],
      ['its limit lets take', lost(swap.mostLost)],
      ['safe limit', `${lost(swap.safeLimit)} (${limit})`],
      ['tightest limit', lost(swap.tightLimit)],
    ],
  )
}
