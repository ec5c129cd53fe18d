import { type Head, OutriggerError } from '@outrigger/core'
import type { RpcRequest } from '@outrigger/core/internal'
import { type Hex, keccak256, numberToHex, stringToHex } from 'viem'

export type RecordedTransaction = Readonly<Record<string, unknown>> & { readonly hash: Hex }

/** A block of a recording for `createReplay`. */
export type RecordedBlock = {
  readonly number: bigint
  /** Transactions in JSON-RPC form. Missing nonces are counted from 0 per sender. */
  readonly transactions: readonly RecordedTransaction[]
  /** Hashes of the transactions that failed. */
  readonly failed: ReadonlySet<Hex>
  /** Wei. */
  readonly baseFeePerGas?: bigint
}

/** Thrown if a recording cannot answer a JSON-RPC request. Send it to a real provider. */
export class NotRecordedError extends OutriggerError {
  readonly code = 'NOT_RECORDED'
}

/** A recorded block with its generated header. */
export type ReplayedBlock = RecordedBlock & { readonly head: Head }

/** Adds missing nonces and headers. Block hashes are derived from the numbers. */
export function toReplayedBlocks(blocks: readonly RecordedBlock[], provider: string): readonly ReplayedBlock[] {
  const nextNonces = new Map<unknown, number>()
  return blocks.map((block, index) => ({
    ...block,
    transactions: block.transactions.map((transaction) => {
      const nonce = nextNonces.get(transaction['from']) ?? 0
      nextNonces.set(transaction['from'], nonce + 1)
      return { nonce: numberToHex(nonce), ...transaction }
    }),
    head: toHead(block, blocks[index - 1]?.number ?? block.number - 1n, provider),
  }))
}

const toHash = (number: bigint) => keccak256(stringToHex(`recorded block ${number}`))

function toHead({ number, baseFeePerGas = 0n }: RecordedBlock, parent: bigint, provider: string): Head {
  const [hash, parentHash] = [toHash(number), toHash(parent)]
  const quantities = { number, timestamp: 0n, baseFeePerGas, gasUsed: 15_000_000n, gasLimit: 30_000_000n }
  const header = {
    hash,
    parentHash,
    ...Object.fromEntries(Object.entries(quantities).map(([name, value]) => [name, numberToHex(value)])),
  }
  return { number, hash, parentHash, timestamp: 0n, provider, removed: false, header }
}

/**
 * Returns the response to a request for a block or receipts.
 *
 * @param blocks blocks replayed so far, by hash
 * @throws {NotRecordedError}
 */
export function toRecordedAnswer({ method, params }: RpcRequest, blocks: ReadonlyMap<Hex, ReplayedBlock>): unknown {
  const [hash] = params as readonly [Hex]
  const block = blocks.get(hash)
  if (method === 'eth_getBlockByHash' && block) return { ...block.head.header, transactions: block.transactions }
  if (method === 'eth_getBlockReceipts' && block) return toReceipts(block)
  if (method === 'eth_getTransactionReceipt') {
    const receipts = [...blocks.values()].flatMap(toReceipts)
    return receipts.find(({ transactionHash }) => transactionHash === hash) ?? null
  }
  throw new NotRecordedError(`${method} is not in the recording.`)
}

function toReceipts({ transactions, failed, head }: ReplayedBlock) {
  return transactions.map(({ hash }) => ({
    transactionHash: hash,
    blockHash: head.hash,
    status: failed.has(hash) ? '0x0' : '0x1',
  }))
}
