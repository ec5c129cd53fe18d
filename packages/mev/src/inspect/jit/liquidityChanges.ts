import { type Address, type Hex, keccak256, stringToBytes } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import { argumentAddress, argumentInt, argumentUint, intAt, topicAddress, topicInt, uintAt } from '../parse/words.ts'

/** Liquidity that a position of a pool gained (positive) or lost. */
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

/** The changes of concentrated liquidity in a transaction: Uniswap V3 and its forks, V4. */
export function toLiquidityChanges(flow: TransactionFlow): readonly LiquidityChange[] {
  const { logs, calls } = flow.transaction
  const changes = logs.flatMap((log): readonly LiquidityChange[] => {
    const { address: pool, topics, data } = log
    const ticks = (first: 1 | 2) => ({
      tickLower: Number(topicInt(topics[first])),
      tickUpper: Number(topicInt(topics[first + 1])),
    })
    if (topics[0] === mintTopic)
      return [{ flow, pool, holder: pool, owner: topicAddress(topics[1]), ...ticks(2), liquidity: uintAt(data, 1) }]
    if (topics[0] === burnTopic)
      return [{ flow, pool, holder: pool, owner: topicAddress(topics[1]), ...ticks(2), liquidity: -uintAt(data, 0) }]
    if (topics[0] !== modifyTopic || topics[1] === undefined) return []
    const [tickLower, tickUpper] = [Number(intAt(data, 0)), Number(intAt(data, 1))]
    const owner = topicAddress(topics[2])
    return [{ flow, pool: topics[1], holder: pool, owner, tickLower, tickUpper, liquidity: intAt(data, 2) }]
  })
  return logs.length > 0 || calls === null ? changes : toChangesByCalls(flow)
}

function toChangesByCalls(flow: TransactionFlow): readonly LiquidityChange[] {
  return (flow.transaction.calls ?? []).flatMap(({ kind, from, to: pool, input }): readonly LiquidityChange[] => {
    if (kind !== 'call') return []
    const ticks = (first: 0 | 1) => ({
      tickLower: Number(argumentInt(input, first)),
      tickUpper: Number(argumentInt(input, first + 1)),
    })
    if (input.startsWith(mintSelector)) {
      const owner = argumentAddress(input, 0)
      return [{ flow, pool, holder: pool, owner, ...ticks(1), liquidity: argumentUint(input, 3) }]
    }
    if (!input.startsWith(burnSelector)) return []
    return [{ flow, pool, holder: pool, owner: from, ...ticks(0), liquidity: -argumentUint(input, 2) }]
  })
}
