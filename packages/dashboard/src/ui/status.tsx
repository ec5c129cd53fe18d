import { formatTime } from '../data/format.ts'
import { useSilence } from '../data/outages.ts'

const kinds: Readonly<Record<string, readonly [string, string]>> = {
  healthy: ['good', '●'],
  ok: ['good', '●'],
  degraded: ['warn', '▲'],
  unknown: ['quiet', '○'],
  unavailable: ['bad', '■'],
  critical: ['bad', '■'],
  late: ['bad', '■'],
  watching: ['good', '●'],
  active: ['bad', '■'],
  acknowledged: ['warn', '▲'],
  'given up': ['bad', '■'],
  success: ['good', '●'],
  mined: ['good', '●'],
  failed: ['bad', '■'],
  dropped: ['warn', '▲'],
  replaced: ['warn', '▲'],
  cancelled: ['warn', '▲'],
}

/** Returns the CSS class that sets the color of a status. */
export const kindOf = (status: string): string => kinds[status]?.[0] ?? 'quiet'

type StatusProps = {
  readonly of: string
  /** Whether the status is that of a past time, which the page names. @default false */
  readonly isPast?: boolean
}

/**
 * A status as a word and a symbol. The shape of the symbol differs too, so that color is never the only sign. While the node does not
 * answer, a present status is that of its last answer.
 */
export function Status({ of, isPast = false }: StatusProps) {
  const silentSinceMs = useSilence()
  if (silentSinceMs !== undefined && !isPast)
    return (
      <span class="status quiet">
        <span aria-hidden="true">○</span> {of} at {formatTime(silentSinceMs)}
      </span>
    )
  const [kind, mark] = kinds[of] ?? ['quiet', '○']
  return (
    <span class={`status ${kind}`}>
      <span aria-hidden="true">{mark}</span> {of}
    </span>
  )
}
