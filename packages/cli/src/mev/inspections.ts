import type { ChainName } from '@outrigger/core'
import { type Inspection, inspectBlock, inspectTransactions, parseBlockFile } from '@outrigger/mev/inspect'
import type { PublicClient } from 'viem'
import { UsageError } from '../exitCodes.ts'
import { readLines } from '../mempool/lines.ts'
import type { BlockRange } from './blockRange.ts'

/** Inspects recorded blocks, one at a time. */
export async function* inspectFile(file: string, chain: ChainName): AsyncGenerator<Inspection> {
  for await (const block of parseBlockFile(readLines(file))) yield inspectTransactions(block, { chain })
}

/**
 * Inspects blocks of a provider, in order.
 *
 * @throws {UsageError} the range ends beyond the latest block. Thrown before any block is read.
 */
export async function* inspectRange(client: PublicClient, { from, to }: BlockRange): AsyncGenerator<Inspection> {
  const head = from === to ? to : await client.getBlockNumber()
  if (to > head) throw new UsageError(`Block ${to} is not mined yet: the latest block is ${head}.`)
  for (let blockNumber = from; blockNumber <= to; blockNumber += 1n) yield await inspectBlock(client, { blockNumber })
}
