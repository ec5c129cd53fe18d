/** A height of an answer, a number or its digits; null for anything else. */
export const toHeight = (value: unknown): bigint | null =>
  /^\d{1,15}$/.test(String(value)) ? BigInt(String(value)) : null
