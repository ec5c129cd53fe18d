const usualWidth = 80
/** Minimum width, because narrower tables are unreadable. */
const leastWidth = 30

type Terminal = { readonly columns?: number }

/** Returns the maximum length of a line: the width of the terminal, otherwise `COLUMNS`, otherwise 80. */
export function getLineWidth(stream: Terminal = process.stdout, env = process.env): number {
  return Math.max(leastWidth, stream.columns || Number(env['COLUMNS']) || usualWidth)
}
