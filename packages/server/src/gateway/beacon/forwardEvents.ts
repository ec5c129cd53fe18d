/** Takes one event as text, with the blank line that ends it. */
export type EventReceiver = (event: string) => void
export type EventBody = NodeJS.ReadableStream & { destroy(): unknown }

const maxEventBytes = 4 * 1024 * 1024

/** Passes on whole events as they are until the stream ends; an unfinished one is dropped with its stream. */
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
    // It broke off: the caller opens another.
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
