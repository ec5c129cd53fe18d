import { type Client, createClient, type PublicClient, publicActions } from 'viem'
import type { EndpointRole } from '../endpoint.ts'
import type { Answer, ProviderPool, RpcRequest, SendOptions } from '../poolTypes.ts'
import { toTransport } from '../transport.ts'

/** Where the reads of one decision came from. */
export type Provenance = {
  /** `backup` as soon as one of the reads was answered by a backup. */
  readonly role: EndpointRole
  /** Distinct endpoints, in order of first answer; empty for transports that do not say. */
  readonly endpoints: readonly string[]
}

/** The pool behind a client, if its transport is a fail-over pool. */
export function poolOf(client: Client): ProviderPool | undefined {
  return (client.transport as { pool?: ProviderPool }).pool
}

/**
 * Runs several reads and says which endpoints answered them. Works with any viem client; one without a fail-over
 * transport has only its primary.
 *
 * @throws whatever `read` throws
 * @example
 * const { value, provenance } = await observeReads(client, (c) => c.getBlock())
 */
export async function observeReads<value>(
  client: PublicClient,
  read: (client: PublicClient) => Promise<value>,
): Promise<{ readonly value: value; readonly provenance: Provenance }> {
  const pool = poolOf(client)
  if (pool === undefined) return { value: await read(client), provenance: { role: 'primary', endpoints: [] } }
  const answers: Answer[] = []
  const transport = toTransport({
    ...pool,
    async send<result>(request: RpcRequest, options?: SendOptions) {
      const answer = await pool.send<result>(request, options)
      answers.push(answer)
      return answer
    },
  })
  const observed = createClient({ chain: client.chain, transport }).extend(publicActions)
  const value = await read(observed as unknown as PublicClient)
  return {
    value,
    provenance: {
      role: answers.some(({ role }) => role === 'backup') ? 'backup' : 'primary',
      endpoints: [...new Set(answers.map(({ provider }) => provider))],
    },
  }
}
