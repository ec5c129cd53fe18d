import type { GasReading } from '@outrigger/api'
import { getChain } from '@outrigger/core'
import { toWireGasPrice } from '@outrigger/server/internal'
import { refuseWithoutProviders } from '../config/providers.ts'
import { SilentFailure } from '../exitCodes.ts'
import { toFailure } from '../output/failure.ts'
import { createGasTable } from '../output/gasTable.ts'
import type { Output } from '../output/output.ts'
import type { Readings } from '../readings/readings.ts'
import { type AddCommand, withProviders } from './command.ts'
import { addGasBacktest } from './gasBacktest.ts'
import { addGasEstimate } from './gasEstimate.ts'
import { addGasHistory } from './gasHistory.ts'
import { addGasInclusion } from './gasInclusion.ts'
import { addGasOptimize } from './gasOptimize.ts'
import { openReadings, type ReadingFlags, withChains, withNode } from './openReadings.ts'

type Flags = ReadingFlags & { readonly watch?: boolean }

/** `outrigger gas`: prints the gas prices of the next block, once or for every block. */
export const addGas: AddCommand = (program, cli) => {
  const gas = program
    .command('gas [chains...]')
    .description('gas prices of chains, cheapest first (default: all configured chains)')
    .helpCommand(false)
  withNode(withProviders(gas))
    .option('--watch', 'print every block until interrupted')
    .action((names: readonly string[], flags: Flags) =>
      cli[flags.watch ? 'serve' : 'run'](async (output, signal) => {
        const named = [...new Set(names.map((chain) => getChain(chain).name))]
        await using readings = await openReadings(flags, (config) => withChains(config, named))
        const chains = named.length === 0 ? readings.chains : named
        if (chains.length === 0) refuseWithoutProviders()
        await (flags.watch ? watch(readings, chains, output, signal) : show(readings, chains, output))
      }),
    )
  addGasBacktest(gas, cli)
  addGasEstimate(gas, cli)
  addGasHistory(gas, cli)
  addGasInclusion(gas, cli)
  addGasOptimize(gas, cli)
}

async function show(readings: Readings, chains: readonly string[], output: Output): Promise<void> {
  const results = await Promise.allSettled(chains.map(readings.getGas))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const prices = results
    .flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    .sort((a, b) => Number(computeStandard(a) - computeStandard(b)))
  if (prices.length === 0) throw failures[0]
  if (output.json) for (const price of prices) output.data(toWireGasPrice(price), () => [])
  else output.data(prices, () => createGasTable(output.paint)(prices))
  for (const failure of failures) output.note(`outrigger: ${toFailure(failure).message}`)
  if (failures.length > 0) throw new SilentFailure()
}

/** Returns the price per gas of the standard tier in the next block. */
const computeStandard = ({ tiers: { standard } }: GasReading) => standard.baseFeePerGas + standard.maxPriorityFeePerGas

async function watch(
  readings: Readings,
  chains: readonly string[],
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const failing = new Set<string>()
  const toLines = createGasTable(output.paint)
  const gas = (price: GasReading) => {
    failing.delete(price.chain)
    output.data(toWireGasPrice(price), () => toLines([price]))
  }
  const failure = (chain: string, error: unknown) => {
    if (!failing.has(chain)) output.note(`outrigger: ${toFailure(error).message}`)
    failing.add(chain)
  }
  await readings.watchGas(chains, { gas, failure }, signal)
}
