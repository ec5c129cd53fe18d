type Failure = { readonly code?: string; readonly status?: number; readonly message?: string }

/** Describes an error in one sentence for the user. */
export function describeFailure(error: unknown): string {
  const { code, status, message = String(error) } = (error ?? {}) as Failure
  // The client's advice about its settings is for programs.
  if (code === 'SERVICE_UNREACHABLE') return 'The node did not answer in time.'
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
