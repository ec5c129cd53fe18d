import type { BlobParameters } from '@outrigger/core/internal'
import { type Hex, isHex, type PublicClient } from 'viem'
import { UnreadableChainError } from '../../gasErrors.ts'
import type { BlobHeader } from '../compute/blobBaseFee.ts'

type Request = (request: { method: string; params: readonly unknown[] }) => Promise<unknown>

const rawRequest = (client: PublicClient): Request => client.request as unknown as Request

/** A head and its blob fields. `blobs` is null if the header does not contain them. */
type BlobHead = { readonly number: bigint; readonly timestamp: number; readonly blobs: BlobHeader | null }

/** Reads the head with `eth_getBlockByNumber`. @throws {UnreadableChainError} if the node has no latest block */
export async function getBlobHead(client: PublicClient, chain: string): Promise<BlobHead> {
  const head = (await rawRequest(client)({ method: 'eth_getBlockByNumber', params: ['latest', false] })) as {
    readonly [field: string]: Hex | undefined
  } | null
  if (head === null || head['number'] === undefined) throw new UnreadableChainError(chain)
  const { number, timestamp: time, baseFeePerGas, blobGasUsed, excessBlobGas } = head
  const timestamp = Number(time)
  const hasBlobs = isHex(baseFeePerGas) && isHex(blobGasUsed) && isHex(excessBlobGas)
  return {
    number: BigInt(number),
    timestamp,
    blobs: hasBlobs
      ? {
          timestamp,
          baseFeePerGas: BigInt(baseFeePerGas),
          blobGasUsed: BigInt(blobGasUsed),
          excessBlobGas: BigInt(excessBlobGas),
        }
      : null,
  }
}

/**
 * Returns the blob base fee that the node reports for the block after the newest block, in wei, and that block's
 * number. Returns null if the node does not report the fee. Some nodes omit it, some report fees only up to the
 * newest block, and some report zeros on chains without blobs. Calls `eth_feeHistory`.
 */
export async function getStatedBlobFee(
  client: PublicClient,
): Promise<{ readonly number: bigint; readonly fee: bigint } | null> {
  const history = await rawRequest(client)({ method: 'eth_feeHistory', params: ['0x1', 'latest', []] }).catch(
    () => null,
  )
  const { oldestBlock, gasUsedRatio, baseFeePerBlobGas } = (history ?? {}) as { readonly [field: string]: unknown }
  if (!isHex(oldestBlock) || !Array.isArray(gasUsedRatio) || !Array.isArray(baseFeePerBlobGas)) return null
  const fee: unknown = baseFeePerBlobGas[gasUsedRatio.length]
  if (!isHex(fee) || BigInt(fee) === 0n) return null
  return { number: BigInt(oldestBlock) + BigInt(gasUsedRatio.length), fee: BigInt(fee) }
}

/**
 * Returns the blob schedule of the node's configuration, or null if the node does not report it. Calls `eth_config`
 * (EIP-7910).
 */
export async function getNodeBlobSchedule(client: PublicClient): Promise<readonly BlobParameters[] | null> {
  const config = await rawRequest(client)({ method: 'eth_config', params: [] }).catch(() => null)
  const { current, next, last } = (config ?? {}) as { readonly [member: string]: unknown }
  const now = toBlobParameters(current)
  if (now === null) return null
  const later = [next, last].flatMap((member) => toBlobParameters(member) ?? [])
  return [now, ...later].sort((a, b) => a.activationTime - b.activationTime)
}

function toBlobParameters(member: unknown): BlobParameters | null {
  const { activationTime, blobSchedule } = (member ?? {}) as { readonly [field: string]: unknown }
  const { target, max, baseFeeUpdateFraction } = (blobSchedule ?? {}) as { readonly [field: string]: unknown }
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
  if (!isCount(activationTime) || !isCount(target) || !isCount(max) || !isCount(baseFeeUpdateFraction)) return null
  if (max === 0 || target > max || baseFeeUpdateFraction === 0) return null
  return { activationTime, target, max, baseFeeUpdateFraction: BigInt(baseFeeUpdateFraction) }
}
