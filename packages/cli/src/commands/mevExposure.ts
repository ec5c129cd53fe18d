import type { Command } from 'commander'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { readExposure } from '../mev/readExposure.ts'
import { showExposure } from '../mev/showExposure.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import { addSubcommand, type Cli, type GlobalFlags, withProviders } from './command.ts'

type Flags = ConfigFlags & GlobalFlags & { readonly chain: string }

/** `outrigger mev exposure`: what a signed transaction would lose to a sandwich. */
export function addMevExposure(mev: Command, cli: Cli): void {
  withProviders(
    addSubcommand(
      mev,
      'exposure <transaction>',
      'what a signed swap would lose to a sandwich, and the limit that saves it',
    ),
  )
    .option('--chain <chain>', 'chain it is for', 'ethereum')
    .addHelpText('after', '\n<transaction> is the signed bytes as they go to eth_sendRawTransaction. Nothing is sent.')
    .action((raw: string, flags: Flags) =>
      cli.run(flags, async (output) => {
        const { node, pool, name } = await createChainNode(flags, toMevChain(flags.chain))
        await using _ = node
        showExposure(name, await readExposure(pool, name, raw), output)
      }),
    )
}
