import { createTokenRegistry } from '@outrigger/mempool'
import type { Command } from 'commander'
import type { Address } from 'viem'
import { UsageError } from '../exitCodes.ts'
import { type FindingFlags, toFindingConditions, withFindingFilter } from '../mev/findingFlags.ts'
import { listFindings } from '../mev/showFindings.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import { formatCount } from '../output/format.ts'
import type { Cli } from './command.ts'
import { openClient, type ReadingFlags, withNode } from './openReadings.ts'

type Flags = ReadingFlags & FindingFlags & { readonly limit: string }

/** `outrigger mev findings`: the current findings of a running node. */
export function addMevFindings(mev: Command, cli: Cli): void {
  const command = mev.command('findings <chain>').description('print the current MEV findings of a running node')
  withFindingFilter(withNode(command))
    .option('--limit <N>', 'maximum number of findings, 1 to 500', '100')
    .action((chainName: string, flags: Flags) =>
      cli.run(async (output) => {
        const chain = toMevChain(chainName)
        const conditions = toFindingConditions(flags)
        const limit = toLimit(flags.limit)
        await using client = openClient(flags)
        if (client === undefined)
          throw new UsageError(
            'Findings are those of a running node. Name it with --node, or use `outrigger mev watch`.',
          )
        const { findings, total } = await client.mev.getFindings(chain, { ...conditions, limit })
        const tokens = createTokenRegistry({ chain })
        const toSymbol = (token: string) => tokens.peek(token as Address)?.symbol ?? null
        listFindings(findings, output, { chain, toSymbol })
        if (total === 0) output.note(`No current findings on ${chain}.`)
        else if (total > findings.length) output.note(`${formatCount(total - findings.length)} more match.`)
      }),
    )
}

function toLimit(text: string): number {
  const limit = Number(text)
  if (!/^\d{1,3}$/.test(text) || limit < 1 || limit > 500)
    throw new UsageError(`--limit takes 1 to 500, not "${text}".`)
  return limit
}
