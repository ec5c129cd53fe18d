import { createPoolClient } from '@outrigger/core/internal'
import type { Command } from 'commander'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { toBlockRange } from '../mev/blockRange.ts'
import { inspectFile, inspectRange } from '../mev/inspections.ts'
import { showInspections } from '../mev/showInspections.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import { type AddCommand, type Cli, withProviders } from './command.ts'
import { addMevExposure } from './mevExposure.ts'
import { addMevFindings } from './mevFindings.ts'
import { addMevReplay } from './mevReplay.ts'
import { addMevScore } from './mevScore.ts'
import { addMevWatch } from './mevWatch.ts'

/** `outrigger mev …`: detects and analyzes MEV. */
export const addMev: AddCommand = (program, cli) => {
  const mev = program.command('mev').description('detect and analyze MEV').helpCommand(false)
  addInspect(mev, cli)
  addMevWatch(mev, cli)
  addMevReplay(mev, cli)
  addMevFindings(mev, cli)
  addMevExposure(mev, cli)
  addMevScore(mev, cli)
}

/** `outrigger mev inspect`: MEV in mined blocks of providers or of a file. */
function addInspect(mev: Command, cli: Cli): void {
  const command = mev
    .command('inspect <chain> <blocks>')
    .description('find arbitrages, sandwiches, liquidations and JIT liquidity in mined blocks')
  withProviders(command)
    .addHelpText(
      'after',
      '\n<blocks> is a number, a range such as 17000000..17000010, or a file of recorded blocks: one JSON object per line,\ngzip if it ends in .gz, - for stdin. A line is {"block": number or header, "transactions": [{"tx", "receipt", "traces"}]},\nall in the form of JSON-RPC responses.',
    )
    .action((chainName: string, blocks: string, flags: ConfigFlags) =>
      cli.run(async (output) => {
        const chain = toMevChain(chainName)
        const range = toBlockRange(blocks)
        if (range === null) return showInspections(chain, inspectFile(blocks, chain), output)
        const { node, pool } = await createChainNode(flags, chain)
        await using _ = node
        await showInspections(chain, inspectRange(createPoolClient(pool), range), output)
      }),
    )
}
