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
