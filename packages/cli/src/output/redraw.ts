import { stripVTControlCharacters } from 'node:util'
import { type Stream, toTerminalLine } from './terminalLine.ts'

type Terminal = Stream & { readonly columns?: number; readonly rows?: number; write(text: string): unknown }

export type Redrawing = {
  draw(lines: readonly string[]): void
  /** Shows the cursor again, below the last picture. */
  end(): void
}

/**
 * Draws each picture over the last one. A picture is one write inside a synchronized update and clears only what it
 * does not overwrite, so nothing flickers. Lines are cut to the width, because a wrapped line would shift the next
 * picture. If the picture is too high for the terminal, its blank lines are removed first.
 */
export function createRedrawing(terminal: Terminal): Redrawing {
  let height = 0
  let width: number | undefined
  const showCursor = () => void terminal.write('\x1b[?25h')
  process.once('exit', showCursor)
  return {
    draw(lines) {
      // Some that are no real terminals say 0.
      const [columns, rows] = [terminal.columns || 80, terminal.rows || 24]
      const limit = Math.max(1, rows - 1)
      const fitting = lines.length > limit ? lines.filter((line) => line !== '') : lines
      const visible = fitting.slice(0, limit).map((line) => `${cut(toTerminalLine(line, terminal), columns)}\x1b[K\n`)
      // A resized terminal wraps the last picture again, so its start is unknown.
      if (width !== undefined && width !== columns) {
        terminal.write('\x1b[2J\x1b[H')
        height = 0
      }
      width = columns
      const up = height > 0 ? `\x1b[${height}A` : ''
      terminal.write(`\x1b[?2026h\x1b[?25l${up}\r${visible.join('')}\x1b[J\x1b[?2026l`)
      height = visible.length
    },
    end() {
      process.off('exit', showCursor)
      showCursor()
    },
  }
}

/**
 * Returns at most `width` visible characters of a line. A cut line loses its colors, because they could continue in the
 * next line.
 */
function cut(line: string, width: number): string {
  const plain = stripVTControlCharacters(line)
  return plain.length <= width ? line : `${plain.slice(0, width - 1)}…`
}
