import type { PreparedRequest, RelayReply } from './exchange.ts'
import type { Relay } from './relay.ts'
import type { RelayRequest } from './requests.ts'

export type Addressed = { readonly relay: Relay; readonly request: RelayRequest }

/**
 * Sends to all relays at once: everything is signed before the first byte goes out, so that the slowest signature delays all
 * alike and no relay is ahead of another.
 *
 * @param onReply each answer as it comes
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
