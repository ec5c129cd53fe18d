import { styleText } from 'node:util'

/** The formats of our own output. `toTerminalLine` lets no others reach a terminal. */
export const formats = ['bold', 'dim', 'red', 'green', 'yellow', 'magenta', 'redBright'] as const
type Format = (typeof formats)[number]

/** Styles text for one stream, or returns it unchanged if the stream has no colors. */
export type Paint = (format: Format, text: string) => string

type Colorable = { readonly isTTY?: boolean; hasColors?(env?: NodeJS.ProcessEnv): boolean }

/**
 * Returns true for a terminal that shows colors (`FORCE_COLOR`, `TERM`, `NO_COLOR`), and false for a pipe or a file.
 */
export function hasColors(stream: Colorable): boolean {
  // Copying the environment takes longer than printing a line, and pipes and files need no copy.
  if (stream.isTTY !== true) return false
  const { NO_COLOR, ...others } = process.env
  // An empty NO_COLOR does not count (no-color.org), but Node counts it.
  return stream.hasColors?.(NO_COLOR ? process.env : others) === true
}

/** Styles text for a stream that has colors. */
export function createPaint(stream: Colorable): Paint {
  const isColored = hasColors(stream)
  return (format, text) => (isColored ? styleText(format, text, { validateStream: false }) : text)
}
