import { type Hex, hexToBigInt, isHex, type PublicClient, toHex } from 'viem'
import type { BlobSituation } from './conflicts.ts'

/** By chain id, for nodes without `eth_config`: Ethereum since BPO2 (EIP-8135), Gnosis since Pectra. */
const knownMaxBlobs: { readonly [chainId: number]: number } = { 1: 21, 100: 2 }

type FeeHistory = {
  Method: 'eth_feeHistory'
  Parameters: unknown
  ReturnType: { readonly baseFeePerBlobGas?: readonly Hex[] } | null
}
type BlobBaseFee = { Method: 'eth_blobBaseFee'; Parameters?: undefined; ReturnType: Hex | null }
type Config = {
  Method: 'eth_config'
  Parameters?: undefined
  ReturnType: { readonly current?: { readonly blobSchedule?: { readonly max?: number } | null } | null } | null
}

/** Reads the blob base fee of the next block, and how many blobs a block takes. What no method tells is null. */
export async function readBlobSituation(
  client: PublicClient,
  { chainId, head }: { readonly chainId: number; readonly head: bigint },
): Promise<BlobSituation> {
  const [nextBaseFee, config] = await Promise.all([
    readNextBlobFee(client, head),
    client.request<Config>({ method: 'eth_config' }).catch(() => null),
  ])
  const max = config?.current?.blobSchedule?.max
  return { nextBaseFee, maxPerBlock: Number.isSafeInteger(max) ? (max as number) : (knownMaxBlobs[chainId] ?? null) }
}

/** The last entry of the fee history is the next block's. Without it, the fee of the head (`eth_blobBaseFee`) has to do. */
async function readNextBlobFee(client: PublicClient, head: bigint): Promise<bigint | null> {
  const params = ['0x1', toHex(head), []]
  const history = await client.request<FeeHistory>({ method: 'eth_feeHistory', params }).catch(() => null)
  const fees = history?.baseFeePerBlobGas ?? []
  const next = fees.length === 2 ? fees[1] : undefined
  if (isHex(next) && next !== '0x0') return hexToBigInt(next)
  const fee = await client.request<BlobBaseFee>({ method: 'eth_blobBaseFee' }).catch(() => null)
  return isHex(fee) ? hexToBigInt(fee) : null
}
