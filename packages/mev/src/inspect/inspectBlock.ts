import { type ClientOption, requireClientChain, toClient } from '@outrigger/core/internal'
import { type Inspection, inspectTransactions } from './inspectTransactions.ts'
import { readBlock, type TraceSource } from './readBlock.ts'

export type InspectBlockParameters = { readonly blockNumber: bigint }

export type BlockInspection = Inspection & {
  /** Method that returned the traces. Null if no provider supports tracing and only receipts were read. */
  readonly traceSource: TraceSource
}

/**
 * Reads a mined block and labels its arbitrages, sandwiches, liquidations and just-in-time liquidity. Reads the block,
 * its receipts (`eth_getBlockReceipts`, otherwise one by one) and, if a provider supports them, its traces
 * (`trace_block`, otherwise `debug_traceBlockByHash`).
 *
 * @throws {BlockUnavailableError} no provider has the block
 * @throws {UnknownChainError} the client's chain has no profile
 *
 * @example
 * const { findings, traceSource } = await inspectBlock(client, { blockNumber: 13_666_363n })
 */
export async function inspectBlock(
  client: ClientOption,
  { blockNumber }: InspectBlockParameters,
): Promise<BlockInspection> {
  const viemClient = toClient(client)
  const chain = await requireClientChain(viemClient)
  const { block, traceSource } = await readBlock(viemClient, blockNumber)
  return { ...inspectTransactions(block, { chain }), traceSource }
}
