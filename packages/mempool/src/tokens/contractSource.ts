import type { ChainName, ProviderPool, Store } from '@outrigger/core'
import type { Address, Hex } from 'viem'

/** Where constants of contracts are read from. */
export type ContractSource = {
  readonly chain: ChainName
  /** @default none: only built-in data is known */
  readonly pool?: Pick<ProviderPool, 'send'>
  /** @default memory */
  readonly store?: Store
  readonly signal?: AbortSignal
}

/** The answer of a view function without arguments. */
export async function readView(
  { pool, signal }: Pick<ContractSource, 'pool' | 'signal'>,
  to: Address,
  data: Hex,
): Promise<Hex> {
  if (pool === undefined) return '0x'
  const request = { method: 'eth_call', params: [{ to, data }, 'latest'] }
  return (await pool.send<Hex>(request, signal && { signal })).result
}
