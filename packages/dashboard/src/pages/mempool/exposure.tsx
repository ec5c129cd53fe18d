import { formatNumber } from '../../data/format.ts'
import type { PendingDetail } from '../../data/pendingDetail.ts'

type ExposureProps = {
  readonly of: NonNullable<PendingDetail['exposure']>
  readonly symbols: PendingDetail['symbols']
}

/** What a sandwich could take of its swaps on the pools as they are. */
export function Exposure({ of: { swaps, reverts, gaps }, symbols }: ExposureProps) {
  if (swaps.length === 0 && gaps.length === 0) return null
  return (
    <>
      <h3>What a sandwich could take</h3>
      {reverts && <p class="warn">On the pools as they are it would revert.</p>}
      {swaps.map(({ token_out, lost, lost_wei, safe_limit }) => (
        <p key={token_out} class="wraps">
          {lost === '0'
            ? 'None pays.'
            : `${lost_wei === null ? lost : `${formatNumber(Number(lost_wei) / 1e18)} ETH`} of what it gets in ${symbols[token_out] ?? token_out}; with a limit of ${safe_limit} none would pay.`}
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
