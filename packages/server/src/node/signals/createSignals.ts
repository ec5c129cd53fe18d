import type { AlertType, SignalSource } from '@outrigger/alerts'
import { createGasSignals } from './gasSignals.ts'
import { createPriceSignals } from './priceSignals.ts'
import type { SignalParts } from './signalParts.ts'

/** Creates the source of the figures that alerts may watch. */
export function createSignals(parts: SignalParts): SignalSource {
  const own: SignalSource = { watch: ({ metric }, emit) => parts.figures.watch(metric, emit) }
  const sources: Readonly<Record<AlertType, SignalSource>> = {
    gas: createGasSignals(parts),
    price: createPriceSignals(parts),
    monitoring: own,
    performance: own,
    system: own,
  }
  return {
    watch: (subject, emit) => sources[subject.type].watch(subject, emit),
    replay: async (subject, since, signal) => (await sources[subject.type].replay?.(subject, since, signal)) ?? [],
    check: (subject) => sources[subject.type].check?.(subject),
  }
}
