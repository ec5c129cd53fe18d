import type { ChainProfile } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import { computeMostGrowth, getFeeBlocks, parseBlocks, runBacktest, toTestedWindows } from '@outrigger/oracle/internal'
import type { Command } from 'commander'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { UsageError } from '../exitCodes.ts'
import { showBacktest } from '../gas/showBacktest.ts'
import { toGasChain } from '../gas/toGasChain.ts'
import { readLines } from '../mempool/lines.ts'
import type { Output } from '../output/output.ts'
import { type Cli, withProviders } from './command.ts'

type Flags = ConfigFlags & { readonly blocks?: string; readonly file?: string }

const usualBlocks = 2000

/**
 * `outrigger gas backtest`: compares the probabilities that the tier model states with past blocks of a chain or a
 * file.
 */
export function addGasBacktest(gas: Command, cli: Cli): void {
  withProviders(
    gas
      .command('backtest <chain>')
      .description('measure how often stated confidences came true, and how much other estimators overpay'),
  )
    .option('--blocks <n>', `number of latest blocks to read (default: ${usualBlocks})`)
    .option(
      '--file <path>',
      'read blocks of a file instead: fee histories, blocks, or rows of tips; gzip if it ends in .gz',
    )
    .action((chainName: string, flags: Flags) =>
      cli.run(async (output) => {
        const chain = toGasChain(chainName)
        const blocks = await (flags.file === undefined ? readChain(flags, chain, output) : readFile(flags.file))
        const report = runBacktest(blocks, {
          horizons: toTestedWindows(chain),
          mostGrowthPerBlock: computeMostGrowth(chain),
          onProgress: (done, total) => output.progress(`Replaying block ${done} of ${total} …`),
        })
        showBacktest(chain.name, report, output)
      }),
    )
}

async function readChain(flags: Flags, { name }: ChainProfile, output: Output) {
  const count = Number(flags.blocks ?? usualBlocks)
  if (!(Number.isInteger(count) && count >= 400 && count <= 200_000))
    throw new UsageError('--blocks takes a count from 400 to 200000.')
  const { node, pool } = await createChainNode(flags, name)
  await using _ = node
  return getFeeBlocks(createPoolClient(pool), count, (done, total) =>
    output.progress(`Reading fees: ${done} of ${total} blocks …`),
  )
}

async function readFile(path: string) {
  const lines: string[] = []
  for await (const { text } of readLines(path)) lines.push(text)
  return parseBlocks(lines.join('\n'))
}
