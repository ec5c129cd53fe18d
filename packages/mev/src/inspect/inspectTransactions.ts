import { type ChainOption, resolveChain, toChainName } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { detectArbitrage } from './arbitrage/detectArbitrage.ts'
import type { BlockContext } from './flow/ownAddresses.ts'
import { type TransactionFlow, toTransactionFlow } from './flow/transactionFlow.ts'
import { detectJit, toJitClaim } from './jit/detectJit.ts'
import { toLiquidationClaim } from './liquidation/profit.ts'
import { detectLiquidations } from './liquidation/registry.ts'
import type { MinedBlock, SkippedTransaction } from './minedBlock.ts'
import type { MinedFinding } from './minedFinding.ts'
import { type Claim, computeProfits, type Profit } from './profit.ts'
import { getPublicContracts } from './sandwich/actors.ts'
import { detectSandwiches, toSandwichClaim } from './sandwich/detectSandwiches.ts'
import { createFindingWriter, type FindingWriter } from './toFindings.ts'
import { computeBlockPrices } from './value/blockPrices.ts'

export type InspectOptions = {
  /** @default 'ethereum' */
  readonly chain?: ChainOption
}

export type Inspection = {
  readonly blockNumber: bigint
  /** Unix seconds of the block. Null if it has no header. */
  readonly timestamp: bigint | null
  /** Ordered by the index of their first transaction. */
  readonly findings: readonly MinedFinding[]
  readonly skipped: readonly SkippedTransaction[]
}

/**
 * Labels the arbitrages, sandwiches, liquidations and just-in-time liquidity in a mined block, with the profit by token. Does not
 * send requests; {@link inspectBlock} reads the block first. Receipts are sufficient. Traces add transfers of native currency,
 * and calls for transactions whose receipts have no logs. Failed transactions are ignored.
 *
 * @example
 * const { findings } = inspectTransactions(block)
 * findings.filter(({ kind }) => kind === 'sandwich').map(({ transactions }) => transactions)
 */
export function inspectTransactions(block: MinedBlock, { chain: given = 'ethereum' }: InspectOptions = {}): Inspection {
  const profile = resolveChain(given)
  const chain = toChainName(profile)
  const wrappedNative: Address = profile.wrappedNative ?? '0x0000000000000000000000000000000000000000'
  const flows = block.transactions
    .filter(({ succeeded }) => succeeded)
    .map((transaction) => toTransactionFlow(transaction, wrappedNative))
  const contracts = getPublicContracts(chain)
  const isPublic = (contract: Address) => contracts.has(contract)
  const context = { coinbase: block.coinbase, wrappedNative }
  const prices = computeBlockPrices(flows, { chain, wrappedNative })
  const findings = inspectFlows(flows, {
    context,
    isPublic,
    writer: createFindingWriter({ blockNumber: block.number, context, prices }),
  })
  const places = new Map(flows.map(({ transaction }) => [transaction.hash, transaction.index]))
  const placeOf = ({ transactions: [first] }: MinedFinding) => (first && places.get(first)) ?? 0
  return {
    blockNumber: block.number,
    timestamp: block.timestamp,
    findings: [...findings].sort((a, b) => placeOf(a) - placeOf(b)),
    skipped: block.skipped,
  }
}

type FlowContext = {
  readonly context: BlockContext
  readonly isPublic: (contract: Address) => boolean
  readonly writer: FindingWriter
}

/** Labels flows. A transaction that is part of a sandwich, just-in-time liquidity or a liquidation is not also an arbitrage. */
function inspectFlows(
  flows: readonly TransactionFlow[],
  { context, isPublic, writer }: FlowContext,
): readonly MinedFinding[] {
  const drafts: readonly Draft[] = [
    ...detectSandwiches(flows, { isPublic }).map((sandwich) => ({
      claim: toSandwichClaim(sandwich),
      write: (profit: Profit) => writer.toSandwich(sandwich, profit),
    })),
    ...detectJit(flows, { isPublic }).map((jit) => ({
      claim: toJitClaim(jit, isPublic),
      write: (profit: Profit) => writer.toJit(jit, profit),
    })),
    ...flows.flatMap((flow) =>
      detectLiquidations(flow, context.wrappedNative).map((liquidation) => ({
        claim: toLiquidationClaim(flow, liquidation, context.wrappedNative),
        write: (profit: Profit) => writer.toLiquidation(flow, liquidation, profit),
      })),
    ),
  ]
  const claims = drafts.map(({ claim }) => claim)
  const profits = computeProfits(claims, context)
  const used = new Set(claims.flatMap(({ attack }) => attack.flows))
  const arbitrages = flows.flatMap((flow) => {
    const arbitrage = used.has(flow) ? null : detectArbitrage(flow, context)
    return arbitrage === null ? [] : [writer.toArbitrage(flow, arbitrage)]
  })
  return [...drafts.map(({ write }, index) => write(profits[index] as Profit)), ...arbitrages]
}

/** Finding without its profit, which is computed after all findings are known. */
type Draft = { readonly claim: Claim; readonly write: (profit: Profit) => MinedFinding }
