import type { EndpointHealth } from '../circuit/health.ts'
import { isHung } from '../circuit/hung.ts'

/** An endpoint that may be called. Endpoints in reserve are called only when no other is left, after a probe. */
export type Candidate = { readonly health: EndpointHealth; readonly isReserve: boolean }

/**
 * Returns the preferred endpoint, then the others in the configured order, but moves hung endpoints and endpoints over
 * their budget to the end.
 */
export function rank(
  healths: readonly EndpointHealth[],
  prefer: string | undefined,
  nowMs: number,
): readonly EndpointHealth[] {
  const toRank = (health: EndpointHealth) =>
    Number(health.budget.waitMs(nowMs) > 0) * 4 +
    Number(isHung(health)) * 2 +
    Number(prefer !== undefined && health.endpoint.name !== prefer)
  return [...healths].sort((a, b) => toRank(a) - toRank(b))
}

export type ChoiceParameters = {
  readonly healths: readonly EndpointHealth[]
  readonly inService: readonly EndpointHealth[]
  /** Returns whether an endpoint is expected to be able to answer. @default all are */
  readonly isAble?: ((health: EndpointHealth) => boolean) | undefined
  readonly prefer: string | undefined
  readonly nowMs: number
}

/** Returns all endpoints in the order to call them: those in service and able to answer, then the others as a reserve. */
export function chooseOrder({ healths, inService, isAble, prefer, nowMs }: ChoiceParameters): readonly Candidate[] {
  const able = isAble === undefined ? inService : inService.filter(isAble)
  const first = able.length > 0 ? able : inService
  const reserve = healths.filter((health) => !first.includes(health))
  return [
    ...rank(first, prefer, nowMs).map((health) => ({ health, isReserve: false })),
    ...reserve.map((health) => ({ health, isReserve: true })),
  ]
}
