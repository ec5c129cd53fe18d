type Failure = { readonly code?: string; readonly status?: number; readonly message?: string }

/** Returns true if the node did not answer at all. */
export const isUnanswered = (error: unknown): boolean => (error as Failure | undefined)?.code === 'SERVICE_UNREACHABLE'

/** Describes an error in one sentence for the user. */
export function describeFailure(error: unknown): string {
  const { status, message = String(error) } = (error ?? {}) as Failure
  // The client's advice about its settings is for programs.
  if (isUnanswered(error)) return 'The node did not answer in time.'
  const said = message.replace(/^\w+ failed with \d+ \S+ ?/, '').trim()
  if (status === 401) return 'The session has ended. Sign in again.'
  if (status === 403) return `This key may not: ${said || 'it lacks the scope.'}`
  return said || `The node answers ${status}.`
}

/** Returns the answer, or null if the node answers that it does not exist. Other errors are thrown. */
export async function toNullIfAbsent<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if ((error as Failure | undefined)?.status === 404) return null
    throw error
  }
}
