import { allProtocols } from '@outrigger/calldata/archive'
import { type ChainName, chains, getChain, sleep } from '@outrigger/core'
import { createMempoolWatcher, createReplay } from '@outrigger/mempool'
import type { Hex } from 'viem'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { toAccount } from '../ens/toAccount.ts'
import { UsageError } from '../exitCodes.ts'
import { untilAborted } from '../interrupt.ts'
import { type FilterFlags, toFilter, withFilter } from '../mempool/filterFlags.ts'
import { readRecording, toPlaces } from '../mempool/recording.ts'
import { showMempool, summarize } from '../mempool/showMempool.ts'
import type { Output } from '../output/output.ts'
import { type AddCommand, withProviders } from './command.ts'

type Flags = ConfigFlags &
  FilterFlags & { readonly transitions?: boolean; readonly replay?: string; readonly speed: string }
type Running = { readonly output: Output; readonly signal: AbortSignal }

const summaryMs = 5_000
const settleMs = 5_000

/** `outrigger mempool`: pending transactions, decoded and classified, from providers or from a recording. */
export const addMempool: AddCommand = (program, cli) => {
  const command = program
    .command('mempool <chain>')
    .description('print pending transactions as they arrive, until interrupted')
  withFilter(withProviders(command))
    .option('--transitions', 'also print their outcome: mined, replaced, dropped …')
    .option('--replay <file>', 'read recorded blocks instead of providers')
    .option('--speed <factor>', 'speed of the replay as a multiple of the chain, or max', '10')
    .addHelpText(
      'after',
      '\nA line of <file> is a transaction in JSON-RPC form with at least "hash", "from" and "blockNumber"; gzip if it ends in .gz.',
    )
    .action((chain: string, flags: Flags) =>
      cli.serve((output, signal) =>
        flags.replay === undefined
          ? watch(chain, flags, { output, signal })
          : replay(chain, flags.replay, flags, { output, signal }),
      ),
    )
}

async function watch(chain: string, flags: Flags, { output, signal }: Running): Promise<void> {
  const accounts = flags.address?.split(',').map((text) => toAccount(text.trim(), flags, output))
  const filter = toFilter(accounts ? { ...flags, address: (await Promise.all(accounts)).join(',') } : flags)
  const { node, pool, name } = await createChainNode(flags, chain)
  await using _ = node
  pool.on('status', ({ endpoint, to, reason }) => {
    if (to === 'unavailable') output.note(`${endpoint}: ${reason ?? 'does not respond'}`)
  })
  await using watcher = createMempoolWatcher({ pool })
  if (watcher.status().visibility !== 'public')
    output.note(
      `${name} has no public mempool. You see only the pending transactions of your own providers, often none.`,
    )
  showMempool(watcher, { filter, transitions: flags.transitions === true, output })
  const timer = setInterval(() => output.progress(summarize(watcher)), summaryMs)
  await untilAborted(signal)
  clearInterval(timer)
}

/** Sends recorded transactions through the whole pipeline: feed, pool, classification and filters. */
async function replay(chainText: string, file: string, flags: Flags, { output, signal }: Running): Promise<void> {
  const chain = chains[getChain(chainText).name as ChainName]
  const [blockTimeMs, filter] = [toBlockTime(flags.speed, chain.blockTimeMs), toFilter(flags)]
  const blocks = await readRecording(file)
  const source = createReplay({ chain, blocks, blockTimeMs, signal })
  await using watcher = createMempoolWatcher({ pool: source, protocols: allProtocols })
  const places = toPlaces(blocks)
  const toPlace = (hash: Hex) => places.get(hash) ?? null
  showMempool(watcher, { filter, transitions: flags.transitions === true, output, toPlace })
  await Promise.race([source.finished, untilAborted(signal)])
  // The receipts of the last block may still be missing.
  const untilMs = performance.now() + settleMs
  while (!signal.aborted && watcher.status().pendingCount > 0 && performance.now() < untilMs) await sleep(1, signal)
  const played = signal.aborted ? 'Interrupted' : `${blocks.length} block${blocks.length === 1 ? '' : 's'} replayed`
  output.note(`${played} · ${summarize(watcher)}`)
  signal.throwIfAborted()
}

function toBlockTime(speed: string, blockTimeMs: number): number {
  if (speed === 'max') return 0
  const factor = Number(speed)
  if (!(factor > 0)) throw new UsageError('--speed takes a number above 0, or max.')
  return blockTimeMs / factor
}
