import { numberToHex } from 'viem'
import type { EndpointHealth } from '../circuit/health.ts'
import { EndpointError } from '../errors.ts'
import { toBlockReference } from '../reads/blockReference.ts'
import { toQuantity } from '../reads/integrity.ts'
import { withBlock } from '../reads/pin.ts'
import { type RpcCall, toCall } from '../wire/rpcCall.ts'
import type { AgreeParts } from './agreeParts.ts'
import { pollEndpoints } from './poll.ts'

const headCall = toCall({ method: 'eth_blockNumber' })

/**
 * Returns the call with `latest` replaced by the highest block that `agree` endpoints have, among endpoints whose
 * heads are close together. Null if there are fewer such endpoints. `onFailure` is called with the reasons.
 */
export async function pinToCommonHead(
  call: RpcCall,
  order: readonly EndpointHealth[],
  { dispatcher, agree, maxLagBlocks, read }: AgreeParts,
  onFailure: (health: EndpointHealth, error: EndpointError) => void,
): Promise<RpcCall | null> {
  const reference = toBlockReference(call)
  if (reference?.kind !== 'tag' || reference.tag !== 'latest') return call
  const heads = new Map<EndpointHealth, bigint>()
  const found = await pollEndpoints({
    order,
    async call(health, how) {
      try {
        heads.set(health, toQuantity((await read(health, headCall, how)).value) as bigint)
      } catch (error) {
        if (!(error instanceof EndpointError)) throw error
        onFailure(health, error)
      }
    },
    countLacking: () => agree - toNeighbours([...heads.values()], agree, BigInt(maxLagBlocks)).length,
    hedgeDelayMs: (health) => dispatcher.hedgeDelayMs(health, headCall.method),
    onLate: dispatcher.onLate,
  })
  if (found) {
    const [lowest = 0n] = toNeighbours([...heads.values()], agree, BigInt(maxLagBlocks)).slice(-1)
    return toCall(withBlock(call, numberToHex(lowest)))
  }
  for (const [health, head] of heads) {
    const message = `Its head ${head} is far from those of the others.`
    onFailure(health, new EndpointError(health.endpoint.name, 'lagging', message))
  }
  return null
}

/** Returns the highest heads that are at most `maxLag` apart, in descending order, and at most `needed` heads. */
function toNeighbours(heads: readonly bigint[], needed: number, maxLag: bigint): readonly bigint[] {
  const sorted = [...heads].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  return sorted
    .map((high, index) => sorted.slice(index, index + needed).filter((head) => high - head <= maxLag))
    .reduce((most, near) => (near.length > most.length ? near : most), [])
}
