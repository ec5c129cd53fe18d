import { rm } from 'node:fs/promises'
import type { ProviderPool, Store } from '@outrigger/core'
import { createMempoolReplay, type MevReplay } from '@outrigger/mev/internal'
import { readPending } from '../mempool/readPending.ts'
import { formatCount } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { createRecordingFile } from './recordingFile.ts'

export type MempoolReplaySettings = {
  readonly file: string
  readonly archive: ProviderPool
  readonly store: Store
  /** Name of a file for the recording. */
  readonly record: string | undefined
  readonly detector: { readonly simulationsPerBlock: number; readonly minProfit?: bigint }
  readonly blockDelayMs: number | undefined
}

/** Opens the replay of a mempool that others recorded. */
export async function openMempoolReplay(
  { file, archive, store, record, detector, blockDelayMs }: MempoolReplaySettings,
  output: Output,
  signal: AbortSignal,
): Promise<MevReplay & AsyncDisposable> {
  let [invalid, late] = [0, 0]
  const onInvalid = () => {
    invalid += 1
  }
  const recording = record === undefined ? null : await createRecordingFile(record)
  const replay = await createMempoolReplay({
    archive,
    store,
    transactions: readPending(file, onInvalid),
    settings: detector,
    ...(recording && { record: recording.write }),
    ...(blockDelayMs !== undefined && { blockDelayMs }),
    onProgress: ({ progress, known, reason }) =>
      output.progress(
        [
          `${formatCount(known)} pools found, ${(progress * 100).toFixed(1)} % searched`,
          ...(reason === null ? [] : [reason]),
        ].join(' · '),
      ),
    onLate() {
      late += 1
    },
    signal,
  }).catch(async (error: unknown) => {
    await recording?.close()
    // Otherwise the next attempt is refused, because the file exists.
    if (record !== undefined) await rm(record)
    throw error
  })
  return {
    ...replay,
    async run(options) {
      const summary = await replay.run(options)
      if (invalid > 0)
        output.note(
          invalid === 1
            ? '1 line without a valid transaction is left out.'
            : `${formatCount(invalid)} lines without a valid transaction are left out.`,
        )
      if (late > 0)
        output.note(
          `${formatCount(late)} of ${formatCount(summary.transactions)} transactions come after later ones in the file, so they were shown late. Sort its lines by the first sighting.`,
        )
      return summary
    },
    async [Symbol.asyncDispose]() {
      await replay[Symbol.asyncDispose]()
      await recording?.close()
      if (record !== undefined) output.note(`Recorded in ${record}. Replay it with: outrigger mev replay ${record}`)
    },
  }
}
