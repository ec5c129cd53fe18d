import type { BlockId, Due, OnVoid, Prediction } from './prediction.ts'

/** Stores findings that depend on a block's state but on no transaction, with the block on which each was found. */
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
