import { OutriggerError, type ProviderPool } from '@outrigger/core'
import { createPoolClient, retry } from '@outrigger/core/internal'
import { getBlockTraces, UnknownBlockError } from '@outrigger/data'
import { readReceipts } from '@outrigger/data/internal'
import type { MinedBlock } from '../rows/blocks.ts'
import type { Dataset, ReadBlock } from './datasets.ts'

/** A reorganization replaced the block between two reads of it. Read it again. */
class MovedBlockError extends OutriggerError {
  readonly code = 'MOVED_BLOCK'
  constructor(number: bigint) {
    super(`Block ${number} was replaced while it was read. Retry.`)
  }
}

/** Reads whole blocks. */
export type BlockReader = (number: bigint) => Promise<ReadBlock>

const patience = { tries: 12, minDelayMs: 100, maxDelayMs: 10_000 }

/**
 * Creates a reader of whole blocks. Reads a block again if a reorganization replaced it between its parts, or if no provider
 * answered. After such a failure, fewer blocks are read at the same time.
 *
 * @param parallel maximum number of blocks that are read at the same time
 * @example await createBlockReader(pool, 'receipts', 8)(17_000_000n)
 */
export function createBlockReader(pool: ProviderPool, part: Dataset['part'], parallel: number): BlockReader {
  const client = createPoolClient(pool)
  const gate = createGate(parallel)

  async function readOnce(number: bigint): Promise<ReadBlock> {
    const block: MinedBlock = await client.getBlock({ blockNumber: number, includeTransactions: true })
    const transactions = block.transactions.filter((one) => typeof one !== 'string')
    if (part === 'receipts') {
      const found = await readReceipts(client, block, transactions)
      return { block, receipts: transactions.flatMap(({ hash }) => found.get(hash) ?? []), traces: [] }
    }
    if (part === null) return { block, receipts: [], traces: [] }
    const traces = await getBlockTraces(pool, { block: number, hash: block.hash })
    if (traces.some(({ blockHash }) => blockHash !== block.hash)) throw new MovedBlockError(number)
    return { block, receipts: [], traces }
  }
  return (number) => retry(() => gate(() => readOnce(number)), { ...patience, shouldRetry: mayPass })
}

/** Whether the next try may succeed: after a reorganization, or when providers answer again. Clients of viem wrap errors. */
function mayPass(error: unknown): boolean {
  if (error instanceof MovedBlockError || error instanceof UnknownBlockError) return true
  if (error instanceof OutriggerError) return error.retryable
  return error instanceof Error && mayPass(error.cause)
}

/**
 * Limits how much runs at the same time: half as much after each failure, and one more after as many successes as run at once.
 */
function createGate(most: number): <value>(work: () => Promise<value>) => Promise<value> {
  let [limit, active] = [most, 0]
  const waiting: (() => void)[] = []
  const wake = () => {
    for (; active < Math.floor(limit) && waiting.length > 0; active += 1) waiting.shift()?.()
  }
  return async (work) => {
    const turn = new Promise<void>((resolve) => waiting.push(resolve))
    wake()
    await turn
    try {
      const value = await work()
      limit = Math.min(most, limit + 1 / limit)
      return value
    } catch (error) {
      limit = Math.max(1, limit / 2)
      throw error
    } finally {
      active -= 1
      wake()
    }
  }
}

/** Reads the values of consecutive numbers in order, at most `parallel` at a time. */
export async function* readInOrder<value>(
  from: bigint,
  to: bigint,
  parallel: number,
  read: (number: bigint) => Promise<value>,
): AsyncGenerator<value> {
  const running: Promise<value>[] = []
  for (let next = from; ; ) {
    for (; next <= to && running.length < parallel; next += 1n) {
      const promise = read(next)
      // Its error is thrown when its turn comes.
      promise.catch(() => {})
      running.push(promise)
    }
    const first = running.shift()
    if (first === undefined) return
    yield await first
  }
}
