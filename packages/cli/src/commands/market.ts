import type { NodeConfig } from '@outrigger/server'
import { toWireMarketSummary, toWireTvl, toWireVolumes, toWireYields } from '@outrigger/server/internal'
import type { Command } from 'commander'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { UsageError } from '../exitCodes.ts'
import { toSummaryLines, toTvlLines, toVolumeLines, toYieldLines } from '../market/lines.ts'
import { type AddCommand, addSubcommand } from './command.ts'
import { openReadings, type ReadingFlags, withReadings } from './openReadings.ts'

type Flags = ReadingFlags & {
  readonly chain?: string
  readonly limit: string
  readonly project?: string
  readonly minApy?: string
  readonly minTvl?: string
  readonly stablecoin?: boolean
  readonly period?: string
}

const periods = ['24h', '7d', '30d'] as const

/** `outrigger market`: the market at a glance. */
export const addMarket: AddCommand = (program, cli) => {
  withReadings(addSubcommand(program, 'market', 'value locked and traded, by DefiLlama')).action((flags: Flags) =>
    cli.run(flags, async (output) => {
      await using readings = await openReadings(flags, narrow)
      const answer = await readings.market.getSummary()
      output.data(toWireMarketSummary(answer, Date.now()), () => toSummaryLines(answer, Date.now()))
    }),
  )
}

/** `outrigger tvl`: value locked in protocols and on chains. */
export const addTvl: AddCommand = (program, cli) => {
  withFilters(addSubcommand(program, 'tvl [protocol]', 'value locked in protocols, by DefiLlama')).action(
    (protocol: string | undefined, flags: Flags) =>
      cli.run(flags, async (output) => {
        const question = { ...toFilters(flags), ...(protocol !== undefined && { protocol }) }
        await using readings = await openReadings(flags, narrow)
        const answer = await readings.market.getTvl(question)
        output.data(toWireTvl(answer, Date.now()), () => toTvlLines(answer, Date.now()))
      }),
  )
}

/** `outrigger yields`: what pools yield. */
export const addYields: AddCommand = (program, cli) => {
  withFilters(addSubcommand(program, 'yields', 'yields of pools, by DefiLlama'))
    .option('--project <id>', 'of one protocol, e.g. aave_v3')
    .option('--min-apy <percent>', 'at least so much a year')
    .option('--min-tvl <dollars>', 'with at least so much in them')
    .option('--stablecoin', 'of stablecoins only')
    .option('--no-stablecoin', 'of others only')
    .action((flags: Flags) =>
      cli.run(flags, async (output) => {
        const { project, stablecoin } = flags
        const [minApy, minTvlUsd] = [toNumber('--min-apy', flags.minApy), toNumber('--min-tvl', flags.minTvl)]
        const question = {
          ...toFilters(flags),
          ...(project !== undefined && { project }),
          ...(minApy !== undefined && { minApy: minApy / 100 }),
          ...(minTvlUsd !== undefined && { minTvlUsd }),
          ...(stablecoin !== undefined && { isStable: stablecoin }),
        }
        await using readings = await openReadings(flags, narrow)
        const answer = await readings.market.getYields(question)
        output.data(toWireYields(answer, Date.now()), () => toYieldLines(answer, Date.now()))
      }),
    )
}

/** `outrigger volumes`: what is traded on DEXes. */
export const addVolumes: AddCommand = (program, cli) => {
  withFilters(addSubcommand(program, 'volumes [dex]', 'volumes of DEXes, by DefiLlama'))
    .option('--period <24h|7d|30d>', 'what is summed up and ordered by (default: 24h)')
    .action((dex: string | undefined, flags: Flags) =>
      cli.run(flags, async (output) => {
        const period = periods.find((one) => one === flags.period)
        if (flags.period !== undefined && period === undefined) throw new UsageError('--period takes 24h, 7d or 30d.')
        const question = { ...toFilters(flags), ...(dex !== undefined && { dex }), ...(period && { period }) }
        await using readings = await openReadings(flags, narrow)
        const answer = await readings.market.getVolumes(question)
        output.data(toWireVolumes(answer, Date.now()), () => toVolumeLines(answer, Date.now()))
      }),
    )
}

function withFilters(command: Command): Command {
  return withReadings(command)
    .option('--chain <name>', 'on one chain')
    .option('--limit <number>', 'most that are listed', '20')
}

/** @throws {UsageError} */
function toFilters({ chain, limit }: Flags): { readonly limit: number; readonly chain?: string } {
  return {
    limit: toWholeNumber('--limit', limit, { atLeast: 1, atMost: 99_999 }),
    ...(chain !== undefined && { chain }),
  }
}

/** @throws {UsageError} */
function toNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`${flag} takes a number.`)
  return Number(text)
}

/** Asks the source only. The command itself is the permission to ask it, unless the configuration forbids it. */
const narrow = ({ beacon: _, chains: __, prices: ___, market = {}, ...rest }: NodeConfig): NodeConfig => ({
  ...rest,
  market: { ...market, defillama: { enabled: true, ...market.defillama } },
})
