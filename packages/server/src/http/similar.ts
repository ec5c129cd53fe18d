import { findClosest } from '@outrigger/core/internal'

/** The one of `known` that was probably meant by `text`, however its words are joined; undefined where none is near. */
export function findSimilar(text: string, known: readonly string[]): string | undefined {
  const closest = findClosest(toPlain(text), known.map(toPlain))
  return known.find((name) => toPlain(name) === closest)
}

/** Says that a name is unknown, and which one was probably meant. Follows the name in a sentence. */
export function toUnknown(text: string, known: readonly string[]): string {
  const similar = findSimilar(text, known)
  if (similar !== undefined) return `is unknown: did you mean \`${similar}\`?`
  return `is unknown. ${known.length === 0 ? 'No fields are known here' : `Known: ${known.join(', ')}`}`
}

/** `minValueEth`, `min-value-eth` and `min_value_eth` are one name. */
function toPlain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
