import { type Address, type Hex, keccak256, stringToBytes } from 'viem'
import type { MinedTransaction } from '../minedBlock.ts'

/** Fills of open 0x limit orders, v2 to v4. The makers of such orders act as a market, like a pool. */
const topics: ReadonlySet<Hex> = new Set(
  [
    'Fill(address,address,address,address,uint256,uint256,uint256,uint256,bytes32,bytes,bytes)',
    'Fill(address,address,bytes,bytes,bytes,bytes,bytes32,address,address,uint256,uint256,uint256,uint256,uint256)',
  ].map((signature) => keccak256(stringToBytes(signature))),
)
/** `fillOrder` in v2 and v3, `fillLimitOrder` and `fillOrKillLimitOrder` in v4. */
const selectors: ReadonlySet<string> = new Set(['0xb4be83d5', '0x9b44d556', '0xf6274f66', '0x9240529c'])

/** Returns true if the address made a limit order that the transaction fills. */
export function isOrderMaker({ logs, calls }: MinedTransaction, maker: Address): boolean {
  const digits = maker.slice(2)
  if (logs.some(({ topics: [topic, by] }) => topic !== undefined && topics.has(topic) && by?.endsWith(digits)))
    return true
  return calls?.some(({ selector, input }) => selectors.has(selector) && input.includes(digits)) ?? false
}
