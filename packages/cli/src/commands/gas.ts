import type { GasReading } from '@outrigger/api'
import { getChain } from '@outrigger/core'
import type { NodeConfig } from '@outrigger/server'
import { toWireGasPrice } from '@outrigger/server/internal'
import { refuseWithoutProviders } from '../config/providers.ts'
import { SilentFailure } from '../exitCodes.ts'
import { toFailure } from '../output/failure.ts'
import { createGasTable } from '../output/gasTable.ts'
import type { Output } from '../output/output.ts'
import type { Readings } from '../readings/readings.ts'
import { type AddCommand, addSubcommand } from './command.ts'
import { addGasBacktest } from './gasBacktest.ts'
import { addGasCompare } from './gasCompare.ts'
import { addGasEstimate } from './gasEstimate.ts'
import { addGasHistory } from './gasHistory.ts'
import { addGasOptimize } from './gasOptimize.ts'
import { openReadings, type ReadingFlags, withReadings } from './openReadings.ts'

type Flags = ReadingFlags & { readonly watch?: boolean }

/** `outrigger gas`: what the next block costs, once or block by block. */
export const addGas: AddCommand = (program, cli) => {
  const gas = withReadings(
    addSubcommand(program, 'gas [chain]', 'gas prices of one chain, or of every configured one').helpCommand(false),
  )
  gas.option('--watch', 'go on with every block until interrupted').action((chain: string | undefined, flags: Flags) =>
    cli[flags.watch ? 'serve' : 'run'](flags, async (output, signal) => {
      const name = chain === undefined ? undefined : getChain(chain).name
      await using readings = await openReadings(flags, (config) => withChain(config, name))
      const chains = name === undefined ? readings.chains : [name]
      if (chains.length === 0) refuseWithoutProviders()
      await (flags.watch ? watch(readings, chains, output, signal) : show(readings, chains, output))
    }),
  )
  addGasBacktest(gas, cli)
  addGasCompare(gas, cli)
  addGasEstimate(gas, cli)
  addGasHistory(gas, cli)
  addGasOptimize(gas, cli)
}

async function show(readings: Readings, chains: readonly string[], output: Output): Promise<void> {
  const results = await Promise.allSettled(chains.map(readings.getGas))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const prices = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (prices.length === 0) throw failures[0]
  if (output.json) for (const price of prices) output.data(toWireGasPrice(price), () => [])
  else output.data(prices, () => createGasTable(output.paint)(prices))
  for (const failure of failures) output.note(`outrigger: ${toFailure(failure).message}`)
  if (failures.length > 0) throw new SilentFailure()
}

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

function withChain(config: NodeConfig, name: string | undefined): NodeConfig {
  const { beacon: _, chains = {}, ...rest } = config
  const wanted = Object.entries(chains).filter(([chain]) => name === undefined || chain === name)
  return { ...rest, chains: Object.fromEntries(wanted) }
}
