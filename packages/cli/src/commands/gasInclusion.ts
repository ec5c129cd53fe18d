import { contract, encode } from '@outrigger/api/contract'
import { toGwei } from '@outrigger/core'
import type { Command } from 'commander'
import { UsageError } from '../exitCodes.ts'
import { toGasChain } from '../gas/toGasChain.ts'
import { formatPercent } from '../output/format.ts'
import { toTable } from '../output/table.ts'
import type { Readings } from '../readings/readings.ts'
import { type Cli, withProviders } from './command.ts'
import { openReadings, type ReadingFlags, withChains, withNode } from './openReadings.ts'

type Inclusion = Awaited<ReturnType<Readings['getInclusion']>>
type Flags = ReadingFlags & { readonly within?: string; readonly confidence?: string }

/** `outrigger gas inclusion`: prints the fees that get a transaction included before a deadline. */
export function addGasInclusion(gas: Command, cli: Cli): void {
  const command = gas
    .command('inclusion <chain>')
    .description('show the fees to put into a transaction for inclusion before a deadline')
  withNode(withProviders(command))
    .option('--within <seconds>', 'deadline, from 0.25 to 86400 (default: 60)')
    .option('--confidence <share>', 'probability of inclusion before it, from 0.5 to 0.999 (default: 0.95)')
    .action((name: string, flags: Flags) =>
      cli.run(async (output) => {
        const chain = toGasChain(name).name
        const seconds = toNumber(flags.within, { name: '--within', min: 0.25, max: 86_400 })
        const confidence = toNumber(flags.confidence, { name: '--confidence', min: 0.5, max: 0.999 })
        await using readings = await openReadings(flags, (config) => withChains(config, [chain]))
        const reading = await readings.getInclusion(chain, {
          ...(seconds !== undefined && { withinMs: 1000 * seconds }),
          ...(confidence !== undefined && { confidence }),
        })
        output.data(encode(contract.gasInclusion.response, reading), () => toLines(reading))
      }),
    )
}

type Bounds = { readonly name: string; readonly min: number; readonly max: number }

function toNumber(text: string | undefined, { name, min, max }: Bounds): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (value >= min && value <= max) return value
  throw new UsageError(`${name} takes a number from ${min} to ${max}.`)
}

function toLines(reading: Inclusion): readonly string[] {
  const { chain, maxPriorityFeePerGas, maxFeePerGas, withinMs, confidence, stale } = reading
  const toRow = (name: string, wei: bigint) => [name, String(wei), String(toGwei(wei))]
  return [
    `${chain}: included within ${withinMs / 1000} s with ${formatPercent(confidence)}${stale ? ' (stale)' : ''}`,
    ...toTable(
      [{ title: 'field' }, { title: 'wei', align: 'right' }, { title: 'gwei', align: 'right' }],
      [toRow('maxPriorityFeePerGas', maxPriorityFeePerGas), toRow('maxFeePerGas', maxFeePerGas)],
    ),
  ]
}
