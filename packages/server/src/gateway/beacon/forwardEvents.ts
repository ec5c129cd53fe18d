/** Receives one event as text, including the blank line that ends it. */
export type EventReceiver = (event: string) => void
export type EventBody = NodeJS.ReadableStream & { destroy(): unknown }

const maxEventBytes = 4 * 1024 * 1024

/** Forwards whole events unchanged until the stream ends. An unfinished event is dropped. */
export async function forwardEvents(body: EventBody, emit: EventReceiver, signal: AbortSignal): Promise<void> {
  const stop = () => body.destroy()
  signal.addEventListener('abort', stop)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of body) {
      rest += decoder.decode(chunk as unknown as Uint8Array, { stream: true })
      const events = rest.split(/(?<=\r?\n\r?\n)/)
      rest = /\r?\n\r?\n$/.test(rest) ? '' : (events.pop() ?? '')
      for (const event of events) emit(event)
      if (rest.length > maxEventBytes) return
    }
  } catch {
    // The stream broke off. The caller opens another one.
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
