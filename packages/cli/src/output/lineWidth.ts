const usualWidth = 80
/** Below that nothing can be laid out. */
const leastWidth = 30

type Terminal = { readonly columns?: number }

/** How long a line may be: the width of the terminal; elsewhere what `COLUMNS` says, or 80. */
export function getLineWidth(stream: Terminal = process.stdout, env = process.env): number {
  return Math.max(leastWidth, stream.columns || Number(env['COLUMNS']) || usualWidth)
}
