import type { NodeConfig } from '@outrigger/server'
import { toWireMarketSummary, toWireTvl, toWireVolumes, toWireYields } from '@outrigger/server/internal'
import type { Command } from 'commander'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { UsageError } from '../exitCodes.ts'
import { toOverviewLines, toSummaryLines, toTvlLines, toVolumeLines, toYieldLines } from '../market/lines.ts'
import { toFailure } from '../output/failure.ts'
import type { Output } from '../output/output.ts'
import type { Readings } from '../readings/readings.ts'
import { toTvlRows, toVolumeRows, toYieldRows } from '../rows/market.ts'
import { type AddCommand, type Cli, withConfig } from './command.ts'
import { openReadings, type ReadingFlags, withNode } from './openReadings.ts'

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

/** `outrigger market …`: figures of the whole market, from public services or a running node. */
export const addMarket: AddCommand = (program, cli) => {
  const market = program
    .command('market')
    .description('show capitalization, value locked and volumes, from CoinGecko, alternative.me and DefiLlama')
    .helpCommand(false)
  withNode(withConfig(market)).action((flags: Flags) =>
    cli.run(async (output) => {
      await using readings = await openReadings(flags, narrow)
      await showMarket(readings, output)
    }),
  )
  addTvl(market, cli)
  addYields(market, cli)
  addVolumes(market, cli)
}

async function showMarket({ market, getOverview }: Readings, output: Output): Promise<void> {
  const [summary, overview] = await Promise.allSettled([market.getSummary(), getOverview()])
  if (summary.status === 'rejected') throw summary.reason
  output.data(toWireMarketSummary(summary.value, Date.now()), () => toSummaryLines(summary.value, Date.now()))
  if (overview.status === 'fulfilled') output.data(overview.value, () => ['', ...toOverviewLines(overview.value)])
  else output.note(`outrigger: ${toFailure(overview.reason).message}`)
}

function addTvl(market: Command, cli: Cli): void {
  withFilters(market.command('tvl [protocol]').description('show the value locked in protocols')).action(
    (protocol: string | undefined, flags: Flags) =>
      cli.run(async (output) => {
        const filter = { ...toFilters(flags), ...(protocol !== undefined && { protocol }) }
        await using readings = await openReadings(flags, narrow)
        const answer = await readings.market.getTvl(filter)
        output.data(
          toWireTvl(answer, Date.now()),
          () => toTvlLines(answer, Date.now()),
          () => toTvlRows(answer),
        )
      }),
  )
}

function addYields(market: Command, cli: Cli): void {
  withFilters(market.command('yields').description('list the yields of pools'))
    .option('--project <id>', 'only pools of one protocol, e.g. aave_v3')
    .option('--min-apy <percent>', 'minimum yield per year')
    .option('--min-tvl <dollars>', 'minimum value locked')
    .option('--stablecoin', 'stablecoins only')
    .option('--no-stablecoin', 'no stablecoins')
    .action((flags: Flags) =>
      cli.run(async (output) => {
        const { project, stablecoin } = flags
        const [minApy, minTvlUsd] = [toNumber('--min-apy', flags.minApy), toNumber('--min-tvl', flags.minTvl)]
        const filter = {
          ...toFilters(flags),
          ...(project !== undefined && { project }),
          ...(minApy !== undefined && { minApy: minApy / 100 }),
          ...(minTvlUsd !== undefined && { minTvlUsd }),
          ...(stablecoin !== undefined && { isStable: stablecoin }),
        }
        await using readings = await openReadings(flags, narrow)
        const answer = await readings.market.getYields(filter)
        output.data(
          toWireYields(answer, Date.now()),
          () => toYieldLines(answer, Date.now()),
          () => toYieldRows(answer),
        )
      }),
    )
}

function addVolumes(market: Command, cli: Cli): void {
  withFilters(market.command('volumes [dex]').description('list the trading volumes of DEXes'))
    .option('--period <24h|7d|30d>', 'period to sum up and sort by (default: 24h)')
    .action((dex: string | undefined, flags: Flags) =>
      cli.run(async (output) => {
        const period = periods.find((one) => one === flags.period)
        if (flags.period !== undefined && period === undefined) throw new UsageError('--period takes 24h, 7d or 30d.')
        const filter = { ...toFilters(flags), ...(dex !== undefined && { dex }), ...(period && { period }) }
        await using readings = await openReadings(flags, narrow)
        const answer = await readings.market.getVolumes(filter)
        output.data(
          toWireVolumes(answer, Date.now()),
          () => toVolumeLines(answer, Date.now()),
          () => toVolumeRows(answer),
        )
      }),
    )
}

function withFilters(command: Command): Command {
  return withNode(withConfig(command))
    .option('--chain <name>', 'on one chain')
    .option('--limit <number>', 'maximum number of rows', '20')
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

/** Keeps the public services only. The command enables them, unless the configuration disables them. */
function narrow({ beacon: _, chains: __, prices = {}, market = {}, analytics = {}, ...rest }: NodeConfig): NodeConfig {
  return {
    ...rest,
    prices: { coingecko: { ...prices.coingecko, enabled: false } },
    market: { ...market, defillama: { enabled: true, ...market.defillama } },
    analytics: {
      coingecko: { enabled: true, ...analytics.coingecko },
      fearAndGreed: { enabled: true, ...analytics.fearAndGreed },
    },
  }
}
