import type { ChainName, ProviderPool } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import { getBlockTraces, type ParityTrace } from '@outrigger/data'
import { readReceipts } from '@outrigger/data/internal'
import type { PublicClient, TransactionReceipt } from 'viem'
import type { MinedBlock } from '../rows/blocks.ts'
import type { Schema, Table } from '../rows/schema.ts'
import { MovedBlockError } from './movedBlock.ts'
import type { Dataset } from './rowSource.ts'

type Part<part> = (pool: ProviderPool, client: PublicClient, block: MinedBlock) => Promise<part>

/** Defines a data set of a block and of one part that is read beside it. */
export function ofBlock<part>(
  schema: Schema,
  read: Part<part>,
  toTable: (chain: ChainName, block: MinedBlock, part: part) => Table,
): Dataset {
  return {
    schema,
    flags: [],
    select({ pool }) {
      const client = createPoolClient(pool)
      const chain = pool.chain.name as ChainName
      return {
        selection: {},
        open: () => async (block) => toTable(chain, block, await read(pool, client, block)),
      }
    },
  }
}

/** Reads nothing beside the block. */
export const readNothing: Part<null> = async () => null

export async function readBlockReceipts(
  client: PublicClient,
  block: MinedBlock,
): Promise<readonly TransactionReceipt[]> {
  const transactions = block.transactions.filter((one) => typeof one !== 'string')
  const found = await readReceipts(client, block, transactions)
  return transactions.flatMap(({ hash }) => found.get(hash) ?? [])
}

/** @throws {MovedBlockError} */
export const readTraces: Part<readonly ParityTrace[]> = async (pool, _, { number, hash }) => {
  const traces = await getBlockTraces(pool, { block: number, hash })
  if (traces.some(({ blockHash }) => blockHash !== hash)) throw new MovedBlockError(number)
  return traces
}
