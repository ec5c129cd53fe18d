import type { OutriggerClient } from '@outrigger/api'
import type { ChainName } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { createPoolBook } from '@outrigger/defi/dex'
import { createMempoolWatcher, createTokenRegistry } from '@outrigger/mempool'
import { createMevDetector } from '@outrigger/mev'
import { createRecorder } from '@outrigger/mev/internal'
import { createScoreKeeper } from '@outrigger/mev/score'
import { createFindingFeed, createFindingFilter, followFindings } from '@outrigger/server/internal'
import type { Command } from 'commander'
import type { Address } from 'viem'
import { createChainNode } from '../config/chainNode.ts'
import { UsageError } from '../exitCodes.ts'
import { untilAborted } from '../interrupt.ts'
import { type FindingFlags, toFindingConditions, withFindingFilter } from '../mev/findingFlags.ts'
import { createRecordingFile, type RecordingFile } from '../mev/recordingFile.ts'
import { showFindings } from '../mev/showFindings.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import { formatCount } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Cli, withDataDir, withProviders } from './command.ts'
import { openClient, type ReadingFlags, withNode } from './openReadings.ts'

type Flags = ReadingFlags & FindingFlags & { readonly simulations?: string; readonly record?: string }
type Running = { readonly output: Output; readonly signal: AbortSignal }

const summaryMs = 5_000

/** `outrigger mev watch`: findings in pending transactions and in the current state of pools. */
export function addMevWatch(mev: Command, cli: Cli): void {
  const command = mev.command('watch <chain>').description('print MEV findings as they appear, until interrupted')
  withFindingFilter(withNode(withDataDir(withProviders(command))))
    .option('--simulations <N>', 'maximum simulations per block, for findings that cannot be computed (default: 16)')
    .option('--record <file>', 'also record for `mev replay`, compressed if the name ends in .gz')
    .action((chain: string, flags: Flags) =>
      cli.serve(async (output, signal) => {
        const name = toMevChain(chain)
        await using client = openClient(flags)
        if (client) await watchNode(client, name, flags, { output, signal })
        else await watchProviders(name, flags, { output, signal })
      }),
    )
}

/** Prints the findings of a running node. */
async function watchNode(
  client: OutriggerClient,
  chain: ChainName,
  flags: Flags,
  { output, signal }: Running,
): Promise<void> {
  if (flags.simulations !== undefined)
    throw new UsageError('--simulations is a setting of the node. Leave it out with --node.')
  if (flags.record !== undefined)
    throw new UsageError('--record needs the pending transactions of providers. Leave out --node and give --rpc.')
  const conditions = toFindingConditions(flags)
  const tokens = createTokenRegistry({ chain })
  const failed = new Promise<never>((_, reject) => {
    client.mev.watch(chain, {
      ...showFindings(output, { chain, toSymbol: (token) => tokens.peek(token as Address)?.symbol ?? null }),
      ...conditions,
      onGap: () => output.note('Some changes are missing. The current findings are printed again.'),
      onError: (error) => (isRetried(error) ? output.note(String((error as Error).message)) : reject(error)),
    })
  })
  // A failure of both calls is reported once.
  failed.catch(() => {})
  const { total, blockNumber } = await client.mev.getFindings(chain, { ...conditions, limit: 1 })
  output.note(`${formatCount(total)} current findings${blockNumber === null ? '' : ` at block ${blockNumber}`}.`)
  await Promise.race([untilAborted(signal), failed])
}

const isRetried = (error: unknown): boolean => (error as { readonly retryable?: unknown } | null)?.retryable === true

/** Runs a detector on providers, and prints its findings. */
async function watchProviders(chain: ChainName, flags: Flags, { output, signal }: Running): Promise<void> {
  const conditions = toFindingConditions(flags)
  const { minProfit } = conditions
  const simulationsPerBlock = toSimulations(flags.simulations)
  const { node, pool, name } = await createChainNode(flags, chain, { keep: true })
  await using _ = node
  pool.on('status', ({ endpoint, to, reason }) => {
    if (to === 'unavailable') output.note(`${endpoint}: ${reason ?? 'does not respond'}`)
  })
  const { store } = node
  await using file = flags.record === undefined ? undefined : await openRecording(flags.record)
  await using watcher = createMempoolWatcher({ pool, store })
  const isPublic = watcher.status().visibility === 'public'
  if (!isPublic)
    output.note(`${name} has no public mempool. Most opportunities come from the current state of the pools.`)
  await using book = createPoolBook({ pool, store, logsFrom: isPublic ? 'receipts' : 'logs' })
  using recorder = file && createRecorder({ pool, watcher, book, clock: systemClock, write: file.write })
  const recording = recorder && { recorder }
  await using detector = createMevDetector({ pool, watcher, book, minProfit, simulationsPerBlock, ...recording })
  await using score = createScoreKeeper({ detector, watcher, book, pool, store })
  await score.ready
  const feed = createFindingFeed({ detector, watcher, clock: systemClock })
  const listeners = showFindings(output, {
    chain,
    toSymbol: (token) => watcher.token(token as Address)?.symbol ?? null,
  })
  followFindings(feed, createFindingFilter(conditions), listeners)
  if (output.json) score.on('scored', listeners.onScored)
  const timer = setInterval(() => {
    const { known, loaded, progress, reason } = book.status()
    const block = book.block()
    const parts = [
      `${formatCount(loaded)} of ${formatCount(known)} pools tracked`,
      ...(progress < 1 ? [`${(progress * 100).toFixed(1)} % searched`] : []),
      ...(block ? [`block ${block.number}`] : []),
      `${detector.findings().length} findings`,
      ...(reason ? [reason] : []),
    ]
    output.progress(parts.join(' · '))
  }, summaryMs)
  await Promise.race([untilAborted(signal), ...(file ? [file.failed] : [])]).finally(() => clearInterval(timer))
  feed.close()
  // Completed first, because the score may wait for a slow provider until the process is ended.
  recorder?.close()
  await file?.close()
  if (file) output.note(`Recorded in ${flags.record}. Replay it with: outrigger mev replay ${flags.record}`)
}

async function openRecording(path: string): Promise<RecordingFile & AsyncDisposable> {
  const file = await createRecordingFile(path)
  return { ...file, [Symbol.asyncDispose]: file.close }
}

function toSimulations(text = '16'): number {
  if (!/^\d{1,6}$/.test(text))
    throw new UsageError(`--simulations takes a number of calls from 0 to 999999, such as 16, not "${text}".`)
  return Number(text)
}
