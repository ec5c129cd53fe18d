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
  const { swaps, total, gaps, totalLostUsd } = exposure
  const tokens = createTokenRegistry({ chain })
  output.data(toWireExposure(exposure), () => [
    ...swaps.flatMap((swap) => toLines(swap, tokens)),
    ...(total ? toTotalLines(total, tokens) : []),
    ...(swaps.length > 1 ? [`total lost: ${totalLostUsd === null ? 'unknown' : formatUsds([totalLostUsd])[0]}`] : []),
    ...toRelayLines(exposure),
  ])
  if (swaps.length === 0) throw new NoExposureError(explainNoSwaps(exposure))
  for (const { message } of gaps) output.note(message)
}

type Swap = Exposure['swaps'][number]
type Total = NonNullable<Exposure['total']>
type Tokens = ReturnType<typeof createTokenRegistry>

function toLines(swap: Swap, tokens: Tokens): readonly string[] {
  const [tokenIn, tokenOut] = [tokens.peek(swap.tokenIn), tokens.peek(swap.tokenOut)]
  return toTable(
    [
      { title: 'swap' },
      { title: `${tokenIn?.symbol ?? swap.tokenIn} → ${tokenOut?.symbol ?? swap.tokenOut}`, text: true },
    ],
    [['on', swap.dex], ...toRows(swap, swap.exact === 'in' ? tokenOut : tokenIn)],
  )
}

/** All swaps together: the limit of one of them is not the limit of the transaction. */
function toTotalLines(total: Total, tokens: Tokens): readonly string[] {
  return toTable(
    [{ title: 'all swaps together' }, { title: 'they share one limit', text: true }],
    toRows(total, tokens.peek(total.token)),
  )
}

function toRows(loss: Swap | Total, limited: ReturnType<Tokens['peek']>): readonly (readonly string[])[] {
  const toAmount = (amount: bigint) =>
    limited?.decimals == null ? `${amount}` : `${formatUnits(amount, limited.decimals)} ${limited.symbol}`
  const eth = loss.lostWei === null ? [] : [`${Number(formatEther(loss.lostWei)).toFixed(6)} ETH`]
  const usd = loss.lostUsd === null ? [] : formatUsds([loss.lostUsd])
  const worth = [...eth, ...usd].join(', ')
  return [
    ['current quote', toAmount(loss.quotedAmount)],
    ['its limit', toAmount(loss.limit)],
    ['a sandwich takes', `${toAmount(loss.lost)}${worth && ` (${worth})`}`],
    ['its limit permits', toAmount(loss.maxLost)],
    ['safe limit', `${toAmount(loss.safeLimit)} (${loss.exact === 'in' ? 'amount_out_min' : 'amount_in_max'})`],
    ['which tolerates', toTolerance(loss)],
  ]
}

/** Describes how far the safe limit is from the quote. */
function toTolerance({ exact, quotedAmount, safeLimit }: Swap | Total): string {
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
