import type { SignalSource } from '@outrigger/alerts'
import { createGasSignals } from './gasSignals.ts'
import { createPriceSignals } from './priceSignals.ts'
import type { SignalParts } from './signalParts.ts'

/** Creates the source of the figures that alerts may watch. */
export function createSignals(parts: SignalParts): SignalSource {
  const gas = createGasSignals(parts)
  const price = createPriceSignals(parts)
  const own: SignalSource = { watch: ({ metric }, tell) => parts.figures.watch(metric, tell) }
  const sourceOf = (type: string) => (type === 'gas' ? gas : type === 'price' ? price : own)
  return {
    watch: (subject, tell) => sourceOf(subject.type).watch(subject, tell),
    replay: async (subject, since, signal) => (await sourceOf(subject.type).replay?.(subject, since, signal)) ?? [],
    check: (subject) => sourceOf(subject.type).check?.(subject),
  }
}
