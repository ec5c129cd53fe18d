import { escapeControls } from '@outrigger/core/internal'
import { hasColors } from './paint.ts'

export type Stream = Parameters<typeof hasColors>[0]

// The codes of the formats that `Paint` is called with: bold, dim, red, green, yellow, and their ends.
// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are control sequences
const colors = /(\x1b\[(?:1|2|22|31|32|33|39)m)/

/** A line as it is written to a stream: control characters are escaped, except our own colors on a terminal. */
export function toTerminalLine(line: string, stream: Stream): string {
  if (!hasColors(stream)) return escapeControls(line)
  return line
    .split(colors)
    .map((part, index) => (index % 2 === 1 ? part : escapeControls(part)))
    .join('')
}
