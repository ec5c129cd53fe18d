import { aggregations, metrics, type Response } from '@outrigger/api/contract'
import { type ChainName, getChain } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import {
  createChainMetricsApi,
  createDexFigureApi,
  createDexFigures,
  createMarket,
  createProtocolApi,
  createSeriesApi,
} from '@outrigger/server/internal'
import type { Command } from 'commander'
import { createFigureNode } from '../config/chainNode.ts'
import { splitList } from '../config/flags.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { toComparisonRows, toSeriesRows } from '../rows/series.ts'
import { inFlags, toLines } from './analyticsFlags.ts'
import { type AddCommand, type Cli, withBeacon, withDataDir, withProviders } from './command.ts'

type Aggregation = (typeof aggregations)[number]
type SeriesFlags = ConfigFlags & {
  readonly aggregation?: string
  readonly startDate?: string
  readonly endDate?: string
  readonly maxBlocks: string
}

/** A command has no API key, so no rate limits it. */
const nobody = { key: null }
const right = (title: string) => ({ title, align: 'right' as const })

/** `outrigger analytics …`: figures of chains, DEXes and protocols. */
export const addAnalytics: AddCommand = (program, cli) => {
  const analytics = program
    .command('analytics')
    .description('show metrics of chains, DEXes and protocols, read from your own providers')
    .helpCommand(false)
  addSeries(analytics, cli)
  addDex(analytics, cli)
  addChains(analytics, cli)
  addProtocol(analytics, cli)
}

function addSeries(analytics: Command, cli: Cli): void {
  withDataDir(
    withProviders(
      analytics.command('series <chain,…> [metric]').description('show a metric of one or several chains over time'),
    ),
  )
    .option(`--aggregation <${aggregations.join('|')}>`, 'length of an interval (default: depends on the period)')
    .option('--start-date <date>', 'start of the period in ISO 8601, for one chain')
    .option('--end-date <date>', 'end of the period in ISO 8601, for one chain (default: now)')
    .option(
      '--max-blocks <n>',
      'maximum number of blocks to read per chain; counts are stored in the data directory',
      '2000',
    )
    .addHelpText('after', `\n[metric] is ${metrics.map(({ id }) => id).join(', ')}.`)
    .action((chains: string, metric = 'transaction_volume', flags: SeriesFlags) =>
      cli.run(async (output) => {
        const names = splitList(chains).map((one) => getChain(one).name as ChainName)
        const aggregation = toAggregation(flags.aggregation)
        const maxBlocks = toWholeNumber('--max-blocks', flags.maxBlocks, { atMost: 1_000_000 })
        if (names.length > 1 && (flags.startDate !== undefined || flags.endDate !== undefined))
          throw new UsageError('--start-date and --end-date work with one chain only.')
        await using node = await createFigureNode(flags, { chains: names, maxBlocks })
        const api = createSeriesApi({ counting: node.analytics, clock: systemClock })
        const [chain = 'ethereum'] = names
        if (names.length === 1) await showSeries(api, { ...flags, chain, metric, aggregation }, output)
        else await showComparison(api, { chains: names, metric, aggregation: aggregation ?? 'daily' }, output)
      }),
    )
}

function toAggregation(text: string | undefined): Aggregation | undefined {
  const aggregation = aggregations.find((one) => one === text)
  if (text === undefined || aggregation !== undefined) return aggregation
  throw new UsageError(`--aggregation takes ${aggregations.join(', ')}.`)
}

type SeriesApi = ReturnType<typeof createSeriesApi>
type Series = {
  readonly chain: ChainName
  readonly metric: string
  readonly aggregation: Aggregation | undefined
  readonly startDate?: string
  readonly endDate?: string
}

async function showSeries(api: SeriesApi, series: Series, output: Output): Promise<void> {
  const { chain, metric, aggregation, startDate, endDate } = series
  const parameters = {
    chain,
    metric,
    ...(aggregation && { aggregation }),
    ...(startDate && { start_date: startDate }),
    ...(endDate && { end_date: endDate }),
  }
  const answer = await inFlags(() => api.analyticsChainData(parameters, nobody))
  const { coverage, method, unit } = answer.metadata
  const toSeriesLines = () => [
    ...toTable(
      [{ title: answer.aggregation }, right(unit), { title: '' }],
      answer.data.map(({ timestamp, value, partial }) => [
        toMinute(timestamp),
        value.toLocaleString('en-US'),
        partial ? 'in part' : '',
      ]),
    ),
    '',
    `${coverage.blocks} blocks counted, ${(coverage.share * 100).toFixed(1)} % of the period`,
    ...toLines(method),
  ]
  output.data(answer, toSeriesLines, () => toSeriesRows(answer))
}

type Comparison = {
  readonly chains: readonly ChainName[]
  readonly metric: string
  readonly aggregation: Aggregation
}

async function showComparison(api: SeriesApi, { chains, ...rest }: Comparison, output: Output): Promise<void> {
  const answer = await inFlags(() => api.analyticsCompare({ chains: [...chains], ...rest }, nobody))
  output.data(
    answer,
    () => toComparisonLines(answer, chains),
    () => toComparisonRows(answer),
  )
}

