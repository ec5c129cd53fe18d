import type { Opportunity } from '@outrigger/defi'
import { createOpportunityFilter, toWireOpportunity } from '@outrigger/server/internal'
import { createChainNode } from '../config/chainNode.ts'
import { toList } from '../config/flags.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { UsageError } from '../exitCodes.ts'
import { untilAborted } from '../interrupt.ts'
import { completeBooks } from '../lending/completeBooks.ts'
import { createOpportunityTable, toSkippedLines } from '../lending/opportunityLines.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags &
  GlobalFlags & {
    readonly watch?: boolean
    readonly minProfit?: string
    readonly minCollateral?: string
  }

/** `outrigger liquidations`: what can be liquidated at a profit, once or as it comes up. */
export const addLiquidations: AddCommand = (program, cli) => {
  withDataDir(withProviders(addSubcommand(program, 'liquidations <chain>', 'liquidations that pay, best first')))
    .option('--watch', 'go on with each that comes up or changes, also by pending price updates, until interrupted')
    .option('--min-profit <USD>', 'at least so much net profit')
    .option('--min-collateral <USD>', 'of positions with at least so much collateral')
    .option('--protocol <id,…>', 'only of these: aave_v3, compound_v3, morpho …')
    .action((chain: string, flags: Flags) =>
      cli.serve(flags, async (output, signal) => {
        const min_profit_usd = toUsd('--min-profit', flags.minProfit)
        const minCollateralUsd = toUsd('--min-collateral', flags.minCollateral)
        const { node, name } = await createChainNode(flags, chain, { keep: true })
        await using _ = node
        node.lending.protocols(name, toList(flags.protocol))
        const scanner = node.lending.get(name)
        await completeBooks(scanner, { output, signal, patient: flags.watch === true })

        const matches = createOpportunityFilter({ minProfitUsd: min_profit_usd })
        const toLines = createOpportunityTable()
        let isEmpty = true
        const show = (opportunity: Opportunity) => {
          if (!matches(opportunity) || opportunity.totalCollateralUsd < minCollateralUsd) return
          output.data(toWireOpportunity(opportunity), () => toLines([opportunity]))
          isEmpty = false
        }
        scanner.opportunities().forEach(show)
        toSkippedLines(scanner.skipped()).forEach(output.note)
        if (isEmpty) output.note('Nothing can be liquidated at a profit now, or none at one as large as asked for.')
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
