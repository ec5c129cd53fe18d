/** What a map has under a key; made first where it has nothing. */
export function remember<key, value>(memory: Map<key, value>, key: key, make: () => value): value {
  if (!memory.has(key)) memory.set(key, make())
  return memory.get(key) as value
}
