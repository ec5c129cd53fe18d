import { ApiAnswerError } from '@outrigger/api'

/**
 * Sends a request to `/dashboard/…`, the part of the node's API that only the dashboard uses.
 *
 * @throws {ApiAnswerError} the node returned an error
 */
export async function ask<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(`/dashboard/${path}`, { signal })
  if (response.ok) return response.json()
  throw new ApiAnswerError('dashboard', response.status, await response.json().catch(() => undefined), null)
}
