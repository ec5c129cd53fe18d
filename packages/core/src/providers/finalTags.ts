import { toBlockReference, toResultBlock } from './blockReference.ts'
import type { RpcRequest } from './poolTypes.ts'

/** The blocks that the tags `finalized` and `safe` were last believed to stand for. */
export type FinalTags = {
  /** Whether an answer puts a tag below where it was: a node that is behind does, one that is a little slow does, too. */
  goesBack(request: RpcRequest, result: unknown): boolean
  believe(request: RpcRequest, result: unknown): void
}

export function createFinalTags(): FinalTags {
  const blocks = new Map<string, bigint>()
  return {
    goesBack(request, result) {
      const tag = toFinalTag(request)
      const known = tag === null ? undefined : blocks.get(tag)
      const block = toResultBlock(result)
      return known !== undefined && block !== null && block < known
    },
    believe(request, result) {
      const tag = toFinalTag(request)
      const block = tag === null ? null : toResultBlock(result)
      if (tag !== null && block !== null) blocks.set(tag, block)
    },
  }
}

function toFinalTag(request: RpcRequest): 'finalized' | 'safe' | null {
  if (request.method !== 'eth_getBlockByNumber') return null
  const reference = toBlockReference(request)
  if (reference?.kind !== 'tag') return null
  return reference.tag === 'finalized' || reference.tag === 'safe' ? reference.tag : null
}
