/**
 * Returns the candidate that `word` most likely means: one that starts with it, otherwise the one with the closest spelling.
 * `undefined` if none is close.
 */
export function findClosest<const name extends string>(word: string, candidates: readonly name[]): name | undefined {
  const wanted = word.toLowerCase()
  if (wanted.length < 2 || wanted.length > 64) return undefined
  const starting = candidates.filter((name) => name.toLowerCase().startsWith(wanted))
  if (starting.length > 0) return starting.length === 1 ? starting[0] : undefined
  const allowed = Math.max(1, Math.floor(wanted.length / 3))
  const [best] = candidates
    .map((name) => ({ name, distance: computeDistance(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
  return best?.name
}

/** Returns ` Did you mean "ethereum"?`, or an empty text. */
export function toSuggestion(word: string, candidates: readonly string[]): string {
  const closest = findClosest(word, candidates)
  return closest === undefined ? '' : ` Did you mean "${closest}"?`
}

/** Returns the number of letters to insert, remove, replace or swap with their neighbor (optimal string alignment). */
function computeDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const [left = 0, up = 0, corner = 0] = [row[j - 1], last[j], last[j - 1]]
      const best = Math.min(left + 1, up + 1, corner + cost)
      row.push(swapped ? Math.min(best, (before[j - 2] ?? 0) + 1) : best)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
