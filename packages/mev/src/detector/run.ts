import type { Emitter } from '@outrigger/core/internal'
import type { MempoolWatcher, MevAnnotator } from '@outrigger/mempool'
import type { Address, Hex, PublicClient } from 'viem'
import { toPending } from './collect.ts'
import type { MevDetectorEvents, MevPools } from './detectorTypes.ts'
import type { DetectorEffect, DetectorEvent } from './events.ts'
import { createIdleQueue } from './idleQueue.ts'
import { createLull } from './lull.ts'
import type { MevRecorder } from './recorder.ts'
import { createSimulations } from './simulations.ts'
import type { DetectorState } from './state.ts'
import { poolsPerReview, step } from './step.ts'

export type DriverOptions = {
  readonly state: DetectorState
  readonly client: PublicClient
  readonly watcher: Pick<MempoolWatcher, 'get' | 'nonceState'>
  readonly book: Pick<MevPools, 'request'>
  readonly annotator: Pick<MevAnnotator, 'set'>
  readonly events: Emitter<MevDetectorEvents>
  readonly simulationsPerBlock: number
  readonly payingTokens: readonly Address[]
  /** Receives each event before its step. */
  readonly recorder?: Pick<MevRecorder, 'event'>
  readonly signal: AbortSignal
}

/** Applies events to the state and performs their effects. */
export type Driver = { send(event: DetectorEvent): void }

export function createDriver(options: DriverOptions): Driver {
  const { state, watcher, book, annotator, events, recorder, signal } = options
  const lull = createLull()
  const simulations = createSimulations({ ...options, send, toPending: (entry) => toPending(watcher, entry) })
  const pools = createIdleQueue<Hex>({
    lull,
    signal,
    perTurn: poolsPerReview,
    work: (next) => send({ kind: 'reviewPools', pools: next }),
  })
  const reviews = createIdleQueue<Hex>({ lull, signal, work: (hashes) => hashes.forEach(sendReview) })
  let effects: DetectorEffect[] = []
  let isPerforming = false

  function sendReview(hash: Hex): void {
    const entry = watcher.get(hash)
    send({ kind: 'review', hash, pending: entry && toPending(watcher, entry) })
  }

  function send(event: DetectorEvent): void {
    if (signal.aborted) return
    if (event.kind === 'transaction') lull.note()
    if (event.kind === 'poolBlock' && event.update.hash !== state.pools.block?.hash) simulations.renew()
    recorder?.event(event)
    effects.push(...step(state, event))
    if (!isPerforming) performAll()
    if (event.kind === 'poolBlock') simulations.resume()
  }

  /** Performs the effects in order, including those of events that are sent meanwhile. */
  function performAll(): void {
    isPerforming = true
    try {
      while (effects.length > 0) {
        const batch = effects
        effects = []
        batch.forEach(perform)
      }
    } finally {
      isPerforming = false
    }
  }

  function perform(effect: DetectorEffect): void {
    if (effect.kind === 'found' || effect.kind === 'changed') emit(effect.kind, effect.finding)
    else if (effect.kind === 'gone') emit('gone', { finding: effect.finding, reason: effect.reason })
    else if (effect.kind === 'annotate') annotator.set(effect.hash, effect.mev)
    else if (effect.kind === 'request') book.request(effect.request)
    else if (effect.kind === 'queueReviews') reviews.add(effect.hashes)
    else if (effect.kind === 'queuePools') pools.addFirst(effect.pools)
    else simulations.perform(effect)
  }

  /** Emits an event after the transaction or block that it refers to. */
  function emit<name extends keyof MevDetectorEvents>(name: name, event: MevDetectorEvents[name]): void {
    if (events.hears(name)) queueMicrotask(() => events.emit(name, event))
  }

  return { send }
}
