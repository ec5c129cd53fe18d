import type { Address } from 'viem'
import type { MinedLog, MinedTransaction } from '../minedBlock.ts'
import { topicAddress, uintAt, zeroAddress } from '../parse/words.ts'
import type { Transfer } from './transfer.ts'

/** `Transfer(address,address,uint256)` of ERC-20. ERC-721 uses the same topic with the token id as fourth topic. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Reads ERC-20 transfers from logs. Mints and burns are transfers from and to the token contract. */
export function toLogTransfers(logs: readonly MinedLog[], wrappedNative: Address): readonly Transfer[] {
  const transfers: Transfer[] = []
  for (let position = 0; position < logs.length; position += 1) {
    const log = logs[position] as MinedLog
    const { address: token, topics, data } = log
    if (topics[0] !== transferTopic || topics.length === 4) continue
    // Some early tokens do not index the addresses.
    if (topics.length !== 3) continue
    const [from, to] = [topicAddress(topics[1]), topicAddress(topics[2])]
    if (from === zeroAddress || to === zeroAddress) {
      if (token === wrappedNative) continue
      transfers.push({
        token,
        amount: uintAt(data, 0),
        position,
        from: from === zeroAddress ? token : from,
        to: to === zeroAddress ? token : to,
      })
    } else transfers.push({ token, from, to, amount: uintAt(data, 0), position })
  }
  return transfers
}

/** `TransferSingle` and `TransferBatch` of ERC-1155, indexed by operator, from and to. */
const multiTransferTopics: ReadonlySet<string> = new Set([
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
])

/** Returns the addresses that gave an NFT (ERC-721 or ERC-1155) and are paid for it. */
export function findNftGivers(logs: readonly MinedLog[]): readonly Address[] {
  return logs.flatMap(({ topics }) => {
    if (topics[0] === transferTopic && topics.length === 4) return [topicAddress(topics[1])]
    return topics[0] !== undefined && multiTransferTopics.has(topics[0]) ? [topicAddress(topics[2])] : []
  })
}

/** Reads native currency transfers from calls, or from the transaction alone if there is no trace. Excludes wrapping. */
export function toNativeTransfers(
  { calls, from, to, value }: MinedTransaction,
  wrappedNative: Address,
): readonly Transfer[] {
  if (calls === null)
    return value > 0n && to !== null && to !== wrappedNative
      ? [{ token: wrappedNative, from, to, amount: value, position: -1 }]
      : []
  const transfers: Transfer[] = []
  for (const call of calls) {
    if (call.value === 0n || call.from === wrappedNative || call.to === wrappedNative) continue
    transfers.push({ token: wrappedNative, from: call.from, to: call.to, amount: call.value, position: -1 })
  }
  return transfers
}
