import { lendingIds } from '@outrigger/api/contract'
import type { PositionHealth } from '@outrigger/defi'
import { toWireHealth } from '@outrigger/server/internal'
import { createChainNode } from '../config/chainNode.ts'
import { toList } from '../config/flags.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { toAccount } from '../ens/toAccount.ts'
import { SilentFailure } from '../exitCodes.ts'
import { toHealthLines } from '../lending/healthLines.ts'
import { toPositionRows } from '../rows/positions.ts'
import { type AddCommand, withProviders } from './command.ts'

/** `outrigger position`: the lending positions of an address, and how close they are to liquidation. */
export const addPosition: AddCommand = (program, cli) => {
  const command = program
    .command('position <chain> <address>')
    .description('show the health of the lending positions of an address or ENS name')
  withProviders(command)
    .option('--protocol <id,…>', `only these protocols: ${lendingIds.join(', ')}`)
    .action((chain: string, address: string, flags: ConfigFlags) =>
      cli.run(async (output) => {
        const account = await toAccount(address, flags, output)
        const { node, name } = await createChainNode(flags, chain)
        await using _ = node
        node.lending.protocols(name, toList(flags.protocol))
        const health = await node.lending.getHealth(name, account)
        output.data(
          toWireHealth(health),
          () => toHealthLines(health, output.paint),
          () => toPositionRows(health),
        )
        toNotes(health).forEach(output.note)
        if (!health.isComplete) throw new SilentFailure()
      }),
    )
}

/** Returns sentences about missing positions, and about reasons that currently prevent a liquidation. */
function toNotes({ positions, unsupported, skipped, isComplete, isAtRisk }: PositionHealth): readonly string[] {
  const unknown = isAtRisk === null ? 'It is unknown whether a position is at risk.' : 'There may be more positions.'
  return [
    ...positions.flatMap(({ protocol, liquidationObstacle }) =>
      liquidationObstacle === null ? [] : [`${protocol} can be liquidated, but not now: ${liquidationObstacle}.`],
    ),
    ...(unsupported.length > 0 ? [`Not supported, so their positions are not shown: ${unsupported.join(', ')}.`] : []),
    ...skipped.map(({ protocol, reason }) => `${protocol} is skipped: ${reason}`),
    ...(isComplete ? [] : [`Some data could not be read. ${unknown} Try again.`]),
  ]
}
