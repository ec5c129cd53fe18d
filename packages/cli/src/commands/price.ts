import type { ComparisonReading, PriceHistoryReading, PriceReading } from '@outrigger/api'
import { dexIds } from '@outrigger/api/contract'
import { getChain } from '@outrigger/core'
import type { NodeConfig } from '@outrigger/server'
import { toWireComparison, toWireHistory, toWirePrice } from '@outrigger/server/internal'
import { toList } from '../config/flags.ts'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { UsageError } from '../exitCodes.ts'
import { formatAge, formatChange, formatUsds } from '../output/format.ts'
import { toTable } from '../output/table.ts'
import { toPriceHistoryRows } from '../rows/series.ts'
import { type AddCommand, withProviders } from './command.ts'
import { openReadings, type ReadingFlags, withNode } from './openReadings.ts'

type Flags = ReadingFlags & {
  readonly compare?: string
  readonly days?: string
  readonly interval?: string
}

const intervals = ['1h', '1d', '1w'] as const

/** `outrigger price`: the price of a token from several sources, on several markets, or over several days. */
export const addPrice: AddCommand = (program, cli) => {
  withNode(
    withProviders(
      program.command('price <chain> <symbol>').description('show the price of a token by its symbol or address'),
    ),
  )
    .option('--compare <market,…>', 'compare exchanges and DEXes, e.g. kraken,uniswap_v3')
    .option('--days <number>', 'print bars of the last days, 1 to 365')
    .option('--interval <1h|1d|1w>', 'length of a bar (default: 1d)')
    .action((chainText: string, symbol: string, flags: Flags) =>
      cli.run(async (output) => {
        const chain = getChain(chainText).name
        const markets = toList(flags.compare)
        const period = toPeriod(flags)
        if (markets && period) throw new UsageError('Give either --compare or --days.')
        await using readings = await openReadings(flags, (config) => narrow(config, chain, markets ?? []))
        const { prices } = readings
        if (markets !== undefined) {
          const answer = await prices.compare(chain, symbol, markets)
          return output.data(toWireComparison(answer), () => toComparisonLines(answer))
        }
        if (period !== undefined) {
          const answer = await prices.history(chain, symbol, period)
          return output.data(
            toWireHistory(answer),
            () => toHistoryLines(answer),
            () => toPriceHistoryRows(answer),
          )
        }
        const answer = await prices.get(chain, symbol)
        return output.data(toWirePrice(answer, Date.now()), () => toPriceLines(answer, Date.now()))
      }),
    )
}

/** @throws {UsageError} */
function toPeriod({ days, interval }: Flags) {
  const known = intervals.find((one) => one === (interval ?? '1d'))
  if (known === undefined) throw new UsageError('--interval takes 1h, 1d or 1w.')
  if (days !== undefined) return { days: toWholeNumber('--days', days, { atLeast: 1, atMost: 365 }), interval: known }
  if (interval !== undefined) throw new UsageError('--interval needs --days.')
  return undefined
}

/** Keeps the chain, Ethereum for dollar prices of coins, and the exchanges to compare. */
function narrow(
  { beacon: _, chains = {}, prices = {}, ...rest }: NodeConfig,
  chain: string,
  markets: readonly string[],
): NodeConfig {
  const wanted = Object.entries(chains).filter(([name]) => name === chain || name === 'ethereum')
  const { exchanges = [], watch: __, ...sources } = prices
  const known = [...dexIds, 'defillama', 'coingecko', ...exchanges.map((text) => text.split('=')[0])]
  const more = markets.filter((name) => !known.includes(name))
  return { ...rest, chains: Object.fromEntries(wanted), prices: { ...sources, exchanges: [...exchanges, ...more] } }
}

function toPriceLines(price: PriceReading, nowMs: number): readonly string[] {
  const { symbol, chain, priceUsd, basis, stale, sources, missing, redemption } = price
  const usds = formatUsds(
    sources.map((one) => one.priceUsd),
    8,
  )
  const stock = redemption
    ? [
        `redeems for ${redemption.rate.toFixed(6)} ETH (${redemption.protocol}), ${
          basis === 'redemption' ? 'no market has a price' : `market ${formatChange(redemption.premium)}`
        }`,
      ]
    : []
  return [
    `${symbol} on ${chain}: ${formatUsds([priceUsd], 8)[0]}${basis === 'redemption' ? ' by redemption' : ''}${stale ? `, stale, ${formatAge(nowMs - price.timestampMs)} old` : ''}`,
    ...(price.change24h === null ? [] : [`24 hours ${formatChange(price.change24h)}`]),
    ...stock,
    '',
    ...toTable(
      [{ title: 'source' }, { title: 'usd', align: 'right' }, { title: 'age', align: 'right' }, { title: 'not used' }],
      sources.map(({ name, timestampMs, rejection }, index) => [
        name,
        usds[index] ?? '',
        formatAge(nowMs - timestampMs),
        rejection ?? '',
      ]),
    ),
    ...missing.map(({ name, reason }) => `${name}: ${reason}`),
  ]
}

function toComparisonLines({ offers, arbitrage, missing }: ComparisonReading): readonly string[] {
  const columns = [
    { title: 'market' },
    { title: 'usd', align: 'right' },
    { title: 'buy', align: 'right' },
    { title: 'sell', align: 'right' },
    { title: 'depth', align: 'right' },
  ] as const
  const orDash = (usd: number | null, max: number) => (usd === null ? '-' : (formatUsds([usd], max)[0] ?? '-'))
  return [
    ...toTable(
      columns,
      offers.map(({ exchange, priceUsd, buyUsd, sellUsd, liquidityUsd }) => [
        exchange,
        orDash(priceUsd, 6),
        orDash(buyUsd, 6),
        orDash(sellUsd, 6),
        liquidityUsd === null ? '-' : `$${Math.round(liquidityUsd).toLocaleString('en-US')}`,
      ]),
    ),
    '',
    arbitrage === null
      ? 'No arbitrage after fees.'
      : `Buy on ${arbitrage.buyOn}, sell on ${arbitrage.sellOn}: ${formatUsds([arbitrage.profitUsd])[0]}.`,
    ...missing.map(({ name, reason }) => `${name}: ${reason}`),
  ]
}

function toHistoryLines({ bars, periodChange, volatility, coverage, missing }: PriceHistoryReading): readonly string[] {
  const columns = ['open', 'high', 'low', 'close'].map((title) => ({ title, align: 'right' }) as const)
  return [
    ...toTable(
      [{ title: 'begin (UTC)' }, ...columns],
      bars.map(({ startMs, open, high, low, close }) => [
        new Date(startMs).toISOString().slice(0, 16).replace('T', ' '),
        ...formatUsds([open, high, low, close], 6),
      ]),
    ),
    '',
    `change ${formatChange(periodChange)}, volatility ${volatility === null ? '-' : `${(volatility * 100).toFixed(1)} %`} a year`,
    `${coverage.present} of ${coverage.expected} bars, by ${coverage.sources.join(', ')}`,
    ...missing.map(({ name, reason }) => `${name}: ${reason}`),
  ]
}
