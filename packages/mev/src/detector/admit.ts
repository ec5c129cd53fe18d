import type { MempoolTransaction } from '@outrigger/mempool'
import type { Finding } from '../finding.ts'
import type { Effects } from './events.ts'
import { passesTrial } from './passesTrial.ts'
import { provePlan } from './provePlan.ts'
import type { DetectorState } from './state.ts'
import { toWorth } from './toWorth.ts'

/**
 * Returns the findings that may be reported: the taxes of their tokens are known or cannot be measured, and their swaps pass
 * `passesTrial`. A backrun behind a simulated transaction also passes `provePlan`. The others wait for simulations, which may take
 * several blocks. A later evaluation may report them.
 *
 * @param entry the transaction that the findings depend on, or null for state findings
 */
export function admit(
  state: DetectorState,
  findings: readonly Finding[],
  entry: MempoolTransaction | null,
  out: Effects,
): readonly Finding[] {
  if (!state.simulates) return findings
  return findings.flatMap((finding) => {
    if (!hasMeasuredTokens(state, finding, entry, out) || !passesTrial(state, { finding, entry }, out)) return []
    const isPlan = finding.type === 'backrun' && finding.basis === 'simulated' && entry !== null
    return isPlan ? (provePlan(state, finding, entry, out) ?? []) : finding
  })
}

function hasMeasuredTokens(
  state: DetectorState,
  finding: Finding,
  entry: MempoolTransaction | null,
  out: Effects,
): boolean {
  const { taxes } = state
  const hops = finding.swaps.flatMap((swap) => swap.hops)
  for (const { pool, tokenIn, tokenOut } of hops)
    for (const token of [tokenIn, tokenOut])
      if (taxes.isDue(token))
        out.push({ kind: 'measure', token, pool, waiter: { for: entry ?? pool, worth: toWorth(state, finding) } })
  return hops.every(({ tokenIn, tokenOut }) => taxes.isUsable(tokenIn) && taxes.isUsable(tokenOut))
}
