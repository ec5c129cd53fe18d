import type { Command } from 'commander'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { readExposure } from '../mev/readExposure.ts'
import { showExposure } from '../mev/showExposure.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import { type Cli, withProviders } from './command.ts'

/** `outrigger mev exposure`: computes the loss of a signed transaction to a sandwich. */
export function addMevExposure(mev: Command, cli: Cli): void {
  const command = mev
    .command('exposure <chain> <transaction>')
    .description('compute what a signed swap would lose to a sandwich, and the limit that prevents it')
  withProviders(command)
    .addHelpText('after', '\n<transaction> is the signed bytes, as for eth_sendRawTransaction. Nothing is sent.')
    .action((chain: string, raw: string, flags: ConfigFlags) =>
      cli.run(async (output) => {
        const { node, pool, name } = await createChainNode(flags, toMevChain(chain))
        await using _ = node
        showExposure(name, await readExposure(pool, name, raw), output)
      }),
    )
}
