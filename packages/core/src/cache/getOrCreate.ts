type Memory<key, value> = {
  get(key: key): value | undefined
  has(key: key): boolean
  set(key: key, value: value): unknown
}

/** What a map has under a key; made first where it has nothing. */
export function getOrCreate<key, value>(memory: Memory<key, value>, key: key, make: () => value): value {
  if (!memory.has(key)) memory.set(key, make())
  return memory.get(key) as value
}
