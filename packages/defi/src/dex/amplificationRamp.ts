import type { AmplificationRamp } from './poolState.ts'

type Ramped = { readonly amplification: bigint; readonly ramp: AmplificationRamp | null; readonly timestamp: bigint }

/** An amplification that moves in a line from one time to another, rounded as Curve and Balancer round it. */
function computeRampedAmplification(ramp: AmplificationRamp, timestamp: bigint): bigint {
  const { from, to, startsAt, endsAt } = ramp
  if (timestamp >= endsAt) return to
  const passed = timestamp - startsAt
  const length = endsAt - startsAt
  // Both directions round the distance down, which BigInt's division toward zero does for either sign.
  return from + ((to - from) * passed) / length
}

/** The pool at a later time, its ramp forgotten once it has ended. */
export function advanceAmplification<pool extends Ramped>(pool: pool, timestamp: bigint): pool {
  const { ramp } = pool
  if (!ramp) return { ...pool, timestamp }
  const amplification = computeRampedAmplification(ramp, timestamp)
  return { ...pool, timestamp, amplification, ramp: timestamp >= ramp.endsAt ? null : ramp }
}
