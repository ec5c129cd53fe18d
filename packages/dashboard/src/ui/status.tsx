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
}

/** The kind of a state, which has its colour. */
export const kindOf = (status: string): string => kinds[status]?.[0] ?? 'quiet'

/** A state as a word with a mark of its own shape: colour is never the only sign. */
export function Status({ of }: { readonly of: string }) {
  const [kind, mark] = kinds[of] ?? ['quiet', '○']
  return (
    <span class={`status ${kind}`}>
      <span aria-hidden="true">{mark}</span> {of}
    </span>
  )
}
