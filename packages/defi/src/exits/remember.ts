/** What `make` gives for a key, asked for once however many need it. */
export function remember<key, value>(memory: Map<key, value>, key: key, make: () => value): value {
  if (!memory.has(key)) memory.set(key, make())
  return memory.get(key) as value
}
