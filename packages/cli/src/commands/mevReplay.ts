import type { ChainName } from '@outrigger/core'
import { createEmitter } from '@outrigger/core/internal'
import { createTokenRegistry } from '@outrigger/mempool'
import type { Finding, FindingType, MevDetectorEvents } from '@outrigger/mev'
import { createMevReplay, type MevReplay, type ReplaySummary, type SkippedSimulation } from '@outrigger/mev/internal'
import { createScoreKeeper, type ScoreKeeper } from '@outrigger/mev/score'
import {
  createFindingFeed,
  createFindingFilter,
  type FindingFilter,
  followFindings,
  type ReportedFinding,
} from '@outrigger/server/internal'
import type { Command } from 'commander'
import type { Address } from 'viem'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { UsageError } from '../exitCodes.ts'
import { type FindingFlags, toFindingConditions, withFindingFilter } from '../mev/findingFlags.ts'
import { openMempoolReplay } from '../mev/openMempoolReplay.ts'
import { readRecordingLines } from '../mev/recordingFile.ts'
import { showFindings } from '../mev/showFindings.ts'
import { showScore } from '../mev/showScore.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import { formatCount } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { mevFindings } from '../rows/mevFindings.ts'
import { type Cli, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags &
  FindingFlags & {
    readonly withoutSimulations?: boolean
    readonly chain?: string
    readonly record?: string
    readonly blockDelay?: string
  }
type Running = { readonly output: Output; readonly signal: AbortSignal }

const progressMs = 5_000
/** As many as `mev watch` makes. */
const simulationsPerBlock = 16

const help = `
With --rpc, an archive provider simulates liquidations and copied calls for their outcomes. Without it they have no verdict.

A line of another mempool is JSON with the time of the first sighting ("timestamp_ms") or the block ("blockNumber"), and with the
signed bytes ("raw_tx") or the fields of JSON-RPC. The rows of \`export transactions --format ndjson\` are such lines.`

/** `outrigger mev replay`: the findings that a detector would have reported on a recording, and their outcomes. */
export function addMevReplay(mev: Command, cli: Cli): void {
  const command = mev
    .command('replay <file>')
    .description('find what a filter would have found in a recording of `mev watch --record`, and whether it held')
  withFindingFilter(withDataDir(withProviders(command)))
    .option('--without-simulations', 'ignore the recorded simulations, and list the findings that need them as skipped')
    .option('--chain <chain>', 'the file has the transactions of another mempool. Needs an archive provider (--rpc)')
    .option(
      '--block-delay <ms>',
      'with --chain: when a block arrives after its timestamp (default: 1/6 of the block time)',
    )
    .option('--record <file>', 'with --chain, also record for later replays, compressed if the name ends in .gz')
    .addHelpText('after', help)
    .action((file: string, flags: Flags) => cli.serve((output, signal) => replayFile(file, flags, { output, signal })))
}

async function replayFile(file: string, flags: Flags, running: Running): Promise<void> {
  if (flags.chain !== undefined) return replayMempool(file, flags.chain, flags, running)
  if (flags.record !== undefined || flags.blockDelay !== undefined)
    throw new UsageError('--record and --block-delay need --chain. Without it, the file is a recording of `mev watch`.')
  await using archive = createArchive(flags)
  const replay = await createMevReplay(readRecordingLines(file), {
    settings: toLimit(flags),
    ignoreSimulations: flags.withoutSimulations === true,
    openPool: archive.open,
  })
  await show(replay, flags, running)
}

/** Replays the transactions of another mempool with the pools and blocks of an archive provider. */
async function replayMempool(file: string, chain: string, flags: Flags, running: Running): Promise<void> {
  const { output, signal } = running
  const { node, pool } = await createChainNode(flags, toMevChain(chain), { keep: true })
  await using _ = node
  const settings = {
    file,
    archive: pool,
    store: node.store,
    record: flags.record,
    detector: { simulationsPerBlock: flags.withoutSimulations ? 0 : simulationsPerBlock, ...toLimit(flags) },
    blockDelayMs: toBlockDelay(flags.blockDelay),
  }
  await using replay = await openMempoolReplay(settings, output, signal)
  await show(replay, flags, running)
}

/** Without the option, the minimum of the recording or of the detector applies. */
const toLimit = (flags: Flags): { readonly minProfit?: bigint } =>
  flags.minProfitEth === undefined ? {} : { minProfit: toFindingConditions(flags).minProfit }

function toBlockDelay(text: string | undefined): number | undefined {
  return text === undefined ? undefined : toWholeNumber('--block-delay', text, { atLeast: 0, atMost: 60_000 })
}

/** Plays a recording, and prints its findings, their score and what was skipped. */
async function show(replay: MevReplay, flags: Flags, { output, signal }: Running): Promise<void> {
  const { minProfit: _, ...conditions } = toFindingConditions(flags)
  await using score = followReplay(replay, createFindingFilter({ ...conditions, ...toLimit(flags) }), output)
  await score.ready
  const [began, toTime] = [performance.now(), () => new Date(replay.clock.now()).toISOString()]
  const timer = setInterval(() => output.progress(`Replayed until ${toTime()}`), progressMs)
  const summary = await replay.run({ afterBlock: score.settled, signal }).finally(() => clearInterval(timer))
  if (!output.json) showScore(score.report(), output, 'No finding that matches the filter has an outcome.')
  showSkipped(summary.skipped, conditions.types ?? [], output)
  output.note(toSummaryLine(summary, performance.now() - began))
}

/** Opens the providers that the options name, if any, and closes them. */
function createArchive(flags: Flags) {
  let close = async () => {}
  return {
    async open(chain: ChainName) {
      if (!flags.rpc && !flags.config) return null
      const { node, pool } = await createChainNode(flags, chain)
      close = node.close
      return pool
    },
    [Symbol.asyncDispose]: () => close(),
  }
}

/** Prints the findings that match a filter, and returns a keeper that scores only these. */
function followReplay(replay: MevReplay, matches: FindingFilter, output: Output): ScoreKeeper {
  const { detector, watcher, book, pool, clock } = replay
  const chain = detector.chain
  const tokens = createTokenRegistry({ chain })
  const toSymbol = (token: string) => tokens.peek(token as Address)?.symbol ?? null
  const shown = showFindings(output, { chain, toSymbol, nowMs: clock.now })
  const selected = createEmitter<MevDetectorEvents>()
  const known = new Map<string, Finding>()
  const report = (event: 'found' | 'changed') => (finding: ReportedFinding) => {
    known.set(finding.id, finding)
    selected.emit(event, finding)
    shown[event === 'found' ? 'onFound' : 'onChanged'](finding)
  }
  followFindings(createFindingFeed({ detector, watcher, clock }), matches, {
    onFound: report('found'),
    onChanged: report('changed'),
    onGone({ id, reason }) {
      const finding = known.get(id)
      known.delete(id)
      // A finding that no longer matches the filter would not be executed.
      if (finding) selected.emit('gone', { finding, reason: reason === 'filtered' ? 'unprofitable' : reason })
      shown.onGone({ id, reason })
    },
  })
  const score = createScoreKeeper({ detector: { ...detector, on: selected.on }, watcher, book, pool })
  score.on('scored', shown.onScored)
  return score
}

/** The simulations of each kind that findings of these types may need. */
const skippedKinds: { readonly [kind in SkippedSimulation['kind']]: { name: string; types: readonly FindingType[] } } =
  {
    tax: { name: 'token taxes', types: ['arbitrage', 'backrun', 'sandwich'] },
    swaps: { name: 'swaps', types: ['arbitrage', 'backrun', 'sandwich'] },
    logs: { name: 'calls with unknown swaps', types: ['backrun', 'sandwich'] },
    copy: { name: 'copied calls', types: ['frontrun'] },
    liquidation: { name: 'liquidations', types: ['liquidation'] },
    borrower: { name: 'borrowers', types: ['liquidation'] },
  }

/** Lists with `--json`, and counts otherwise, the skipped simulations that findings of the selected types need. */
function showSkipped(all: readonly SkippedSimulation[], types: readonly FindingType[], output: Output): void {
  const isSelected = (type: FindingType) => types.length === 0 || types.includes(type)
  const skipped = all.filter(({ kind }) => skippedKinds[kind].types.some(isSelected))
  for (const one of skipped)
    output.data(
      { event: 'skipped', ...one },
      () => [],
      () => mevFindings.of([]),
    )
  if (skipped.length === 0) return
  const counts = Object.entries(skippedKinds).flatMap(([kind, { name }]) => {
    const { length } = skipped.filter((one) => one.kind === kind)
    return length === 0 ? [] : `${formatCount(length)} ${name}`
  })
  output.note(`Findings that need these simulations are skipped: ${counts.join(', ')}. --json lists them.`)
}

function toSummaryLine({ blocks, transactions, durationMs, isComplete }: ReplaySummary, tookMs: number): string {
  const toSeconds = (ms: number) => `${formatCount(Math.round(ms / 1_000))} s`
  const parts = [
    `${formatCount(blocks)} blocks and ${formatCount(transactions)} transactions in ${toSeconds(durationMs)} of recording`,
    `replayed in ${toSeconds(tookMs)}`,
    ...(isComplete ? [] : ['the recording ends early, for example because its process was killed']),
  ]
  return `${parts.join(' · ')}.`
}
