import type { ChainName } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import type { Command } from 'commander'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { UsageError } from '../exitCodes.ts'
import { toBlockRange } from '../mev/blockRange.ts'
import { inspectFile, inspectRange } from '../mev/inspections.ts'
import { showInspections } from '../mev/showInspections.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import type { Output } from '../output/output.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withProviders } from './command.ts'
import { addMevExposure } from './mevExposure.ts'
import { addMevScore } from './mevScore.ts'
import { addMevWatch } from './mevWatch.ts'

type Flags = ConfigFlags & GlobalFlags & { readonly blocks?: string }

/** `outrigger mev …`: what the order of transactions is worth. */
export const addMev: AddCommand = (program, cli) => {
  const mev = program.command('mev').description('what the order of transactions is worth').helpCommand(false)
  addInspect(mev, cli)
  addMevWatch(mev, cli)
  addMevExposure(mev, cli)
  addMevScore(mev, cli)
}

/** `outrigger mev inspect`: what happened in mined blocks, of providers or of a file. */
const addInspect: AddCommand = (mev: Command, cli) => {
  withProviders(
    addSubcommand(mev, 'inspect <chain> [blocks]', 'arbitrages, sandwiches, liquidations, JIT in mined blocks'),
  )
    .option(
      '--blocks <file>',
      'recorded blocks instead, one JSON object a line; gzip where it ends in .gz, - for stdin',
    )
    .addHelpText(
      'after',
      '\n[blocks] is a number or a range: 17000000..17000010. A line of the file is\n{"block": number or header, "transactions": [{"tx", "receipt", "traces"}]}, all as JSON-RPC answers it.',
    )
    .action((chainName: string, blocks: string | undefined, flags: Flags) =>
      cli.run(flags, async (output) => {
        const chain = toMevChain(chainName)
        if (flags.blocks !== undefined && blocks !== undefined)
          throw new UsageError('Give either block numbers or --blocks <file>.')
        if (flags.blocks !== undefined) return showInspections(inspectFile(flags.blocks, chain), output)
        if (blocks === undefined) throw new UsageError('Give a block number, a range, or --blocks <file>.')
        await inspectProviders(chain, blocks, { flags, output })
      }),
    )
}

async function inspectProviders(
  chain: ChainName,
  blocks: string,
  { flags, output }: { readonly flags: Flags; readonly output: Output },
): Promise<void> {
  const range = toBlockRange(blocks)
  const { node, pool } = await createChainNode(flags, chain)
  await using _ = node
  await showInspections(inspectRange(createPoolClient(pool), range), output)
}
