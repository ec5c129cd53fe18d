import type { Hex, PublicClient } from 'viem'

/** Returns the base fee of a block built now, in wei, or null if the method is not supported. Calls `eth_baseFee`. */
export async function getAvalancheBaseFee(client: PublicClient): Promise<bigint | null> {
  const request = client.request as unknown as (request: { method: string }) => Promise<Hex>
  return request({ method: 'eth_baseFee' }).then(BigInt, () => null)
}
