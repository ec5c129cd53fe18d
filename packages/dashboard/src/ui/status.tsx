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

/** A status as a word and a symbol. The shape of the symbol differs too, so that color is never the only sign. */
export function Status({ of }: { readonly of: string }) {
  const [kind, mark] = kinds[of] ?? ['quiet', '○']
  return (
    <span class={`status ${kind}`}>
      <span aria-hidden="true">{mark}</span> {of}
    </span>
  )
}
