import type { ProviderPool, Store } from '@outrigger/core'
import { type ChainOption, type PoolClient, toPool } from '@outrigger/core/internal'
import type { Address, Hex } from 'viem'

/** Source of constants of contracts. */
export type ContractSource = {
  readonly chain: ChainOption
  /** @default none, so only built-in data is available */
  readonly pool?: Pick<ProviderPool, 'send'> | PoolClient | undefined
  /** @default memory */
  readonly store?: Store | undefined
  readonly signal?: AbortSignal
}

/** Calls a view function without arguments. Returns `0x` without a pool. */
export async function readView(
  { pool, signal }: Pick<ContractSource, 'pool' | 'signal'>,
  to: Address,
  data: Hex,
): Promise<Hex> {
  if (pool === undefined) return '0x'
  const request = { method: 'eth_call', params: [{ to, data }, 'latest'] }
  return (await toPool(pool).send<Hex>(request, signal && { signal })).result
}
