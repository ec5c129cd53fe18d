import type { EndpointHealth } from '../circuit/health.ts'
import { isHung } from '../circuit/hung.ts'

/** An endpoint that may be asked. Those in reserve are asked when no other is left, after a probe. */
export type Candidate = { readonly health: EndpointHealth; readonly isFallback: boolean }

/** Endpoints beyond their budget or owing answers come last; otherwise the order stays, the primary first. */
export function rank(
  open: readonly EndpointHealth[],
  prefer: string | undefined,
  nowMs: number,
): readonly EndpointHealth[] {
  if (open.length < 2) return open
  const toRank = (health: EndpointHealth) =>
    Number(health.budget.waitMs(nowMs) > 0) * 4 +
    Number(isHung(health)) * 2 +
    Number(prefer !== undefined && health.endpoint.name !== prefer)
  return open.every((health) => toRank(health) === 0) ? open : [...open].sort((a, b) => toRank(a) - toRank(b))
}

export type ChoiceParameters = {
  readonly healths: readonly EndpointHealth[]
  readonly inService: readonly EndpointHealth[]
  /** Whether an endpoint may be expected to answer. @default all */
  readonly isAble?: ((health: EndpointHealth) => boolean) | undefined
  readonly prefer: string | undefined
  readonly nowMs: number
}

/** All endpoints in the order they are to be asked: those in service and able, then all others as a reserve. */
export function chooseOrder({ healths, inService, isAble, prefer, nowMs }: ChoiceParameters): readonly Candidate[] {
  const able = isAble === undefined ? inService : inService.filter(isAble)
  const first = able.length > 0 ? able : inService
  const reserve = healths.filter((health) => !first.includes(health))
  return [
    ...rank(first, prefer, nowMs).map((health) => ({ health, isFallback: false })),
    ...reserve.map((health) => ({ health, isFallback: true })),
  ]
}
