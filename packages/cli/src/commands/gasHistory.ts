import { createPoolClient } from '@outrigger/core/internal'
import { getFeeHistory } from '@outrigger/oracle'
import { chooseWidth, type Resolution, resolutions } from '@outrigger/oracle/internal'
import { toWireUnifiedHistory } from '@outrigger/server/internal'
import type { Command } from 'commander'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { UsageError } from '../exitCodes.ts'
import { toHistoryLines } from '../gas/showHistory.ts'
import { toGasChain } from '../gas/toGasChain.ts'
import { toGasHistoryRows } from '../rows/series.ts'
import { type Cli, withProviders } from './command.ts'

type Flags = ConfigFlags & { readonly hours?: string; readonly resolution?: string }

const usualHours = 24
const mostHours = 24 * 365
const mostRows = 48
const blocksPerCall = 1024
const mostCalls = 500

/** `outrigger gas history`: past gas prices, with a chart. */
export function addGasHistory(gas: Command, cli: Cli): void {
  withProviders(gas.command('history <chain>').description('show gas prices of the last hours, with a chart'))
    .option('--hours <n>', `how far back, up to ${mostHours} (default: ${usualHours})`)
    .option(
      '--resolution <width>',
      `time per row: ${resolutions.join(', ')} (default: one that gives at most ${mostRows} rows)`,
    )
    .action((name: string, flags: Flags) =>
      cli.run(async (output, signal) => {
        toGasChain(name)
        const hours = toHours(flags.hours)
        const resolution = toResolution(flags.resolution) ?? chooseWidth(hours * 3600, mostRows)
        const { node, pool } = await createChainNode(flags, name)
        await using _ = node
        const blocks = (hours * 3_600_000) / pool.chain.blockTimeMs
        const answer = await getFeeHistory(createPoolClient(pool), {
          chain: pool.chain,
          hours,
          resolution,
          signal,
          maxCalls: Math.min(mostCalls, Math.ceil(blocks / blocksPerCall) + 2),
          onProgress: ({ known, wanted }) => output.progress(`Reading the past: ${known} of ${wanted} blocks …`),
        })
        const wire = toWireUnifiedHistory(answer)
        output.data(
          wire,
          () => toHistoryLines(wire),
          () => toGasHistoryRows(wire),
        )
        if (answer.coverage.share < 1)
          output.note(
            `Fees are known for ${Math.floor(100 * answer.coverage.share)} % of the time.${answer.stopped ? ` ${answer.stopped}` : ''}`,
          )
      }),
    )
}

function toHours(text = String(usualHours)): number {
  const hours = Number(text)
  if (hours > 0 && hours <= mostHours) return hours
  throw new UsageError(`--hours takes a number above 0, up to ${mostHours}.`)
}

function toResolution(text: string | undefined): Resolution | undefined {
  const found = resolutions.find((one) => one === text)
  if (text !== undefined && found === undefined)
    throw new UsageError(`--resolution takes one of ${resolutions.join(', ')}.`)
  return found
}
