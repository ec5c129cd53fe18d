import { findClosest } from '@outrigger/core/internal'

/** The one of `known` that was probably meant by `text`, however its words are joined; undefined where none is near. */
export function findSimilar(text: string, known: readonly string[]): string | undefined {
  const closest = findClosest(toPlain(text), known.map(toPlain))
  return known.find((name) => toPlain(name) === closest)
}

/** `minValueEth`, `min-value-eth` and `min_value_eth` are one name. */
function toPlain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
