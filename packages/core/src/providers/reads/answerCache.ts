import type { Clock } from '../../time/clock.ts'
import type { Answer } from '../poolTypes.ts'
import type { Payload, RpcCall } from '../wire/rpcCall.ts'
import { toBlockReference, toResultBlock } from './blockReference.ts'
import { createFinality } from './finality.ts'
import { createReadCache, toLifetime } from './readCache.ts'

const maxFinalityWaitMs = 2000

export type AnswerCacheOptions = {
  /** Null keeps nothing. */
  readonly maxBytes: number | null
  readonly clock: Clock
  readonly referenceHead: () => bigint | null
  /** Asks for the highest final block; null where the chain's nodes do not report. */
  readonly getFinalBlock: () => Promise<bigint | null>
}

/** Answers by request, as long as they stay true. */
export type AnswerCache = {
  /** `head` names the present head; null while no socket would report the next one. */
  get(key: string, head: string | null): Answer<Payload> | undefined
  /** Stores an answer if it stays true. `head` is the one at the time of asking. Returns it with the block it is of. */
  keep(key: string, call: RpcCall, given: Answer<Payload>, head: string | null): Answer<Payload>
  /** The chain is not the one it was: a local one has been set back. */
  clear(): void
}

export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { clock, referenceHead, getFinalBlock } = options
  const kept = options.maxBytes === null ? null : createReadCache(options.maxBytes, clock)
  const finality = createFinality(getFinalBlock, clock)

  function clear(): void {
    kept?.clear()
    finality.forget()
  }

  return {
    get(key, head) {
      const hit = kept?.get(key, head)
      if (hit === undefined) return undefined
      const { result, provider, role, block } = hit
      const ageMs = clock.now() - hit.storedAtMs
      const how = { attempts: 0, hedged: false, cached: true }
      return { result, provider, role, ...how, ageMs, block, latencyMs: 0 }
    },
    keep(key, call, given, head) {
      const reference = toBlockReference(call)
      const block = reference?.kind === 'number' ? reference.number : toResultBlock(given.result.value)
      const answer = { ...given, block }
      // An unconfirmed answer is not given to later callers.
      if (kept === null || given.unconfirmed) return answer
      const lifetime = toLifetime(call, given.result.value)
      if (lifetime.kind === 'none') return answer
      if (lifetime.kind === 'final') {
        const reached = referenceHead()
        if (reached !== null && finality.block !== null && reached < finality.block) clear()
        const { block: final } = finality
        const asked = finality.want(lifetime.block, reached)
        // A block that is final a moment after it was read was so when it was read.
        const readAtMs = clock.now()
        void asked?.then(() => {
          if (finality.block !== final && clock.now() - readAtMs < maxFinalityWaitMs)
            kept.set(key, lifetime, answer, { final: finality.block, head: null })
        })
      }
      kept.set(key, lifetime, answer, { final: finality.block, head })
      return answer
    },
    clear,
  }
}
