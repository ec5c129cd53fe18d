import { type Address, type Hex, keccak256, stringToBytes } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { MinedCall } from '../minedBlock.ts'
import { aave } from './aave.ts'
import { compound } from './compound.ts'
import type { Liquidation, LiquidationDefinition } from './liquidation.ts'
import { otherLenders } from './otherLenders.ts'

/** All supported kinds of liquidation. To add a lender, create a file in this folder and list its definitions here. */
export const liquidationDefinitions: readonly LiquidationDefinition[] = [...aave, ...compound, ...otherLenders]

type EventDefinition = Extract<LiquidationDefinition, { readonly event: string }>
type CallDefinition = Extract<LiquidationDefinition, { readonly call: string }>

const isEvent = (definition: LiquidationDefinition): definition is EventDefinition => definition.event !== undefined
const isCall = (definition: LiquidationDefinition): definition is CallDefinition => definition.call !== undefined

const toId = (signature: string): Hex => keccak256(stringToBytes(signature))
const byTopic = new Map(liquidationDefinitions.filter(isEvent).map((one) => [toId(one.event), one]))
const bySelector = new Map<string, CallDefinition>(
  liquidationDefinitions.filter(isCall).map((one) => [toId(one.call).slice(0, 10), one]),
)

/** Returns the liquidations of a transaction from its logs, or from its calls if the receipt has no logs. */
export function detectLiquidations(flow: TransactionFlow, wrappedNative: Address): readonly Liquidation[] {
  const { logs, calls } = flow.transaction
  const found: Liquidation[] = []
  for (const log of logs) {
    const [topic] = log.topics
    const liquidation = topic === undefined ? null : byTopic.get(topic)?.decode(log, flow, wrappedNative)
    if (liquidation) found.push(liquidation)
  }
  if (logs.length > 0 || calls === null) return found
  for (const [index, call] of calls.entries()) {
    if (call.kind !== 'call' || call.input.length < 74) continue
    const liquidation = bySelector.get(call.selector)?.decode(call, below(flow, calls, index), wrappedNative)
    if (liquidation) found.push(liquidation)
  }
  return found
}

/** Returns the flow of one call with all nested calls, which follow in the list with a greater depth. */
function below(flow: TransactionFlow, calls: readonly MinedCall[], index: number): TransactionFlow {
  const { depth } = calls[index] as MinedCall
  const next = calls.findIndex((call, at) => at > index && call.depth <= depth)
  const end = next < 0 ? calls.length : next
  return { ...flow, transfers: flow.transfers.filter(({ position }) => position >= index && position < end) }
}
