import { findClosest } from '@outrigger/core/internal'

/** Returns the name of `known` that `text` probably means, however its words are joined, or undefined if no name is similar. */
export function findSimilar(text: string, known: readonly string[]): string | undefined {
  const closest = findClosest(toPlain(text), known.map(toPlain))
  return known.find((name) => toPlain(name) === closest)
}

/** Formats that a name is unknown and which name was probably meant. The text follows the name in a sentence. */
export function toUnknown(text: string, known: readonly string[]): string {
  const similar = findSimilar(text, known)
  if (similar !== undefined) return `is unknown: did you mean \`${similar}\`?`
  return `is unknown. ${known.length === 0 ? 'No fields are known here' : `Known: ${known.join(', ')}`}`
}

/** Treats `minValueEth`, `min-value-eth` and `min_value_eth` as one name. */
function toPlain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
