import { type ChainName, getChain } from '@outrigger/core'
import type { NodeConfig } from '@outrigger/server'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { refuseWithoutProviders, requireChain } from '../config/providers.ts'
import { toConfig } from '../config/settings.ts'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { diagnose } from '../doctor/diagnose.ts'
import { reconcileBlocks } from '../doctor/reconcileBlocks.ts'
import { toReport } from '../doctor/report.ts'
import { SilentFailure, UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { type AddCommand, withBeacon } from './command.ts'

type Flags = ConfigFlags & { readonly blocks?: string }

/** `outrigger doctor`: checks whether every endpoint supports what Outrigger needs, and prints how to fix problems. */
export const addDoctor: AddCommand = (program, cli) => {
  const command = program
    .command('doctor [chain]')
    .description('check every configured endpoint, or those of one chain')
  withBeacon(command)
    .option('--blocks <n>', 'compare the last blocks of the chain with the balances that its node reports, 1 to 100000')
    .action((chain: string | undefined, flags: Flags) =>
      cli.run(async (output) => {
        if (flags.blocks === undefined) return examine(toConfig(await loadSettings(flags)), chain, output)
        const blocks = toWholeNumber('--blocks', flags.blocks, { atLeast: 1, atMost: 100_000 })
        if (chain === undefined) throw new UsageError('--blocks needs a chain: outrigger doctor ethereum --blocks 100')
        await reconcileBlocks(chain, blocks, flags, output)
      }),
    )
}

async function examine(config: NodeConfig, chain: string | undefined, output: Output): Promise<void> {
  const { chains = {}, beacon }: NodeConfig = chain === undefined ? config : { chains: selectChain(config, chain) }
  if (Object.keys(chains).length === 0 && !beacon) refuseWithoutProviders()
  output.progress('Checking every endpoint …')
  const pools = await diagnose({ chains, ...(beacon && { beacon }) }, (name) => output.progress(`${name} checked …`))
  output.data(pools, () => pools.flatMap((pool) => toReport(pool, output.paint)))
  if (pools.some(({ usable }) => !usable)) throw new SilentFailure()
}

function selectChain({ chains = {} }: NodeConfig, text: string) {
  const name = getChain(text).name as ChainName
  return { [name]: requireChain(chains[name], name) }
}
