import type { Unwatch } from '../events/emitter.ts'

/**
 * What signals are about: an API key that was changed, a lease that was given back, alerts or their outbox.
 */
export const signalTopics = ['keys', 'leases', 'alerts'] as const
export type SignalTopic = (typeof signalTopics)[number]

/**
 * Says to the other processes on a store that something was written (`npm run bench -- signals`: half of them
 * within 0.5 ms). A signal may be lost: whoever listens looks from time to time as well, and reads what has changed from the
 * store.
 */
export type StoreSignals = {
  /**
   * To be called once the write is done. Waits for nothing, and throws nothing.
   * @param about an id, without blanks; never a secret
   */
  send(topic: SignalTopic, about?: string): void
  /** Hears the others, not this process. `null`: signals may have been lost, of anything. */
  on(topic: SignalTopic, listener: (about: string | null) => void): Unwatch
}
