import { toQuantity } from '../integrity.ts'
import type { ProviderPool } from '../poolTypes.ts'

// Public nodes hold a hundred thousand; a gap of some seconds does not need all of them.
const maxContent = 5000n

/** What waits at a provider now: its pool where that is of moderate size, else the block it would build. */
export async function getPendingSnapshot(
  send: ProviderPool['send'],
  provider: string,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const ask = async (method: string, params: readonly unknown[] = []): Promise<unknown> =>
    (await send({ method, params }, { signal, prefer: provider }).catch(() => undefined))?.result
  const status = toRecord(await ask('txpool_status'))
  const size = toQuantity(status['pending'])
  const content = size === null || size > maxContent ? undefined : toRecord(await ask('txpool_content'))['pending']
  if (content !== undefined)
    return Object.values(toRecord(content)).flatMap((nonces) => Object.values(toRecord(nonces)))
  const { transactions } = toRecord(await ask('eth_getBlockByNumber', ['pending', true]))
  return Array.isArray(transactions) ? transactions : []
}

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
