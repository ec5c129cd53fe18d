/** The one of `known` that was probably meant by `text`; undefined where nothing is close enough. */
export function findSimilar(text: string, known: readonly string[]): string | undefined {
  const plain = toPlain(text)
  const near = known
    .map((name) => ({ name, distance: computeDistance(plain, toPlain(name)) }))
    .filter(({ name, distance }) => distance <= Math.min(2, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.name
}

/** `minValueEth`, `min-value-eth` and `min_value_eth` are one name. */
function toPlain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 64)
}

/** Edits from one text to the other, two neighbours exchanged counting as one (optimal string alignment). */
function computeDistance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const exchanged = isExchanged ? (before[j - 2] ?? 0) + 1 : changed
      row[j] = Math.min(changed, exchanged, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
