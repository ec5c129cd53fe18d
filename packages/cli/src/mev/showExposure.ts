import type { Outrigger } from '@outrigger/api'
import { type ChainName, OutriggerError } from '@outrigger/core'
import { createTokenRegistry } from '@outrigger/mempool'
import { toWireExposure } from '@outrigger/server/internal'
import { formatEther, formatUnits } from 'viem'
import { formatUsds } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'

type Exposure = Awaited<ReturnType<Outrigger['mev']['getExposure']>>

/** The exposure of a transaction cannot be computed. */
class NoExposureError extends OutriggerError {
  readonly code = 'NO_EXPOSURE'
}

/**
 * Prints what each swap of a transaction would lose, the limits that would prevent the loss, and the relays that keep
 * it private.
 *
 * @throws {NoExposureError} no swap can be computed
 */
export function showExposure(chain: ChainName, exposure: Exposure, output: Output): void {
  const { swaps, gaps, totalLostUsd } = exposure
  const tokens = createTokenRegistry({ chain })
  output.data(toWireExposure(exposure), () => [
    ...swaps.flatMap((swap) => toLines(swap, tokens)),
    ...(swaps.length > 1 ? [`total lost: ${totalLostUsd === null ? 'unknown' : formatUsds([totalLostUsd])[0]}`] : []),
    ...toRelayLines(exposure),
  ])
  if (swaps.length === 0) throw new NoExposureError(explainNoSwaps(exposure))
  for (const { message } of gaps) output.note(message)
}

type Swap = Exposure['swaps'][number]

function toLines(swap: Swap, tokens: ReturnType<typeof createTokenRegistry>): readonly string[] {
  const [tokenIn, tokenOut] = [tokens.peek(swap.tokenIn), tokens.peek(swap.tokenOut)]
  const [limited, limit] = swap.exact === 'in' ? [tokenOut, 'amount_out_min'] : [tokenIn, 'amount_in_max']
  const toAmount = (amount: bigint) =>
    limited?.decimals == null ? `${amount}` : `${formatUnits(amount, limited.decimals)} ${limited.symbol}`
  const eth = swap.lostWei === null ? [] : [`${Number(formatEther(swap.lostWei)).toFixed(6)} ETH`]
  const usd = swap.lostUsd === null ? [] : formatUsds([swap.lostUsd])
  const worth = [...eth, ...usd].join(', ')
  return toTable(
    [
      { title: 'swap' },
      { title: `${tokenIn?.symbol ?? swap.tokenIn} → ${tokenOut?.symbol ?? swap.tokenOut}`, text: true },
    ],
    [
      ['on', swap.dex],
      ['current quote', toAmount(swap.quotedAmount)],
      ['its limit', toAmount(swap.limit)],
      ['a sandwich takes', `${toAmount(swap.lost)}${worth && ` (${worth})`}`],
      ['its limit permits', toAmount(swap.maxLost)],
      ['safe limit', `${toAmount(swap.safeLimit)} (${limit})`],
      ['which tolerates', toTolerance(swap)],
    ],
  )
}

/** Describes how far the safe limit is from the quote. */
function toTolerance({ exact, quotedAmount, safeLimit }: Swap): string {
  const percent = Math.abs(Number(safeLimit) / Number(quotedAmount) - 1) * 100
  return `${percent.toPrecision(2)} % ${exact === 'in' ? 'below' : 'above'} the quote`
}

function toRelayLines({ swaps, protectedRelays }: Exposure): readonly string[] {
  if (swaps.length === 0 || protectedRelays.length === 0) return []
  return [
    '',
    ...toTable(
      [{ title: 'private relay' }, { title: 'address' }, { title: 'requires' }, { title: 'here' }],
      protectedRelays.map(({ name, url, requires, configured }) => [
        ...[name, url ?? '', requires ?? ''],
        configured ? 'configured' : '',
      ]),
    ),
  ]
}

function explainNoSwaps({ reverts, gaps, totalLostUsd }: Exposure): string {
  const verdict = reverts
    ? 'It would revert on the current pools.'
    : totalLostUsd === null
      ? 'Its exposure cannot be computed.'
      : 'Its swaps would fail on the current pools, and the rest of the transaction would succeed.'
  return [verdict, ...gaps.map(({ message }) => message)].join(' ')
}