function toComparisonLines({ aggregation, comparison }: Response<'analyticsCompare'>, names: readonly string[]) {
  const columns = names.map((name) => {
    const entry = comparison[name]
    return Array.isArray(entry) ? new Map(entry.map((point) => [point.timestamp, point])) : null
  })
  const times = [...new Set(columns.flatMap((points) => [...(points?.keys() ?? [])]))].sort()
  const rows = times.map((time) => [
    toMinute(time),
    ...columns.map((points) => points?.get(time)?.value.toLocaleString('en-US') ?? '-'),
  ])
  const errors = names.flatMap((name) => {
    const entry = comparison[name]
    return entry === undefined || Array.isArray(entry) ? [] : toLines(`${name}: ${entry.message}`)
  })
  return [...toTable([{ title: aggregation }, ...names.map(right)], rows), ...errors]
}

const toMinute = (time: string) => time.slice(0, 16).replace('T', ' ')

function addDex(analytics: Command, cli: Cli): void {
  withProviders(
    analytics
      .command('dex <chain> [dex]')
      .description('list the most traded tokens of 24 hours, or with [dex] show the value and volume of its pools'),
  )
    .option('--limit <n>', 'maximum number of tokens', '10')
    .action((chainText: string, protocol: string | undefined, flags: ConfigFlags & { readonly limit: string }) =>
      cli.run(async (output) => {
        const chain = getChain(chainText).name as ChainName
        const limit = toWholeNumber('--limit', flags.limit, { atLeast: 1, atMost: 1_000 })
        await using node = await createFigureNode(flags, { chains: [chain] })
        const dexFigures = createDexFigures({ pools: node.pools, prices: node.prices, clock: systemClock })
        const api = createDexFigureApi({ dexFigures })
        if (protocol === undefined) showTrending(await api.analyticsTrendingTokens({ chain, limit }, nobody), output)
        else showPools(await inFlags(() => api.analyticsLiquidityMetrics({ chain, protocol }, nobody)), output)
        dexFigures.close()
      }),
    )
}

function showTrending(answer: Response<'analyticsTrendingTokens'>, output: Output): void {
  output.data(answer, () =>
    toTable(
      [{ title: 'token' }, ...['volume USD', 'change %', 'price USD'].map(right)],
      answer.tokens.map(({ symbol, volume, change_24h, price_usd }) => [
        symbol,
        toUsd(volume),
        change_24h?.toFixed(2) ?? '-',
        toUsd(price_usd),
      ]),
    ),
  )
}

function showPools(answer: Response<'analyticsLiquidityMetrics'>, output: Output): void {
  output.data(answer, () =>
    toTable(
      [{ title: 'pool' }, ...['fee %', 'value USD', 'volume USD'].map(right)],
      answer.pools.map((pool) => [pool.pair, String(pool.fee_percent), toUsd(pool.liquidity), toUsd(pool.volume_24h)]),
    ),
  )
}

function addChains(analytics: Command, cli: Cli): void {
  withBeacon(
    analytics
      .command('chains')
      .description('show throughput, block time and validators of every chain with a provider'),
  ).action((flags: ConfigFlags) =>
    cli.run(async (output) => {
      await using node = await createFigureNode(flags)
      const beacon = node.beaconPool === null ? null : node.beacon
      const parts = { pools: node.pools, familyPools: node.familyPools, beacon, clock: systemClock }
      const answer = await createChainMetricsApi(parts).analyticsChainsMetrics({}, nobody)
      output.data(answer, () => [
        ...toTable(
          [{ title: 'chain' }, right('tx/s'), right('block s'), right('validators'), right('block')],
          answer.chains.map(({ name, tps, block_time, active_validators, latest_block }) => [
            name,
            tps?.toFixed(2) ?? '-',
            block_time?.toFixed(2) ?? '-',
            active_validators?.toLocaleString('en-US') ?? '-',
            String(latest_block ?? '-'),
          ]),
        ),
        ...answer.chains.flatMap(({ unavailable }) => Object.values(unavailable)).flatMap(toLines),
      ])
    }),
  )
}

function addProtocol(analytics: Command, cli: Cli): void {
  withProviders(
    analytics
      .command('protocol <protocol>')
      .description(
        'show TVL, volume, users and yield of a lender or DEX, such as aave_v3, on every chain with a provider',
      ),
  ).action((protocol: string, flags: ConfigFlags) =>
    cli.run(async (output) => {
      await using node = await createFigureNode(flags)
      const { pools, lending, prices } = node
      const dexFigures = createDexFigures({ pools, prices, clock: systemClock })
      const market = createMarket(node.marketSettings, systemClock)
      const api = createProtocolApi({ pools, lending, dexFigures, market, clock: systemClock })
      const answer = await inFlags(() => api.analyticsProtocolStats({ protocol }, nobody))
      dexFigures.close()
      await market?.close()
      output.data(answer, () => [
        `${answer.protocol} on ${answer.chains.join(', ') || '-'}`,
        `TVL ${toUsd(answer.tvl)} USD · volume in 24 hours ${toUsd(answer.volume_24h)} USD`,
        `pools ${answer.pools ?? '-'} · users ${answer.unique_users ?? '-'}, transactions ${answer.total_transactions ?? '-'} in 24 hours`,
        `yield ${answer.apy_average === null ? '-' : `${answer.apy_average.toFixed(2)} % per year`}`,
        ...Object.values(answer.unavailable).flatMap(toLines),
      ])
    }),
  )
}

const toUsd = (usd: number | null) => usd?.toLocaleString('en-US', { maximumFractionDigits: 2 }) ?? '-'
