import type { EndpointHealth } from '../circuit/health.ts'
import type { Answer } from '../poolTypes.ts'

export type AnswerParts = { readonly attempts: number; readonly hedged: boolean; readonly startedAt: number }

/** Returns an endpoint's answer with its source. */
export function toAnswer<result>({ endpoint }: EndpointHealth, result: result, parts: AnswerParts): Answer<result> {
  return {
    result,
    provider: endpoint.name,
    role: endpoint.role,
    attempts: parts.attempts,
    hedged: parts.hedged,
    cached: false,
    ageMs: 0,
    block: null,
    latencyMs: performance.now() - parts.startedAt,
  }
}
