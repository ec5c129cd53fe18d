const firstSecond = -62_167_219_200
const lastSecond = 253_402_300_799

/** Formats Unix seconds as ISO 8601. Times outside the years 0 to 9999 cannot be formatted and become the nearest valid time. */
export const toIso = (seconds: number): string =>
  new Date(Math.min(Math.max(seconds, firstSecond), lastSecond) * 1000).toISOString()
