import { type Hex, keccak256, stringToBytes } from 'viem'
import type { MinedTransaction } from '../minedBlock.ts'

/** Events of contracts that settle orders signed by others. The filler's margin is a fee, not an arbitrage. */
const signatures = [
  // CoW Protocol.
  'Trade(address,address,address,uint256,uint256,uint256,bytes)',
  // UniswapX.
  'Fill(bytes32,address,address,uint256)',
  // 1inch limit orders and Fusion: v4, v3, v2.
  'OrderFilled(bytes32,uint256)',
  'OrderFilled(address,bytes32,uint256)',
  'OrderFilledRFQ(bytes32,uint256)',
  // 0x: RFQ and OTC.
  'RfqOrderFilled(bytes32,address,address,address,address,uint128,uint128,bytes32)',
  'OtcOrderFilled(bytes32,address,address,address,address,uint128,uint128)',
]
const topics: ReadonlySet<Hex> = new Set(signatures.map((signature) => keccak256(stringToBytes(signature))))

/** Selector of CoW Protocol's `settle`. */
const settle = '0x13d79a0b'

/** Returns true if a transaction fills other users' orders. */
export function fillsOrders({ logs, calls }: MinedTransaction): boolean {
  if (logs.some((log) => log.topics[0] !== undefined && topics.has(log.topics[0]))) return true
  return calls?.some(({ selector }) => selector === settle) ?? false
}
