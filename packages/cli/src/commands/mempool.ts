import { createMempoolWatcher } from '@outrigger/mempool'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { untilAborted } from '../interrupt.ts'
import { type FilterFlags, toFilter, withFilter } from '../mempool/filterFlags.ts'
import { showMempool, summarize } from '../mempool/showMempool.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withProviders } from './command.ts'

type Flags = ConfigFlags & GlobalFlags & FilterFlags & { readonly transitions?: boolean }

const summaryMs = 5_000

/** `outrigger mempool`: pending transactions as they are seen, and what they are. */
export const addMempool: AddCommand = (program, cli) => {
  withFilter(
    withProviders(addSubcommand(program, 'mempool <chain>', 'pending transactions as they come, until interrupted')),
  )
    .option('--transitions', 'also what becomes of those shown: mined, replaced, dropped …')
    .action((chain: string, flags: Flags) =>
      cli.serve(flags, async (output, signal) => {
        const filter = toFilter(flags)
        const { node, pool, name } = await createChainNode(flags, chain)
        await using _ = node
        pool.on('status', ({ endpoint, to, reason }) => {
          if (to === 'unavailable') output.note(`${endpoint}: ${reason ?? 'does not answer'}`)
        })
        await using watcher = createMempoolWatcher({ pool })
        if (watcher.status().visibility !== 'public')
          output.note(`${name} has no public mempool: only what your own providers hold is seen, often nothing.`)
        showMempool(watcher, { filter, transitions: flags.transitions === true, output })
        const timer = setInterval(() => output.progress(summarize(watcher)), summaryMs)
        await untilAborted(signal)
        clearInterval(timer)
      }),
    )
}
