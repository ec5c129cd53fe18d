import { aggregations, metrics, type Response } from '@outrigger/api/contract'
import { getChain } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import {
  createChainMetricsApi,
  createDexFigures,
  createMarket,
  createProtocolApi,
  createSeriesApi,
  createUserApi,
} from '@outrigger/server/internal'
import type { Command } from 'commander'
import { createConfiguredNode } from '../config/chainNode.ts'
import { splitList } from '../config/flags.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { UsageError } from '../exitCodes.ts'
import { toTable } from '../output/table.ts'
import { inFlags, toLines } from './analyticsFlags.ts'
import { addSubcommand, type Cli, type GlobalFlags, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags & GlobalFlags & { readonly aggregation?: string; readonly maxBlocks?: string }

const nobody = { key: null }
const longestMs = 25_000
const right = (title: string) => ({ title, align: 'right' as const })

/** `outrigger analytics …` of questions over all chains with a provider. */
export function addAcross(analytics: Command, cli: Cli): void {
  addCompare(analytics, cli)
  addChains(analytics, cli)
  addUser(analytics, cli)
  addProtocol(analytics, cli)
}

function addCompare(analytics: Command, cli: Cli): void {
  const usage = 'compare <chain,…> <metric>'
  withDataDir(withProviders(addSubcommand(analytics, usage, 'a metric of several chains, side by side')))
    .option(`--aggregation <${aggregations.join('|')}>`, 'length of an interval (default: daily)')
    .option('--max-blocks <N>', 'most blocks that are read of each chain', '2000')
    .addHelpText('after', `\n<metric> is ${metrics.map(({ id }) => id).join(', ')}.`)
    .action((chains: string, metric: string, flags: Flags) =>
      cli.run(flags, async (output) => {
        const aggregation = aggregations.find((one) => one === (flags.aggregation ?? 'daily'))
        if (aggregation === undefined) throw new UsageError(`--aggregation takes ${aggregations.join(', ')}.`)
        const names = splitList(chains).map((one) => getChain(one).name)
        await using node = await openNode(flags)
        const { analyticsCompare } = createSeriesApi({ counting: node.analytics, clock: systemClock })
        const answer = await inFlags(() => analyticsCompare({ chains: names, metric, aggregation }, nobody))
        output.data(answer, () => toComparisonLines(answer, names))
      }),
    )
}

function toComparisonLines({ aggregation, comparison }: Response<'analyticsCompare'>, names: readonly string[]) {
  const columns = names.map((name) => {
    const entry = comparison[name]
    return Array.isArray(entry) ? new Map(entry.map((point) => [point.timestamp, point])) : null
  })
  const times = [...new Set(columns.flatMap((points) => [...(points?.keys() ?? [])]))].sort()
  const rows = times.map((time) => [
    time.slice(0, 16).replace('T', ' '),
    ...columns.map((points) => points?.get(time)?.value.toLocaleString('en-US') ?? '-'),
  ])
  const errors = names.flatMap((name) => {
    const entry = comparison[name]
    return entry === undefined || Array.isArray(entry) ? [] : toLines(`${name}: ${entry.message}`)
  })
  return [...toTable([{ title: aggregation }, ...names.map(right)], rows), ...errors]
}

function addChains(analytics: Command, cli: Cli): void {
  withProviders(
    addSubcommand(analytics, 'chains', 'throughput, block time and validators of every chain with a provider'),
  ).action((flags: Flags) =>
    cli.run(flags, async (output) => {
      await using node = await openNode(flags)
      const beacon = node.beaconPool === null ? null : node.beacon
      const parts = { pools: node.pools, familyPools: node.familyPools, beacon, clock: systemClock }
      const answer = await createChainMetricsApi(parts).analyticsChainsMetrics({}, nobody)
      output.data(answer, () => [
        ...toTable(
          [{ title: 'chain' }, right('tx/s'), right('block s'), right('validators'), right('block')],
          answer.chains.map(({ name, tps, block_time, active_validators, latest_block }) => [
            ...[name, tps?.toFixed(2) ?? '-', block_time?.toFixed(2) ?? '-'],
            ...[active_validators?.toLocaleString('en-US') ?? '-', String(latest_block ?? '-')],
          ]),
        ),
        ...answer.chains.flatMap(({ unavailable }) => Object.values(unavailable)).flatMap(toLines),
      ])
    }),
  )
}

function addUser(analytics: Command, cli: Cli): void {
  withProviders(
    addSubcommand(
      analytics,
      'user <address>',
      'what an address sent, received and paid, on every chain with a provider',
    ),
  ).action((address: string, flags: Flags) =>
    cli.run(flags, async (output) => {
      await using node = await openNode(flags)
      const { pools, familyPools, prices } = node
      const api = createUserApi({ pools, familyPools, prices, clock: systemClock })
      const answer = await api.analyticsUserActivity({ address }, nobody)
      output.data(answer, () => [
        ...toTable(
          [{ title: 'chain' }, right('sent'), right('received'), right('moved USD'), right('fees USD'), { title: '' }],
          Object.entries(answer.chains).map(([chain, row]) => [
            ...[chain, String(row.sent), String(row.received), toUsd(row.volume_usd), toUsd(row.gas_spent_usd)],
            row.complete ? '' : 'in part',
          ]),
        ),
        ...Object.entries(answer.unavailable).flatMap(([name, reason]) => toLines(`${name}: ${reason}`)),
      ])
    }),
  )
}

function addProtocol(analytics: Command, cli: Cli): void {
  withProviders(
    addSubcommand(analytics, 'protocol <protocol>', 'value, users and yield of a lender or DEX, such as aave_v3'),
  ).action((protocol: string, flags: Flags) =>
    cli.run(flags, async (output) => {
      await using node = await openNode(flags)
      const { pools, lending, prices } = node
      const dexFigures = createDexFigures({ pools, prices, clock: systemClock })
      const market = createMarket(node.marketSettings, systemClock)
      const api = createProtocolApi({ pools, lending, dexFigures, market, clock: systemClock })
      const answer = await inFlags(() => api.analyticsProtocolStats({ protocol }, nobody))
      dexFigures.close()
      await market?.close()
      output.data(answer, () => [
        `${answer.protocol} on ${answer.chains.join(', ') || '-'}`,
        `value ${toUsd(answer.tvl)} USD · traded ${toUsd(answer.volume_24h)} USD`,
        `pools ${answer.pools ?? '-'} · users ${answer.unique_users ?? '-'}, transactions ${answer.total_transactions ?? '-'} in 24 hours`,
        `yield ${answer.apy_average === null ? '-' : `${answer.apy_average.toFixed(2)} % a year`}`,
        ...Object.values(answer.unavailable).flatMap(toLines),
      ])
    }),
  )
}

const openNode = (flags: Flags) =>
  createConfiguredNode(flags, {
    maxBlocks: toWholeNumber('--max-blocks', flags.maxBlocks ?? '0', { atMost: 1_000_000 }),
    maxMs: longestMs,
  })

const toUsd = (usd: number | null) => usd?.toLocaleString('en-US', { maximumFractionDigits: 2 }) ?? '-'
