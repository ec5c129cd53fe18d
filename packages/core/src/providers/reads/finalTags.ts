import type { RpcRequest } from '../poolTypes.ts'
import { toBlockReference, toResultBlock } from './blockReference.ts'

/** Remembers the blocks that the tags `finalized` and `safe` meant in the last accepted answers. */
export type FinalTags = {
  /**
   * Calls `confirm` if an endpoint's answer contains an older block for a tag than before, because the endpoint may
   * be far behind or only a little slow. Returns undefined if there is nothing to confirm. @throws the error of
   * `confirm`
   */
  check(request: RpcRequest, result: unknown, confirm: () => Promise<void>): Promise<void> | undefined
}

export function createFinalTags(): FinalTags {
  const blocks = new Map<string, bigint>()
  return {
    check(request, result, confirm) {
      const tag = toFinalTag(request)
      const block = tag === null ? null : toResultBlock(result)
      if (tag === null || block === null) return undefined
      const accept = () => void blocks.set(tag, block)
      if (block < (blocks.get(tag) ?? block)) return confirm().then(accept)
      return accept()
    },
  }
}

function toFinalTag(request: RpcRequest): 'finalized' | 'safe' | null {
  if (request.method !== 'eth_getBlockByNumber') return null
  const reference = toBlockReference(request)
  if (reference?.kind !== 'tag') return null
  return reference.tag === 'finalized' || reference.tag === 'safe' ? reference.tag : null
}
