import type { Unwatch } from '../events/emitter.ts'

/** Subjects of signals: changed API keys, released leases, and changed alerts or their outbox. */
export const signalTopics = ['keys', 'leases', 'alerts'] as const
export type SignalTopic = (typeof signalTopics)[number]

/**
 * Notifies the other processes on a store of a write. The median delay is 0.5 ms (`npm run bench -- signals`). A signal may be
 * lost, so listeners must also poll the store. A signal does not contain the data, so listeners read the data from the store.
 */
export type StoreSignals = {
  /**
   * Sends a signal. Call it after the write is complete. Does not wait and does not throw.
   * @param about an id without spaces; must not be a secret
   */
  send(topic: SignalTopic, about?: string): void
  /** Listens to signals of other processes. `null` means that signals with any id may have been lost. */
  on(topic: SignalTopic, listener: (about: string | null) => void): Unwatch
}
