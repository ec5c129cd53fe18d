import { EventEmitter } from 'eventemitter3'
import { callSafely } from './callSafely.ts'

/** Payload type by event name. */
export type EventMap = { readonly [event: string]: unknown }

/** Stops the listener or watch that returned it. A second call has no effect. */
export type Unwatch = () => void

/** Lets callers listen to the events of an object. `map` contains the payload type of each event. */
export type Events<map extends EventMap> = {
  /** Listens until the returned function is called. */
  on<event extends keyof map & string>(event: event, listener: (payload: map[event]) => void): Unwatch
}

export type Emitter<map extends EventMap> = Events<map> & {
  emit<event extends keyof map & string>(event: event, payload: map[event]): void
  /**
   * Returns whether an event has listeners. Without listeners, the caller need not create the payloads of frequent
   * events.
   */
  hears(event: keyof map & string): boolean
  /** Removes all listeners. */
  clear(): void
}

/**
 * Creates a typed event emitter. If a listener throws, the emitter and the other listeners continue, and the error is rethrown on
 * the next tick, like any uncaught error.
 *
 * @example
 * const events = createEmitter<{ head: { number: bigint } }>()
 * const unwatch = events.on('head', ({ number }) => seen.push(number))
 */
export function createEmitter<map extends EventMap>(): Emitter<map> {
  const emitter = new EventEmitter()
  return {
    on(event, listener) {
      const guarded = (payload: map[typeof event]) => callSafely(listener, payload)
      emitter.on(event, guarded)
      return () => void emitter.off(event, guarded)
    },
    hears: (event) => emitter.listenerCount(event) > 0,
    emit: (event, payload) => void emitter.emit(event, payload),
    clear: () => void emitter.removeAllListeners(),
  }
}
