import { OutriggerError, type ProviderPool } from '@outrigger/core'
import { createPoolClient, isAbsentBlockError, retry } from '@outrigger/core/internal'
import { UnknownBlockError } from '@outrigger/data'
import { RpcRequestError } from 'viem'
import type { MinedBlock } from '../rows/blocks.ts'
import type { Table } from '../rows/schema.ts'
import { MovedBlockError } from './movedBlock.ts'
import type { RowSource } from './rowSource.ts'

/** A block and its rows. */
export type ReadBlock = { readonly block: MinedBlock; readonly rows: Table['rows'] }

const patience = { tries: 12, minDelayMs: 100, maxDelayMs: 10_000 }

/**
 * Creates a reader of blocks from `from` on. Reads a block again if a reorganization replaced it between its parts, or if no
 * provider answered. After such a failure, fewer blocks are read at the same time.
 *
 * @param parallel maximum number of blocks that are read at the same time
 * @example await (await createBlockReader(pool, source, { from: 17_000_000n, parallel: 8 }))(17_000_001n)
 */
export async function createBlockReader(
  pool: ProviderPool,
  source: RowSource,
  { from, parallel }: { readonly from: bigint; readonly parallel: number },
): Promise<(number: bigint) => Promise<ReadBlock>> {
  const client = createPoolClient(pool)
  const gate = createGate(parallel)
  const patiently = <value>(read: () => Promise<value>) => retry(read, { ...patience, shouldRetry: mayPass })
  const readRows = await patiently(async () => source.open(from))

  async function readOnce(number: bigint): Promise<ReadBlock> {
    const block: MinedBlock = await client.getBlock({ blockNumber: number, includeTransactions: true })
    try {
      return { block, rows: (await readRows(block)).rows }
    } catch (error) {
      // Nodes reject reads of a block that was replaced, each in its own words.
      const { hash } = await client.getBlock({ blockNumber: number })
      throw hash === block.hash ? error : new MovedBlockError(number)
    }
  }
  return (number) => patiently(() => gate(() => readOnce(number)))
}

/** Whether the next try may succeed: after a reorganization, or when providers answer again. Clients of viem wrap errors. */
function mayPass(error: unknown): boolean {
  if (error instanceof UnknownBlockError) return true
  if (error instanceof OutriggerError) return error.retryable
  // A node behind a load balancer may not have the block yet.
  if (error instanceof RpcRequestError) return isAbsentBlockError(error.details)
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
