import { getChain } from '@outrigger/core'
import { toWireGasComparison } from '@outrigger/server/internal'
import type { Command } from 'commander'
import { refuseWithoutProviders } from '../config/providers.ts'
import { SilentFailure } from '../exitCodes.ts'
import { toFailure } from '../output/failure.ts'
import { createTable } from '../output/table.ts'
import { addSubcommand, type Cli } from './command.ts'
import { openReadings, type ReadingFlags, withReadings } from './openReadings.ts'

/** `outrigger gas compare`: the standard tier of several chains, cheapest first. */
export function addGasCompare(gas: Command, cli: Cli): void {
  withReadings(addSubcommand(gas, 'compare [chains...]', 'gas of several chains side by side, cheapest first')).action(
    (named: readonly string[], _: ReadingFlags, command: Command) => {
      const flags = command.optsWithGlobals<ReadingFlags>()
      return cli.run(flags, async (output) => {
        const wanted = [...new Set(named.map((chain) => getChain(chain).name))]
        await using readings = await openReadings(flags, ({ beacon: _, ...config }) => config)
        const chains = wanted.length > 0 ? wanted : readings.chains
        if (chains.length === 0) refuseWithoutProviders()
        const results = await Promise.allSettled(chains.map(readings.getGas))
        const prices = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
        const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
        if (prices.length === 0) throw failures[0]
        const answer = toWireGasComparison(prices, Date.now())
        output.data(answer, () => toLines(answer.comparison))
        for (const failure of failures) output.note(`outrigger: ${toFailure(failure).message}`)
        if (failures.length > 0) throw new SilentFailure()
      })
    },
  )
}

function toLines(rows: ReturnType<typeof toWireGasComparison>['comparison']): readonly string[] {
  const ascending = [...rows].sort((a, b) => a.standard - b.standard)
  const cheapest = ascending[0]?.standard ?? 0
  const table = createTable([
    { title: 'standard tier', width: 13 },
    { title: 'gwei', align: 'right', width: 8 },
    { title: 'times', align: 'right', width: 7 },
    { title: 'age' },
  ])
  return table.toLines(
    ascending.map(({ chain, standard, stale, age_seconds }) => [
      ...[chain, standard.toPrecision(4), cheapest > 0 ? (standard / cheapest).toFixed(1) : ''],
      `${age_seconds} s${stale ? ', stale' : ''}`,
    ]),
  )
}
