import { redactText } from '@outrigger/core/internal'

/** Returns why `fetch` failed, without secrets. Its own message is often only "fetch failed". */
export function toFetchReason(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be reached'
  const { cause, message } = error
  if (message === 'terminated') return 'its answer is cut short'
  const why = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message
  return `it cannot be reached: ${redactText(why)}`
}
