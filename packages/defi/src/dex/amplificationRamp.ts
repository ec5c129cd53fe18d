import type { Hex } from 'viem'
import { toLogWords } from './logWords.ts'
import type { AmplificationRamp } from './poolState.ts'

type Ramped = { readonly amplification: bigint; readonly ramp: AmplificationRamp | null; readonly timestamp: bigint }

/** Returns the amplification at a time during a linear ramp, rounded as Curve and Balancer round it. */
function computeRampedAmplification(ramp: AmplificationRamp, timestamp: bigint): bigint {
  const { from, to, startsAt, endsAt } = ramp
  if (timestamp >= endsAt) return to
  const passed = timestamp - startsAt
  const length = endsAt - startsAt
  // BigInt division rounds toward zero, so the distance is rounded down whether the amplification rises or falls.
  return from + ((to - from) * passed) / length
}

/** Returns the pool at a later time (unix seconds). Once the ramp has ended, `ramp` is null. */
export function advanceAmplification<pool extends Ramped>(pool: pool, timestamp: bigint): pool {
  const { ramp } = pool
  if (!ramp) return { ...pool, timestamp }
  const amplification = computeRampedAmplification(ramp, timestamp)
  return { ...pool, timestamp, amplification, ramp: timestamp >= ramp.endsAt ? null : ramp }
}

/** Returns the pool at the start of a ramp from the data of its log: (from, to, start, end). */
export function applyRampLog<pool extends Ramped>(pool: pool, data: Hex): pool | 'unknown' {
  const [from, to, startsAt, endsAt] = toLogWords(data, 4) ?? []
  if (from === undefined || to === undefined || startsAt === undefined || endsAt === undefined) return 'unknown'
  // The ramp starts in the block of the log.
  return endsAt <= startsAt
    ? 'unknown'
    : { ...pool, amplification: from, timestamp: startsAt, ramp: { from, to, startsAt, endsAt } }
}
