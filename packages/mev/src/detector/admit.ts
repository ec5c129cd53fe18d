import type { MempoolTransaction } from '@outrigger/mempool'
import type { Finding } from '../finding.ts'
import { canBeTried } from '../simulate/getSwapTrial.ts'
import type { Effects } from './events.ts'
import { passesTrial, toWorth } from './passesTrial.ts'
import type { DetectorState } from './state.ts'
import { type Trial, toTrialKey } from './trial.ts'

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

/**
 * Returns a backrun behind a simulated transaction once a node has executed both in order in one block. Returns it as computed if
 * no node can do that. Returns null while the backrun waits for the simulation, and if its swaps did not pay there.
 */
function provePlan(state: DetectorState, finding: Finding, entry: MempoolTransaction, out: Effects): Finding | null {
  const trial = toTrial(state, finding, entry)
  if (trial === null) return { ...finding, basis: 'computed' }
  const outcome = state.outcomes.find(trial)
  if (outcome === null || outcome.isDue) {
    const waiter = { for: entry, worth: toWorth(state, finding) }
    out.push({ kind: 'try', key: toTrialKey(trial), trial, waiter })
  }
  if (outcome === null) return null
  if (outcome.trial === null) return { ...finding, basis: 'computed' }
  return outcome.trial.paid ? finding : null
}

/** Returns null if the swaps cannot be tried. */
function toTrial(
  { simulated, pools }: DetectorState,
  { swaps }: Finding,
  { transaction }: MempoolTransaction,
): Trial | null {
  const { hash, from, to, input, value, gas } = transaction
  const effect = simulated.find(hash, pools)
  const [swap] = swaps
  if (!effect || swap === undefined || to === null) return null
  if (!swap.hops.flatMap(({ pool }) => pools.get(pool) ?? []).every(canBeTried)) return null
  const victim = { hash, call: { from, to, data: input, value, gas }, pools: effect.pools }
  return { paths: [swap.hops], amountIn: swap.amountIn, victim }
}
