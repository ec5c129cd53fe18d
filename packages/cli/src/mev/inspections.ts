import type { ChainName } from '@outrigger/core'
import { type Inspection, inspectBlock, inspectTransactions, parseBlockFile } from '@outrigger/mev/inspect'
import type { PublicClient } from 'viem'
import { readLines } from '../mempool/lines.ts'
import type { BlockRange } from './blockRange.ts'

/** Recorded blocks, one at a time. */
export async function* inspectFile(file: string, chain: ChainName): AsyncGenerator<Inspection> {
  for await (const block of parseBlockFile(readLines(file))) yield inspectTransactions(block, { chain })
}

/** Blocks of a provider, in their order. */
export async function* inspectRange(client: PublicClient, { from, to }: BlockRange): AsyncGenerator<Inspection> {
  for (let blockNumber = from; blockNumber <= to; blockNumber += 1n) yield await inspectBlock(client, { blockNumber })
}
