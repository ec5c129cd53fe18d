import { aggregations, metrics } from '@outrigger/api/contract'
import type { ChainName } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import type { NodeConfig } from '@outrigger/server'
import {
  createDexFigureApi,
  createDexFigures,
  createMarketOverviewApi,
  createOverview,
  createSeriesApi,
} from '@outrigger/server/internal'
import type { Command } from 'commander'
import { createChainDataNode } from '../config/chainNode.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { UsageError } from '../exitCodes.ts'
import { toTable } from '../output/table.ts'
import { addAcross } from './analyticsAcross.ts'
import { inFlags, toLines } from './analyticsFlags.ts'
import { type AddCommand, addSubcommand, type Cli, type GlobalFlags, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags &
  GlobalFlags & {
    readonly aggregation?: string
    readonly start?: string
    readonly end?: string
    readonly maxBlocks: string
    readonly limit: string
  }

const nobody = { key: null }
const longestMs = 25_000

/** `outrigger analytics …`: figures of chains and of the market. */
export const addAnalytics: AddCommand = (program, cli) => {
  const analytics = program.command('analytics').description('figures of chains and markets').helpCommand(false)
  addSeries(analytics, cli)
  addTrending(analytics, cli)
  addLiquidity(analytics, cli)
  addOverview(analytics, cli)
  addAcross(analytics, cli)
}

function addSeries(analytics: Command, cli: Cli): void {
  const usage = 'series <chain> [metric]'
  withDataDir(withProviders(addSubcommand(analytics, usage, 'a metric of a chain, counted from its blocks')))
    .option(`--aggregation <${aggregations.join('|')}>`, 'length of an interval (default: by the period)')
    .option('--start <date>', 'ISO 8601')
    .option('--end <date>', 'ISO 8601 (default: now)')
    .option('--max-blocks <N>', 'most blocks that are read; counts are kept in the data directory', '2000')
    .addHelpText('after', `\n[metric] is ${metrics.map(({ id }) => id).join(', ')}.`)
    .action((chain: string, metric = 'transaction_volume', flags: Flags) =>
      cli.run(flags, async (output) => {
        const aggregation = aggregations.find((one) => one === flags.aggregation)
        if (flags.aggregation !== undefined && aggregation === undefined)
          throw new UsageError(`--aggregation takes ${aggregations.join(', ')}.`)
        const { node, name } = await openNode(flags, chain)
        await using _ = node
        const { analyticsChainData } = createSeriesApi({ counting: node.analytics, clock: systemClock })
        const question = {
          chain: name,
          metric,
          ...(aggregation && { aggregation }),
          ...(flags.start && { start_date: flags.start }),
          ...(flags.end && { end_date: flags.end }),
        }
        const answer = await inFlags(() => analyticsChainData(question, nobody))
        const { coverage, method, unit } = answer.metadata
        output.data(answer, () => [
          ...toTable(
            [{ title: answer.aggregation }, { title: unit, align: 'right' }, { title: '' }],
            answer.data.map(({ timestamp, value, partial }) => [
              ...[timestamp.slice(0, 16).replace('T', ' '), value.toLocaleString('en-US')],
              partial ? 'in part' : '',
            ]),
          ),
          '',
          `${coverage.blocks} blocks counted, ${(coverage.share * 100).toFixed(1)} % of the time asked for`,
          ...toLines(method),
        ])
      }),
    )
}

function addTrending(analytics: Command, cli: Cli): void {
  withProviders(
    addSubcommand(analytics, 'trending <chain>', 'tokens most traded in 24 hours, by the swaps of the chain'),
  )
    .option('--limit <N>', 'most tokens', '10')
    .action((chain: string, flags: Flags) =>
      withDex(cli, flags, chain, async (api, name) => {
        const answer = await api.analyticsTrendingTokens(
          { chain: name, limit: toWholeNumber('--limit', flags.limit, { atLeast: 1, atMost: 1_000 }) },
          nobody,
        )
        const columns = ['volume USD', 'change %', 'price USD'].map((title) => ({ title, align: 'right' as const }))
        const rows = answer.tokens.map(({ symbol, volume, change_24h, price_usd }) => [
          ...[symbol, toAmount(volume), change_24h === null ? '-' : change_24h.toFixed(2), toAmount(price_usd)],
        ])
        return { answer, lines: toTable([{ title: 'token' }, ...columns], rows) }
      }),
    )
}

function addLiquidity(analytics: Command, cli: Cli): void {
  withProviders(
    addSubcommand(analytics, 'liquidity <chain> [dex]', 'what the pools of a DEX hold, and traded in 24 hours'),
  ).action((chain: string, protocol = 'uniswap_v3', flags: Flags) =>
    withDex(cli, flags, chain, async (api, name) => {
      const answer = await inFlags(() => api.analyticsLiquidityMetrics({ chain: name, protocol }, nobody))
      const columns = ['fee %', 'holds USD', 'volume USD'].map((title) => ({ title, align: 'right' as const }))
      const rows = answer.pools.map((pool) => [
        ...[pool.pair, String(pool.fee_percent), toAmount(pool.liquidity), toAmount(pool.volume_24h)],
      ])
      return { answer, lines: toTable([{ title: 'pool' }, ...columns], rows) }
    }),
  )
}

function addOverview(analytics: Command, cli: Cli): void {
  const text = 'capitalisation, dominance, fear and greed, by CoinGecko and alternative.me'
  withProviders(addSubcommand(analytics, 'market', text)).action((flags: Flags) =>
    cli.run(flags, async (output) => {
      const { analytics: settings = {}, prices = {} } = toConfig(await loadSettings(flags))
      const asked = {
        coingecko: { enabled: true, ...settings.coingecko },
        fearAndGreed: { enabled: true, ...settings.fearAndGreed },
      }
      const overview = createOverview(asked, prices.coingecko ?? {}, systemClock)
      const answer = await createMarketOverviewApi(overview).analyticsMarketOverview({}, nobody)
      overview.close()
      output.data(answer, () => [
        `capitalisation ${toAmount(answer.total_market_cap)} USD · traded ${toAmount(answer.volume_24h)} USD`,
        `BTC ${toPercent(answer.btc_dominance)} · ETH ${toPercent(answer.eth_dominance)}`,
        `fear and greed ${answer.fear_greed_index ?? '-'} of 100`,
        `trending: ${answer.trending_categories.join(', ') || '-'}`,
        ...Object.values(answer.unavailable).flatMap((reason) => toLines(reason)),
      ])
    }),
  )
}

type DexApi = ReturnType<typeof createDexFigureApi>
type Shown = { readonly answer: object; readonly lines: readonly string[] }

const withDex = (cli: Cli, flags: Flags, chain: string, ask: (api: DexApi, name: ChainName) => Promise<Shown>) =>
  cli.run(flags, async (output) => {
    const { node, name } = await openNode(flags, chain)
    await using _ = node
    const dexFigures = createDexFigures({ pools: node.pools, prices: node.prices, clock: systemClock })
    const { answer, lines } = await ask(createDexFigureApi({ dexFigures }), name)
    dexFigures.close()
    output.data(answer, () => lines)
  })

/** A node that counts only what it is asked for; `series` keeps the counts in the data directory. */
function openNode(flags: Flags, chain: string) {
  const maxBlocks = toWholeNumber('--max-blocks', flags.maxBlocks ?? '0', { atMost: 1_000_000 })
  const toMore = ({ dataDir, store, prices }: NodeConfig) => ({
    analytics: { count: false } as const,
    ...(dataDir !== undefined && maxBlocks > 0 && { dataDir }),
    ...(store !== undefined && { store }),
    ...(prices && { prices }),
  })
  return createChainDataNode(flags, chain, toMore, { counting: { maxBlocks, maxMs: longestMs } })
}

const toAmount = (usd: number | null) =>
  usd === null ? '-' : usd.toLocaleString('en-US', { maximumFractionDigits: 2 })
const toPercent = (percent: number | null) => (percent === null ? '-' : `${percent.toFixed(1)} %`)
