import type { Opportunity } from '@outrigger/defi'
import { createOpportunityFilter, toWireOpportunity } from '@outrigger/server/internal'
import { createChainNode } from '../config/chainNode.ts'
import { toList } from '../config/flags.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { UsageError } from '../exitCodes.ts'
import { untilAborted } from '../interrupt.ts'
import { completeBooks } from '../lending/completeBooks.ts'
import { createOpportunityTable, toSkippedLines } from '../lending/opportunityLines.ts'
import { toLiquidationRows } from '../rows/liquidations.ts'
import { type AddCommand, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags & {
  readonly watch?: boolean
  readonly minProfit?: string
  readonly minCollateral?: string
}

/** `outrigger liquidations`: profitable liquidations, once or as they appear. */
export const addLiquidations: AddCommand = (program, cli) => {
  const command = program.command('liquidations <chain>').description('list profitable liquidations, best first')
  withDataDir(withProviders(command))
    .option('--watch', 'also print new and changed ones, including those of pending price updates, until interrupted')
    .option('--min-profit <USD>', 'minimum net profit')
    .option('--min-collateral <USD>', 'minimum collateral of the position')
    .option('--protocol <id,…>', 'only these protocols: aave_v3, compound_v3, morpho …')
    .action((chain: string, flags: Flags) =>
      cli.serve(async (output, signal) => {
        const minProfitUsd = toUsd('--min-profit', flags.minProfit)
        const minCollateralUsd = toUsd('--min-collateral', flags.minCollateral)
        const { node, name } = await createChainNode(flags, chain, { keep: true })
        await using _ = node
        node.lending.protocols(name, toList(flags.protocol))
        const scanner = node.lending.get(name)
        await completeBooks(scanner, { output, signal, patient: flags.watch === true })

        const matches = createOpportunityFilter({ minProfitUsd })
        const toLines = createOpportunityTable()
        let isEmpty = true
        const show = (opportunity: Opportunity) => {
          if (!matches(opportunity) || opportunity.totalCollateralUsd < minCollateralUsd) return
          output.data(
            toWireOpportunity(opportunity),
            () => toLines([opportunity]),
            () => toLiquidationRows([opportunity]),
          )
          isEmpty = false
        }
        scanner.opportunities().forEach(show)
        toSkippedLines(scanner.skipped()).forEach(output.note)
        if (isEmpty) output.note('No profitable liquidations right now, or none above the minimum profit.')
        if (!flags.watch) return
        const unwatch = scanner.on('opportunity', show)
        await untilAborted(signal)
        unwatch()
      }),
    )
}

function toUsd(flag: string, text = '0'): number {
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`${flag} takes US dollars such as 12.5, not "${text}".`)
  return Number(text)
}
