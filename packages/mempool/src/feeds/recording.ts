import { type Head, OutriggerError } from '@outrigger/core'
import type { RpcRequest } from '@outrigger/core/internal'
import { type Hex, keccak256, numberToHex, stringToHex } from 'viem'

export type RecordedTransaction = Readonly<Record<string, unknown>> & { readonly hash: Hex }

/** A block of a recording, as `createReplay` shows it. */
export type RecordedBlock = {
  readonly number: bigint
  /** In JSON-RPC form. Where nonces are missing, each sender's are counted from 0. */
  readonly transactions: readonly RecordedTransaction[]
  /** Hashes of those that failed. */
  readonly failed: ReadonlySet<Hex>
  /** Wei. */
  readonly baseFeePerGas?: bigint
}

/** A replay gets a JSON-RPC request that its recording cannot answer. Send it to a real provider. */
export class NotRecordedError extends OutriggerError {
  readonly code = 'NOT_RECORDED'
}

/** A recorded block with the header made for it. */
export type ReplayedBlock = RecordedBlock & { readonly head: Head }

/** Fills in nonces and headers. Hashes are derived from the numbers; a recording need not have them. */
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
 * The answer to a request for a block or receipts.
 *
 * @param blocks those replayed so far, by hash
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
