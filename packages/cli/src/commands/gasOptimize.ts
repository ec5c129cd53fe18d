import { createPoolClient } from '@outrigger/core/internal'
import { getGasTiming } from '@outrigger/oracle'
import type { Command } from 'commander'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { UsageError } from '../exitCodes.ts'
import { showTiming } from '../gas/showTiming.ts'
import { toGasChain } from '../gas/toGasChain.ts'
import { type Cli, withProviders } from './command.ts'

type Flags = ConfigFlags & { readonly days?: string }

const usualDays = 8

/** `outrigger gas optimize`: advises to send now or later, based on what waiting saved in the past. */
export function addGasOptimize(gas: Command, cli: Cli): void {
  withProviders(gas.command('optimize <chain>').description('advise whether to send now or later, and show the saving'))
    .option('--days <n>', `how far to look back, up to 60 (default: ${usualDays})`)
    .action((chain: string, flags: Flags) =>
      cli.run(async (output, signal) => {
        const days = Number(flags.days ?? usualDays)
        if (!(days > 0 && days <= 60)) throw new UsageError('--days takes a number above 0, up to 60.')
        toGasChain(chain)
        const { node, pool } = await createChainNode(flags, chain)
        await using _ = node
        const timing = await getGasTiming(createPoolClient(pool), {
          chain: pool.chain,
          hours: 24 * days,
          maxCalls: Math.ceil(20 * days),
          signal,
          onProgress: ({ known, wanted }) => output.progress(`Reading the past: ${known} of ${wanted} blocks …`),
        })
        showTiming(timing, output)
      }),
    )
}
