import { type ChainName, getChain } from '@outrigger/core'
import { getClientChain } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { type Inspection, inspectTransactions } from './inspectTransactions.ts'
import { readBlock, type TraceSource } from './readBlock.ts'

export type InspectBlockParameters = { readonly blockNumber: bigint }

export type BlockInspection = Inspection & {
  /** Which method the traces came from; null where no provider traces, and receipts alone were read. */
  readonly traceSource: TraceSource
}

/**
 * Reads a mined block and labels what happened in it: arbitrages, sandwiches, liquidations and just-in-time liquidity. It
 * reads the block, its receipts (`eth_getBlockReceipts`, otherwise one by one), and traces (`trace_block`, else
 * `debug_traceBlockByHash`) where a provider has them.
 *
 * @throws {BlockUnavailableError} no provider has the block
 * @throws {UnknownChainError} the client's chain has no profile here
 *
 * @example
 * const { findings, traceSource } = await inspectBlock(client, { blockNumber: 13_666_363n })
 */
export async function inspectBlock(
  client: PublicClient,
  { blockNumber }: InspectBlockParameters,
): Promise<BlockInspection> {
  const { name } = (await getClientChain(client)) ?? getChain(String(await client.getChainId()))
  const { block, traceSource } = await readBlock(client, blockNumber)
  return { ...inspectTransactions(block, { chain: name as ChainName }), traceSource }
}
