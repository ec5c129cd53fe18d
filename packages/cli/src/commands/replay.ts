import { allProtocols } from '@outrigger/calldata/archive'
import { type ChainName, chains, getChain, sleep } from '@outrigger/core'
import { createMempoolWatcher, createReplay } from '@outrigger/mempool'
import { UsageError } from '../exitCodes.ts'
import { untilAborted } from '../interrupt.ts'
import { type FilterFlags, toFilter, withFilter } from '../mempool/filterFlags.ts'
import { readRecording } from '../mempool/recording.ts'
import { showMempool, summarize } from '../mempool/showMempool.ts'
import { type AddCommand, addSubcommand, type GlobalFlags } from './command.ts'

type Flags = GlobalFlags &
  FilterFlags & { readonly chain: string; readonly speed: string; readonly transitions?: boolean }

const settleMs = 5_000

/** `outrigger replay`: recorded transactions through feed, pool, classification and filters, as if they came now. */
export const addReplay: AddCommand = (program, cli) => {
  withFilter(addSubcommand(program, 'replay <file>', 'recorded blocks through the whole mempool pipeline'))
    .addHelpText(
      'after',
      '\nA line is a transaction in JSON-RPC form with at least "hash", "from" and "blockNumber"; gzip if it ends in .gz.',
    )
    .option('--chain <chain>', 'chain they are of', 'ethereum')
    .option('--speed <factor>', 'times as fast as the chain; max waits for nothing', '10')
    .option('--transitions', 'also what becomes of those shown')
    .action((file: string, flags: Flags) =>
      cli.serve(flags, async (output, signal) => {
        const chain = chains[getChain(flags.chain).name as ChainName]
        const [blockTimeMs, filter] = [toBlockTime(flags.speed, chain.blockTimeMs), toFilter(flags)]
        const blocks = await readRecording(file)
        const replay = createReplay({ chain, blocks, blockTimeMs, signal })
        await using watcher = createMempoolWatcher({ pool: replay, protocols: allProtocols })
        showMempool(watcher, { filter, transitions: flags.transitions === true, output })
        await Promise.race([replay.finished, untilAborted(signal)])
        // The last block's receipts are still on their way.
        const untilMs = performance.now() + settleMs
        while (!signal.aborted && watcher.status().pendingCount > 0 && performance.now() < untilMs)
          await sleep(1, signal)
        const played = signal.aborted
          ? 'Interrupted'
          : `${blocks.length} block${blocks.length === 1 ? '' : 's'} replayed`
        output.note(`${played} · ${summarize(watcher)}`)
        signal.throwIfAborted()
      }),
    )
}

function toBlockTime(speed: string, blockTimeMs: number): number {
  if (speed === 'max') return 0
  const factor = Number(speed)
  if (!(factor > 0)) throw new UsageError('--speed takes a number above 0, or max.')
  return blockTimeMs / factor
}
