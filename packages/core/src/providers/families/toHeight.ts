/** Reads a height that is a number or a text of digits. Null for anything else. */
export const toHeight = (value: unknown): bigint | null =>
  /^\d{1,15}$/.test(String(value)) ? BigInt(String(value)) : null
