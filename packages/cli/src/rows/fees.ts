import type { BlockFees, FeeBar } from '@outrigger/oracle/internal'
import { formatGwei } from 'viem'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Fees of past blocks in bars, as a node stores them. */
export const fees = defineRows({
  name: 'fees',
  version: 1,
  description:
    'Fees of past blocks: one row per bar. Bars are a minute long, and longer for older blocks: 5 minutes after 8 days, 15 after 32 days, an hour after 96 days, 6 hours after 400 days and a day after 800 days. Each block is in one bar, so weight averages by `blocks`.',
  time: 'timestamp',
  columns: {
    chain: column('string', 'Chain'),
    timestamp: column('timestamp', 'Start of the bar'),
    seconds: column('int32', 'Length of the bar'),
    blocks: column('int32', 'Known blocks'),
    first_block: column('int64', 'First known block'),
    last_block: column('int64', 'Last known block'),
    base_fee: column('double', 'Average base fee, gwei'),
    min_base_fee: column('double', 'Lowest, gwei'),
    max_base_fee: column('double', 'Highest, gwei'),
    avg_gas: orNull('double', 'Average price of the standard tier, gwei. Null if too few blocks are known'),
    min_gas: orNull('double', 'Lowest, gwei'),
    max_gas: orNull('double', 'Highest, gwei'),
    gas_used_ratio: column('double', 'Average of gas used over gas limit'),
    blob_base_fee: orNull('double', 'Average blob base fee, gwei. Null without blobs'),
  },
})

const toGwei = (wei: bigint): number => Number(formatGwei(wei))
const toGweiOrNull = (wei: bigint | null | undefined): number | null => (wei == null ? null : toGwei(wei))

export const toFeeRows = (chain: string, bars: readonly FeeBar[]): Table =>
  fees.of(
    bars.map(
      ({
        timestamp,
        seconds,
        blocks,
        firstBlock,
        lastBlock,
        baseFeePerGas,
        tiers,
        gasUsedRatio,
        blobBaseFeePerGas,
      }) => ({
        chain,
        timestamp: timestamp * 1000,
        seconds,
        blocks,
        first_block: firstBlock,
        last_block: lastBlock,
        base_fee: toGwei(baseFeePerGas.average),
        min_base_fee: toGwei(baseFeePerGas.min),
        max_base_fee: toGwei(baseFeePerGas.max),
        avg_gas: toGweiOrNull(tiers?.standard.average),
        min_gas: toGweiOrNull(tiers?.standard.min),
        max_gas: toGweiOrNull(tiers?.standard.max),
        gas_used_ratio: gasUsedRatio,
        blob_base_fee: toGweiOrNull(blobBaseFeePerGas?.average),
      }),
    ),
  )

/** Fees of single blocks, as a node stores them. */
export const blockFees = defineRows({
  name: 'fee_blocks',
  version: 1,
  description: 'Fees of the newest 20,000 blocks: one row per block.',
  time: 'block_time',
  columns: {
    chain: column('string', 'Chain'),
    block_number: column('int64', 'Block'),
    block_time: column('timestamp', 'Time of the block'),
    is_time_exact: column('bool', 'False if the time is interpolated between known blocks'),
    base_fee: column('double', 'Base fee, gwei'),
    gas_used_ratio: column('double', 'Gas used over gas limit'),
    tip_p10: orNull('double', 'Tip that 10 % of the gas paid at most, gwei. Null if the node reported no tips'),
    tip_p50: orNull('double', 'Median tip by gas, gwei'),
    tip_p90: orNull('double', 'Tip that 90 % of the gas paid at most, gwei'),
    blob_base_fee: orNull('double', 'Blob base fee, gwei. Null without blobs'),
  },
})

/** @param percentiles of the gas at which blocks have tips */
export function toBlockFeeRows(chain: string, blocks: readonly BlockFees[], percentiles: readonly number[]): Table {
  const toTip = (tips: readonly bigint[], percentile: number) =>
    toGweiOrNull(tips[percentiles.indexOf(percentile)] ?? null)
  return blockFees.of(
    blocks.map(({ number, timestamp, isTimeExact, baseFeePerGas, gasUsedRatio, tips, blobBaseFeePerGas }) => ({
      chain,
      block_number: number,
      block_time: timestamp * 1000,
      is_time_exact: isTimeExact,
      base_fee: toGwei(baseFeePerGas),
      gas_used_ratio: gasUsedRatio,
      tip_p10: toTip(tips, 10),
      tip_p50: toTip(tips, 50),
      tip_p90: toTip(tips, 90),
      blob_base_fee: toGweiOrNull(blobBaseFeePerGas),
    })),
  )
}
