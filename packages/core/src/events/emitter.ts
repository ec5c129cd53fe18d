import { EventEmitter } from 'eventemitter3'
import { callSafely } from './callSafely.ts'

/** Event name to payload. */
export type EventMap = { readonly [event: string]: unknown }

/** Stops the listener or watch that returned it. A second call does nothing. */
export type Unwatch = () => void

/** Lets callers listen to the events of an object. `map` gives the payload type of each event. */
export type Events<map extends EventMap> = {
  /** Listens until the returned function is called. */
  on<event extends keyof map & string>(event: event, listener: (payload: map[event]) => void): Unwatch
}

export type Emitter<map extends EventMap> = Events<map> & {
  emit<event extends keyof map & string>(event: event, payload: map[event]): void
  /** Whether there are listeners; payloads of frequent events are not made without. */
  hears(event: keyof map & string): boolean
  /** Forgets every listener. */
  clear(): void
}

/**
 * Typed events. A listener that throws does not stop the emitter or its siblings: its error is rethrown on the next
 * tick, where it is as loud as any uncaught error.
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
