import { toWireHealth } from '@outrigger/server/internal'
import { createChainNode } from '../config/chainNode.ts'
import { toList } from '../config/flags.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { SilentFailure } from '../exitCodes.ts'
import { toHealthLines } from '../lending/healthLines.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withProviders } from './command.ts'

type Flags = ConfigFlags & GlobalFlags

/** `outrigger position`: what an address has lent and borrowed, and how near it is to being liquidated. */
export const addPosition: AddCommand = (program, cli) => {
  withProviders(addSubcommand(program, 'position <chain> <address>', 'health of the lending positions of an address'))
    .option('--protocol <id,…>', 'only on these: aave_v2, aave_v3, compound_v2, compound_v3, morpho, spark')
    .action((chain: string, address: string, flags: Flags) =>
      cli.run(flags, async (output) => {
        const { node, name } = await createChainNode(flags, chain)
        await using _ = node
        node.lending.protocols(name, toList(flags.protocol))
        const health = await node.lending.getHealth(name, address)
        output.data(toWireHealth(health), () => toHealthLines(health, output.paint))
        for (const { protocol, liquidationObstacle } of health.positions)
          if (liquidationObstacle !== null)
            output.note(`${protocol} can be liquidated, but not now: ${liquidationObstacle}.`)
        if (health.unsupported.length > 0)
          output.note(`Not supported, so positions there are not shown: ${health.unsupported.join(', ')}.`)
        for (const { protocol, reason } of health.skipped) output.note(`${protocol} is left out: ${reason}`)
        if (health.isComplete) return
        output.note(
          health.isAtRisk === null
            ? 'Not everything could be read: whether a position is at risk is not known. Ask again.'
            : 'Not everything could be read: there may be more positions than these. Ask again.',
        )
        throw new SilentFailure()
      }),
    )
}
