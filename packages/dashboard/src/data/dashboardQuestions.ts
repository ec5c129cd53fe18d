import { ApiAnswerError } from '@outrigger/api'

/**
 * Asks the node what only its dashboard asks, `/dashboard/…`.
 *
 * @throws {ApiAnswerError} with what the node says
 */
export async function ask<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(`/dashboard/${path}`, { signal })
  if (response.ok) return response.json()
  throw new ApiAnswerError('dashboard', response.status, await response.json().catch(() => undefined), null)
}
