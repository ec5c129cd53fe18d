type Memory<key, value> = {
  get(key: key): value | undefined
  has(key: key): boolean
  set(key: key, value: value): unknown
}

/** Returns the value of a key, and creates it first if the key is missing. */
export function getOrCreate<key, value>(memory: Memory<key, value>, key: key, make: () => value): value {
  if (!memory.has(key)) memory.set(key, make())
  return memory.get(key) as value
}
