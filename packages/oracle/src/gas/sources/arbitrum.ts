import { type PublicClient, parseAbi } from 'viem'

const arbGasInfo = {
  address: '0x000000000000000000000000000000000000006C',
  abi: parseAbi(['function getMinimumGasPrice() view returns (uint256)']),
} as const

/** Returns the minimum L2 base fee in wei, which the chain's owner may change. Returns null if the precompile is missing. */
export async function getArbitrumMinBaseFee(client: PublicClient): Promise<bigint | null> {
  return client.readContract({ ...arbGasInfo, functionName: 'getMinimumGasPrice' }).catch(() => null)
}
