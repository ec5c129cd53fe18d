import type { PreparedRequest, RelayReply } from './exchange.ts'
import type { Relay } from './relay.ts'
import type { RelayRequest } from './requests.ts'

export type Addressed = { readonly relay: Relay; readonly request: RelayRequest }

/**
 * Sends requests to all relays at once. All requests are signed before the first is sent, so that a slow signature does not put
 * one relay ahead of another.
 *
 * @param onReply called with each reply when it arrives
 */
export async function fanOut(
  addressed: readonly Addressed[],
  onReply: (relay: Relay, reply: RelayReply) => void,
): Promise<void> {
  const prepared = await Promise.all(
    addressed.map(async ({ relay, request }): Promise<readonly [Relay, PreparedRequest]> => {
      return [relay, await relay.prepare(request)]
    }),
  )
  await Promise.all(prepared.map(([relay, request]) => relay.post(request).then((reply) => onReply(relay, reply))))
}
