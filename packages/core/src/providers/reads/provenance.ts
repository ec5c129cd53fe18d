import { createClient, type PublicClient, publicActions } from 'viem'
import { type ClientOption, poolOf, toClient } from '../clientOption.ts'
import type { EndpointRole } from '../endpoint.ts'
import type { Answer, RpcRequest, SendOptions } from '../poolTypes.ts'
import { toTransport } from '../transport.ts'

/** The endpoints that answered the reads of one decision. */
export type Provenance = {
  /** `backup` if a backup answered any of the reads. */
  readonly role: EndpointRole
  /** Distinct endpoints, in order of first answer. Empty for transports that do not report them. */
  readonly endpoints: readonly string[]
}

/**
 * Runs several reads and returns which endpoints answered them. Works with any viem client or pool; a client without a
 * failover transport counts as its primary.
 *
 * @throws the error of `read`
 * @example
 * const { value, provenance } = await observeReads(client, (c) => c.getBlock())
 */
export async function observeReads<value>(
  client: ClientOption,
  read: (client: PublicClient) => Promise<value>,
): Promise<{ readonly value: value; readonly provenance: Provenance }> {
  const viemClient = toClient(client)
  const pool = poolOf(viemClient)
  if (pool === undefined) return { value: await read(viemClient), provenance: { role: 'primary', endpoints: [] } }
  const answers: Answer[] = []
  const transport = toTransport({
    ...pool,
    async send<result>(request: RpcRequest, options?: SendOptions) {
      const answer = await pool.send<result>(request, options)
      answers.push(answer)
      return answer
    },
  })
  const observed = createClient({ chain: viemClient.chain, transport }).extend(publicActions)
  const value = await read(observed as unknown as PublicClient)
  return {
    value,
    provenance: {
      role: answers.some(({ role }) => role === 'backup') ? 'backup' : 'primary',
      endpoints: [...new Set(answers.map(({ provider }) => provider))],
    },
  }
}
