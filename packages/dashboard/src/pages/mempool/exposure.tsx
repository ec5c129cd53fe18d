import { formatUnits } from '../../data/amounts.ts'
import { formatNumber } from '../../data/format.ts'
import type { PendingDetail } from '../../data/pendingDetail.ts'

type ExposureProps = {
  readonly of: NonNullable<PendingDetail['exposure']>
  readonly tokens: PendingDetail['tokens']
}

/** Amounts that a sandwich could take from the transaction's swaps at the current state of the pools. */
export function Exposure({ of: { swaps, reverts, gaps }, tokens }: ExposureProps) {
  if (swaps.length === 0 && gaps.length === 0) return null
  return (
    <>
      <h3>What a sandwich could take</h3>
      {reverts && <p class="warn">On the pools as they are it would revert.</p>}
      {swaps.map((swap) => (
        <p key={`${swap.token_in} ${swap.token_out}`} class="wraps">
          {describeExposure(swap, tokens)}
        </p>
      ))}
      {gaps.map(({ reason, what }) => (
        <p key={`${what} ${reason}`} class="quiet wraps">
          Not known of {what}: {reason.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}.
        </p>
      ))}
    </>
  )
}

function describeExposure(swap: ExposureProps['of']['swaps'][number], tokens: PendingDetail['tokens']): string {
  const { exact, token_in, token_out, lost, lost_wei, safe_limit } = swap
  if (lost === '0') return 'None pays.'
  const address = exact === 'in' ? token_out : token_in
  const toAmount = (units: string) => {
    const token = tokens[address]
    return (token && formatUnits(units, token)) ?? `${units} smallest units of ${address}`
  }
  const worth = lost_wei === null ? '' : `, ${formatNumber(Number(lost_wei) / 1e18)} ETH,`
  return `${toAmount(lost)}${worth} of what it ${exact === 'in' ? 'gets' : 'pays'}; with a limit of ${toAmount(safe_limit)} none would pay.`
}
