import { type ChainName, getChain } from '@outrigger/core'
import type { Address } from 'viem'
import { detectArbitrage } from './arbitrage/detectArbitrage.ts'
import { type TransactionFlow, toTransactionFlow } from './flow/transactionFlow.ts'
import { detectJit } from './jit/detectJit.ts'
import { detectLiquidations } from './liquidation/registry.ts'
import type { MinedBlock, SkippedTransaction } from './minedBlock.ts'
import type { MinedFinding } from './minedFinding.ts'
import { getPublicContracts } from './sandwich/actors.ts'
import { detectSandwiches } from './sandwich/detectSandwiches.ts'
import { createFindingWriter, type FindingWriter } from './toFindings.ts'
import { computeBlockPrices } from './value/blockPrices.ts'

export type InspectOptions = {
  /** @default 'ethereum' */
  readonly chain?: ChainName
}

export type Inspection = {
  readonly blockNumber: bigint
  /** By the place of their first transaction in the block. */
  readonly findings: readonly MinedFinding[]
  readonly skipped: readonly SkippedTransaction[]
}

/**
 * Labels what happened in a mined block: arbitrages, sandwiches, liquidations and just-in-time liquidity, with the profit
 * by token. Pure; {@link inspectBlock} reads the block first. Receipts are enough; with traces native currency is seen,
 * too, and a transaction whose receipt came without logs is read by its calls. Failed transactions are no part of anything.
 *
 * @example
 * const { findings } = inspectTransactions(block)
 * findings.filter(({ kind }) => kind === 'sandwich').map(({ transactions }) => transactions)
 */
export function inspectTransactions(block: MinedBlock, { chain = 'ethereum' }: InspectOptions = {}): Inspection {
  const wrappedNative: Address = getChain(chain).wrappedNative ?? '0x0000000000000000000000000000000000000000'
  const flows = block.transactions
    .filter(({ succeeded }) => succeeded)
    .map((transaction) => toTransactionFlow(transaction, wrappedNative))
  const contracts = getPublicContracts(chain)
  const isPublic = (contract: Address) => contracts.has(contract)
  const writer = createFindingWriter(block, computeBlockPrices(flows, { chain, wrappedNative }))
  const findings = [
    ...flows.flatMap((flow) => inspectOne(flow, { writer, wrappedNative })),
    ...detectSandwiches(flows, { isPublic }).map(writer.toSandwich),
    ...detectJit(flows, { isPublic }).map(writer.toJit),
  ]
  const places = new Map(flows.map(({ transaction }) => [transaction.hash, transaction.index]))
  const placeOf = ({ transactions: [first] }: MinedFinding) => (first && places.get(first)) ?? 0
  return {
    blockNumber: block.number,
    findings: findings.sort((a, b) => placeOf(a) - placeOf(b)),
    skipped: block.skipped,
  }
}

/** Of one transaction alone: its liquidations, or else its arbitrage. What a liquidator sells is no arbitrage. */
function inspectOne(
  flow: TransactionFlow,
  { writer, wrappedNative }: { readonly writer: FindingWriter; readonly wrappedNative: Address },
): readonly MinedFinding[] {
  const liquidations = detectLiquidations(flow, wrappedNative)
  if (liquidations.length > 0)
    return liquidations.map((liquidation) => writer.toLiquidation(flow, liquidation, liquidations.length))
  const cycle = detectArbitrage(flow)
  return cycle === null ? [] : [writer.toArbitrage(flow, cycle)]
}
