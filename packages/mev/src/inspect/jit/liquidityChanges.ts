import { type Address, type Hex, keccak256, stringToBytes } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { MinedCall, MinedLog } from '../minedBlock.ts'
import { argumentAddress, argumentInt, argumentUint, intAt, topicAddress, topicInt, uintAt } from '../parse/words.ts'

/** Liquidity that was added to (positive) or removed from a position. */
export type LiquidityChange = {
  readonly flow: TransactionFlow
  readonly pool: Hex
  readonly holder: Address
  readonly owner: Address
  readonly tickLower: number
  readonly tickUpper: number
  readonly liquidity: bigint
}

const toTopic = (signature: string): Hex => keccak256(stringToBytes(signature))
const mintTopic = toTopic('Mint(address,address,int24,int24,uint128,uint256,uint256)')
const burnTopic = toTopic('Burn(address,int24,int24,uint128,uint256,uint256)')
const modifyTopic = toTopic('ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)')
const mintSelector = toTopic('mint(address,int24,int24,uint128,bytes)').slice(0, 10)
const burnSelector = toTopic('burn(int24,int24,uint128)').slice(0, 10)

/** Returns the changes of concentrated liquidity in a transaction: Uniswap V3, its forks, and V4. */
export function toLiquidityChanges(flow: TransactionFlow): readonly LiquidityChange[] {
  const { logs, calls } = flow.transaction
  const changes: LiquidityChange[] = []
  for (const log of logs) addByLog(changes, flow, log)
  if (logs.length === 0 && calls !== null) for (const call of calls) addByCall(changes, flow, call)
  return changes
}

function addByLog(changes: LiquidityChange[], flow: TransactionFlow, { address, topics, data }: MinedLog): void {
  const [topic, first, second, third] = topics
  const isMint = topic === mintTopic
  if (isMint || topic === burnTopic) {
    const liquidity = isMint ? uintAt(data, 1) : -uintAt(data, 0)
    const ticks = { tickLower: Number(topicInt(second)), tickUpper: Number(topicInt(third)) }
    changes.push({ flow, pool: address, holder: address, owner: topicAddress(first), ...ticks, liquidity })
  }
  if (topic !== modifyTopic || first === undefined) return
  const ticks = { tickLower: Number(intAt(data, 0)), tickUpper: Number(intAt(data, 1)) }
  changes.push({ flow, pool: first, holder: address, owner: topicAddress(second), ...ticks, liquidity: intAt(data, 2) })
}

function addByCall(changes: LiquidityChange[], flow: TransactionFlow, { selector, from, to, input }: MinedCall): void {
  const isMint = selector === mintSelector
  if (!isMint && selector !== burnSelector) return
  const first = isMint ? 1 : 0
  const ticks = { tickLower: Number(argumentInt(input, first)), tickUpper: Number(argumentInt(input, first + 1)) }
  const liquidity = isMint ? argumentUint(input, 3) : -argumentUint(input, 2)
  changes.push({ flow, pool: to, holder: to, owner: isMint ? argumentAddress(input, 0) : from, ...ticks, liquidity })
}
