import type { ChainName } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import { createNewPoolDecoder } from '@outrigger/defi/internal'
import type { TransactionReceipt } from 'viem'
import { transactionColumns } from './blocks.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** New pools of decentralized exchanges. */
export const pools = defineRows({
  name: 'pools',
  version: 1,
  description:
    'New pools of Uniswap V2, V3 and V4, Solidly, Balancer and their forks, from the logs of known factories. Pools of Curve are not included, because its factories do not log their addresses.',
  time: 'block_time',
  columns: {
    ...transactionColumns,
    log_index: column('int32', 'Position in the block of the event that reports the pool'),
    dex: column('string', 'Exchange, such as uniswap_v3'),
    kind: column('string', 'Arithmetic: pair, ticks, v4, solidly, weighted or balancerStable'),
    pool: column('hex', 'Address of the pool, or its id of 32 bytes in Uniswap V4'),
    address: column('hex', 'Contract that emits the events of the pool'),
    factory: column('hex', 'Contract that reports the pool'),
    token0: column('hex', 'First token. The native currency is its wrapped token'),
    token1: column('hex', 'Second token'),
    tokens: column('hex', 'All tokens in the order of the pool, separated by commas'),
    fee: orNull('int32', 'Fee in millionths of the input. Null if the pool or its factory sets it later'),
    tick_spacing: orNull('int32', 'Tick spacing of pools with ticks'),
    hooks: orNull('hex', 'Hooks of a Uniswap V4 pool'),
  },
})

const decoders = new Map<ChainName, ReturnType<typeof createNewPoolDecoder>>()

/** @param blockTimeMs Unix ms */
export function toPoolRows(chain: ChainName, found: readonly TransactionReceipt[], blockTimeMs: number): Table {
  const logs = found.flatMap(({ logs }) => logs)
  const decode = getOrCreate(decoders, chain, () => createNewPoolDecoder(chain))
  return pools.of(
    decode(logs).map(({ pool, log }) => ({
      chain,
      block_number: log.blockNumber,
      block_time: blockTimeMs,
      block_hash: log.blockHash,
      transaction_index: log.transactionIndex,
      transaction_hash: log.transactionHash,
      log_index: log.logIndex,
      dex: pool.dex,
      kind: pool.kind,
      pool: pool.id,
      address: pool.address,
      factory: log.address,
      token0: pool.tokens[0] ?? '',
      token1: pool.tokens[1] ?? '',
      tokens: pool.tokens.join(),
      fee: 'fee' in pool ? pool.fee : null,
      tick_spacing: 'tickSpacing' in pool ? pool.tickSpacing : null,
      hooks: 'hooks' in pool ? pool.hooks : null,
    })),
  )
}
