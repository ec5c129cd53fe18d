import type { Transaction } from 'viem'
import { blocks, type MinedBlock, toBlockRows } from '../rows/blocks.ts'
import { logs, toLogRows } from '../rows/logs.ts'
import { minedTransactions, toMinedTransactionRows } from '../rows/minedTransactions.ts'
import { pools, toPoolRows } from '../rows/pools.ts'
import { positionHistory } from '../rows/positions.ts'
import { prices } from '../rows/prices.ts'
import { receipts, toReceiptRows } from '../rows/receipts.ts'
import { toTraceRows, traces } from '../rows/traces.ts'
import { ofBlock, readBlockReceipts, readNothing, readTraces } from './blockRows.ts'
import { selectPositions } from './positions.ts'
import { selectPrices } from './prices.ts'
import type { Dataset } from './rowSource.ts'

const toTimeMs = ({ timestamp }: MinedBlock) => Number(timestamp) * 1000

/** What can be exported. Blocks, transactions, receipts, logs and traces have the names of cryo. */
export const datasets = {
  blocks: ofBlock(blocks, readNothing, toBlockRows),
  transactions: ofBlock(minedTransactions, readNothing, (chain, block) =>
    toMinedTransactionRows(chain, block.transactions as Transaction<bigint, number, false>[], toTimeMs(block)),
  ),
  receipts: ofBlock(
    receipts,
    (_, client, block) => readBlockReceipts(client, block),
    (chain, block, found) => toReceiptRows(chain, found, toTimeMs(block)),
  ),
  logs: ofBlock(
    logs,
    (_, client, block) => readBlockReceipts(client, block),
    (chain, block, found) => toLogRows(chain, found, toTimeMs(block)),
  ),
  pools: ofBlock(
    pools,
    (_, client, block) => readBlockReceipts(client, block),
    (chain, block, found) => toPoolRows(chain, found, toTimeMs(block)),
  ),
  traces: ofBlock(traces, readTraces, (chain, block, found) =>
    toTraceRows(chain, found, { number: block.number, hash: block.hash, timeMs: toTimeMs(block) }),
  ),
  prices: { schema: prices, flags: ['token'], select: selectPrices },
  positions: { schema: positionHistory, flags: ['address', 'protocol'], select: selectPositions },
} as const satisfies Readonly<Record<string, Dataset>>

export type DatasetName = keyof typeof datasets
