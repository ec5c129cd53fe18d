import type { LogFilter, ProviderPool } from '@outrigger/core'
import { formatLog, type Log, numberToHex, type RpcLog } from 'viem'
import type { AsOf } from '../../asOf.ts'
import { InvalidBlockRangeError } from '../../errors.ts'
import { getBlock } from './getBlock.ts'

/** Logs of a range of blocks. */
export type EvmLogs = {
  readonly family: 'evm'
  readonly chain: string
  readonly fromBlock: bigint
  readonly toBlock: bigint
  readonly logs: readonly Log<bigint, number, false>[]
  /** Age and finality of the last block of the range. */
  readonly asOf: AsOf
}

export type GetLogsOptions = LogFilter & {
  /** First block. @default `toBlock` */
  readonly fromBlock?: bigint
  /** Last block. @default the latest */
  readonly toBlock?: bigint
  /** Maximum number of blocks in the range. @default 100_000n */
  readonly maxBlocks?: bigint
}

/**
 * Returns the logs of a range of blocks, both ends included. The pool learns the largest range that a provider accepts in one
 * call and splits the range accordingly.
 *
 * @throws {InvalidBlockRangeError} the range is longer than `maxBlocks`, reversed, or beyond the head
 * @throws {AllProvidersFailedError}
 * @example
 * const { logs } = await getLogs(pool, { address: usdc, topics: [transfer], fromBlock: 21_000_000n, toBlock: 21_000_100n })
 */
export async function getLogs(pool: ProviderPool, options: GetLogsOptions = {}): Promise<EvmLogs> {
  const { address, topics, maxBlocks = 100_000n } = options
  const { asOf: last } = await getBlock(pool, { block: 'latest' })
  const toBlock = options.toBlock ?? last.block
  const fromBlock = options.fromBlock ?? toBlock
  checkRange({ fromBlock, toBlock, head: last.block, maxBlocks })
  const asOf = toBlock === last.block ? last : (await getBlock(pool, { block: toBlock })).asOf
  const filter = { ...(address && { address }), ...(topics && { topics }) }
  const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) }
  const { result, provider } = await pool.send<readonly RpcLog[]>({
    method: 'eth_getLogs',
    params: [{ ...filter, ...range }],
  })
  return {
    family: 'evm',
    chain: pool.chain.name,
    fromBlock,
    toBlock,
    logs: result.map((log) => formatLog(log) as Log<bigint, number, false>),
    asOf: { ...asOf, source: provider },
  }
}

type Range = {
  readonly fromBlock: bigint
  readonly toBlock: bigint
  readonly head: bigint
  readonly maxBlocks: bigint
}

function checkRange({ fromBlock, toBlock, head, maxBlocks }: Range): void {
  if (fromBlock > toBlock)
    throw new InvalidBlockRangeError(`The range begins at ${fromBlock}, after its end ${toBlock}. Swap the two.`)
  if (toBlock > head)
    throw new InvalidBlockRangeError(`Block ${toBlock} does not exist yet. The latest block is ${head}.`)
  const blocks = toBlock - fromBlock + 1n
  if (blocks > maxBlocks)
    throw new InvalidBlockRangeError(
      `The range has ${blocks} blocks, but one request reads at most ${maxBlocks}. Split the range.`,
    )
}
