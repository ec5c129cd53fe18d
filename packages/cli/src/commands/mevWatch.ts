import { createPoolBook } from '@outrigger/defi/dex'
import { createMempoolWatcher } from '@outrigger/mempool'
import { createMevDetector } from '@outrigger/mev'
import { createScoreKeeper } from '@outrigger/mev/score'
import type { Command } from 'commander'
import { parseEther } from 'viem'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { UsageError } from '../exitCodes.ts'
import { untilAborted } from '../interrupt.ts'
import { showOpportunities } from '../mev/showOpportunities.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import { formatCount } from '../output/format.ts'
import { type Cli, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags & { readonly minProfitEth?: string; readonly simulations?: string }

const summaryMs = 5_000

/** `outrigger mev watch`: opportunities in pending transactions and in the current state of pools. */
export function addMevWatch(mev: Command, cli: Cli): void {
  const command = mev.command('watch <chain>').description('print opportunities as they appear, until interrupted')
  withDataDir(withProviders(command))
    .option('--min-profit-eth <ETH>', 'minimum profit after gas (default: 0.0001)')
    .option('--simulations <N>', 'maximum simulations per block, for findings that cannot be computed (default: 16)')
    .action((chain: string, flags: Flags) =>
      cli.serve(async (output, signal) => {
        const minProfit = toMinProfit(flags.minProfitEth)
        const simulationsPerBlock = toSimulations(flags.simulations)
        const { node, pool, name } = await createChainNode(flags, toMevChain(chain), { keep: true })
        await using _ = node
        pool.on('status', ({ endpoint, to, reason }) => {
          if (to === 'unavailable') output.note(`${endpoint}: ${reason ?? 'does not respond'}`)
        })
        const { store } = node
        await using watcher = createMempoolWatcher({ pool, store })
        const isPublic = watcher.status().visibility === 'public'
        if (!isPublic)
          output.note(`${name} has no public mempool. Most opportunities found are in the pools themselves.`)
        await using book = createPoolBook({ pool, store, logsFrom: isPublic ? 'receipts' : 'logs' })
        await using detector = createMevDetector({ pool, watcher, book, minProfit, simulationsPerBlock })
        await using score = createScoreKeeper({ detector, watcher, book, pool, store })
        await score.ready
        showOpportunities({ detector, score, watcher }, output)
        const timer = setInterval(() => {
          const { known, loaded, progress, reason } = book.status()
          const block = book.block()
          const parts = [
            `${formatCount(loaded)} of ${formatCount(known)} pools tracked`,
            ...(progress < 1 ? [`${(progress * 100).toFixed(1)} % searched`] : []),
            ...(block ? [`block ${block.number}`] : []),
            `${detector.findings().length} opportunities`,
            ...(reason ? [reason] : []),
          ]
          output.progress(parts.join(' · '))
        }, summaryMs)
        await untilAborted(signal)
        clearInterval(timer)
      }),
    )
}

function toMinProfit(text = '0.0001'): bigint {
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`--min-profit-eth takes ether such as 0.01, not "${text}".`)
  return parseEther(text)
}

function toSimulations(text = '16'): number {
  if (!/^\d{1,6}$/.test(text))
    throw new UsageError(`--simulations takes a number of calls from 0 to 999999, such as 16, not "${text}".`)
  return Number(text)
}
