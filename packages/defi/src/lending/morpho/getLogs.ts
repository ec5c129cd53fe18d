import type { LogFilter } from '@outrigger/core'
import { type Hex, numberToHex, type RpcLog } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'

/** Providers that limit log ranges accept at least this many blocks. */
const smallestRange = 1_000n
const parallel = 4

/**
 * Returns all logs from a block up to the reader's block. Halves ranges that a provider refuses.
 *
 * @throws the client's error if the smallest range fails
 */
export async function getLogs(reader: BlockReader, filter: LogFilter, fromBlock: bigint): Promise<readonly RpcLog[]> {
  const { client, blockNumber } = reader
  const logs: RpcLog[] = []
  let from = fromBlock
  let size = blockNumber - from + 1n

  function request(start: bigint): Promise<readonly RpcLog[]> {
    const toBlock = start + size <= blockNumber ? start + size - 1n : blockNumber
    const range = { fromBlock: numberToHex(start), toBlock: numberToHex(toBlock) }
    return client.request({ method: 'eth_getLogs', params: [{ ...(filter as { topics: Hex[] }), ...range }] })
  }
  while (from <= blockNumber) {
    const starts = Array.from({ length: parallel }, (_, index) => from + BigInt(index) * size)
    const answers = await Promise.allSettled(starts.filter((start) => start <= blockNumber).map(request))
    for (const answer of answers) {
      if (answer.status === 'rejected') {
        if (size <= smallestRange) throw answer.reason
        size /= 2n
        break
      }
      for (const log of answer.value) logs.push(log)
      from += size
    }
  }
  return logs
}

/** Returns the first block to search. A chain that is shorter than the deployment block is a local one. */
export function toFirstBlock({ blockNumber }: BlockReader, fromBlock: bigint): bigint {
  return fromBlock <= blockNumber ? fromBlock : 0n
}
