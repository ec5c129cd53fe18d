import type { BlockId, Due, OnVoid, Prediction } from './prediction.ts'

/** Findings that rest on the state of a block alone: each block's are predictions of their own. */
export function createStatePredictions(max: number, onVoid: OnVoid) {
  const reported = new Map<string, { readonly prediction: Prediction; readonly block: BlockId }>()
  return {
    tell(prediction: Prediction, block: BlockId): void {
      reported.set(`${block.hash}:${prediction.finding.id}`, { prediction, block })
      const [oldest] = reported
      if (reported.size <= max || oldest === undefined) return
      reported.delete(oldest[0])
      onVoid(oldest[1].prediction, 'overload')
    },
    blocks: () => [...reported.values()].map(({ block }) => block),
    take({ hash }: BlockId): readonly Due[] {
      const due: Due[] = []
      for (const [key, { prediction, block }] of reported) {
        if (block.hash !== hash) continue
        reported.delete(key)
        due.push({ ...prediction, entries: [], undecided: null })
      }
      return due
    },
  }
}
