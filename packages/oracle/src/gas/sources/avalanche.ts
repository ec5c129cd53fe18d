import type { Hex, PublicClient } from 'viem'

/** Base fee of a block built now, in wei; null where the method is missing. `eth_baseFee`. */
export async function getAvalancheBaseFee(client: PublicClient): Promise<bigint | null> {
  const request = client.request as unknown as (request: { method: string }) => Promise<Hex>
  return request({ method: 'eth_baseFee' }).then(BigInt, () => null)
}
