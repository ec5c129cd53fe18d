import { OutriggerError } from '@outrigger/core'
import { type Hex, toEventSelector } from 'viem'

/** Roles of an address in a transaction, as bits. */
export const roles = { sender: 1, recipient: 2, created: 4, tokenSender: 8, tokenRecipient: 16 } as const

const transfer = toEventSelector('Transfer(address,address,uint256)')
const single = toEventSelector('TransferSingle(address,address,address,uint256,uint256)')
const batch = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')

/** First topics of token transfers: ERC-20 and ERC-721, then the two of ERC-1155. */
export const transferTopics: readonly Hex[] = [transfer, single, batch]

/** The fields of a JSON-RPC block with transactions that the index uses. */
export type RpcIndexBlock = {
  readonly number: string
  readonly hash: string
  readonly parentHash: string
  readonly transactions: readonly {
    readonly hash: string
    readonly transactionIndex: string
    readonly from: string
    readonly to?: string | null
  }[]
}

/** The fields of a log that the index uses. */
export type RpcIndexLog = {
  readonly topics: readonly string[]
  readonly blockHash: string | null
  readonly transactionHash: string | null
  readonly transactionIndex: string | null
}

/** A transaction with its addresses, in lower case, and their roles. */
export type IndexedTransaction = {
  readonly index: number
  readonly hash: string
  readonly addresses: Map<string, number>
}

/** A block in the form that the index stores. */
export type IndexedBlock = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly transactions: readonly IndexedTransaction[]
}

/** A provider's answers about one block contradict each other. The block is read again. */
export class ContradictoryBlockError extends OutriggerError {
  readonly code = 'CONTRADICTORY_BLOCK'
  override readonly retryable = true
}

/** Factor of positions. A position is the block number times this number, plus the index of the transaction. */
export const positionsPerBlock = 2 ** 20

/**
 * Returns the addresses of a block: senders, recipients, created contracts, and both sides of token transfers.
 *
 * @param logs of the block. Logs that are not token transfers are skipped
 * @param created contract of each transaction that creates one, by the hash of the transaction
 * @throws {ContradictoryBlockError} a log is of another block or transaction
 */
export function toIndexedBlock(
  block: RpcIndexBlock,
  logs: readonly RpcIndexLog[],
  created: ReadonlyMap<string, string>,
): IndexedBlock {
  const transactions: IndexedTransaction[] = []
  for (const { hash, transactionIndex, from, to } of block.transactions) {
    const { addresses } = place(block, transactions, Number(transactionIndex), hash)
    add(addresses, from, roles.sender)
    if (to) add(addresses, to, roles.recipient)
    const contract = created.get(hash)
    if (contract !== undefined) add(addresses, contract, roles.created)
  }
  for (const { topics, blockHash, transactionHash, transactionIndex } of logs) {
    const first = sideTopics.get(topics[0] ?? '')
    const [from, to] = first === undefined ? [] : [topics[first], topics[first + 1]]
    if (from === undefined || to === undefined) continue
    if (blockHash !== block.hash || transactionHash === null || transactionIndex === null) throw contradictory(block)
    const { addresses } = place(block, transactions, Number(transactionIndex), transactionHash)
    add(addresses, toAddress(from), roles.tokenSender)
    add(addresses, toAddress(to), roles.tokenRecipient)
  }
  const { number, hash, parentHash } = block
  return { number: Number(number), hash, parentHash, transactions: transactions.filter(Boolean) }
}

/** Position of the first of the two address topics. */
const sideTopics: ReadonlyMap<string, number> = new Map([
  [transfer, 1],
  [single, 2],
  [batch, 2],
])

const toAddress = (topic: string) => `0x${topic.slice(26)}`

function add(addresses: Map<string, number>, address: string, role: number): void {
  const key = address.toLowerCase()
  addresses.set(key, (addresses.get(key) ?? 0) | role)
}

/** Returns the transaction at an index. Polygon's state syncs have logs, but are not among a block's transactions. */
function place(
  block: RpcIndexBlock,
  transactions: IndexedTransaction[],
  index: number,
  hash: string,
): IndexedTransaction {
  const known = transactions[index]
  if (known?.hash === hash) return known
  if (known !== undefined || !(index >= 0 && index < positionsPerBlock)) throw contradictory(block)
  const added = { index, hash, addresses: new Map<string, number>() }
  transactions[index] = added
  return added
}

const contradictory = ({ number, hash }: RpcIndexBlock) =>
  new ContradictoryBlockError(`Logs and transactions of block ${Number(number)} (${hash}) do not match.`)
