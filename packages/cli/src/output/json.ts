/** One line of JSON; wei and block numbers are decimal strings, because JSON numbers lose their last digits. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item))
}

/** The value with the names of its fields as the wire writes them. */
export function toSnakeCase(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      field,
    ]),
  )
}
