import type { Head, ProviderPool } from '@outrigger/core'
import { createPublicClient, custom, type Hex } from 'viem'
import { type BlockReader, createBlockReader } from '../reads/blockReader.ts'

/**
 * Creates a reader of the state at one head, by its hash (EIP-1898), so that a block that replaces it is never read
 * instead.
 */
export function createHeadReader(
  pool: Pick<ProviderPool, 'send'>,
  { number, timestamp, hash, provider }: Head,
  signal: AbortSignal,
): Promise<BlockReader> {
  const transport = custom(
    {
      async request({ method, params }: { method: string; params?: readonly unknown[] }) {
        const pinned = method === 'eth_call' ? [params?.[0], { blockHash: hash }] : params
        const { result } = await pool.send({ method, params: pinned }, { signal, prefer: provider })
        return result
      },
    },
    { retryCount: 0 },
  )
  return createBlockReader(createPublicClient({ transport }), { block: { number, timestamp } })
}

/** Fetches the latest head. @throws {AllProvidersFailedError} */
export async function getLatestHead(pool: Pick<ProviderPool, 'send'>, signal: AbortSignal): Promise<Head> {
  const request = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const { result: header, provider } = await pool.send<Head['header'] & { hash: Hex; parentHash: Hex }>(request, {
    signal,
    fresh: true,
  })
  const { hash, parentHash } = header
  const [number, timestamp] = [header['number'], header['timestamp']].map((value) => BigInt(value as Hex)) as [
    bigint,
    bigint,
  ]
  return { number, hash, parentHash, timestamp, provider, removed: false, header }
}
