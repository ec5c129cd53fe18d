import { inspect } from 'node:util'
import { escapeControls } from '@outrigger/core/internal'
import { formats, hasColors } from './paint.ts'

export type Stream = Parameters<typeof hasColors>[0]

// The codes that begin and end a format.
const codes = formats.flatMap((format) => inspect.colors[format] ?? [])
const colors = new RegExp(`(\\x1b\\[(?:${codes.join('|')})m)`)

/** Returns a line as it is written to a stream. Control characters are escaped, except our own colors on a terminal. */
export function toTerminalLine(line: string, stream: Stream): string {
  if (!hasColors(stream)) return escapeControls(line)
  return line
    .split(colors)
    .map((part, index) => (index % 2 === 1 ? part : escapeControls(part)))
    .join('')
}
