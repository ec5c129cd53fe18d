import { escapeControls, redactText } from '@outrigger/core/internal'
import { UsageError } from '../exitCodes.ts'
import type { Table } from '../rows/schema.ts'
import { toJson } from './json.ts'
import { getLineWidth } from './lineWidth.ts'
import { createPaint, type Paint } from './paint.ts'
import { toTerminalLine } from './terminalLine.ts'
import { wrap } from './text.ts'

/** Prints data to stdout and everything else, redacted, to stderr. Escapes control characters. */
export type Output = {
  readonly json: boolean
  /** Colors for stdout. */
  readonly paint: Paint
  /**
   * Prints `value` as one JSON line with `--json`, otherwise the lines. With `-o` or `--format` writes the rows instead.
   *
   * @throws {UsageError} rows are wanted, and this use of the command has none
   */
  data(value: unknown, toLines: () => readonly string[], toTable?: () => Table): void
  /** Writes rows of a kind that only their query decides. Undefined without `-o` and `--format`. */
  readonly rows: ((table: Table) => void) | undefined
  /** Prints a message to stderr. */
  note(line: string): void
  /** Prints progress. On a terminal it is one line that the next output replaces. */
  progress(line: string): void
}

/** @param table receives the rows. Commands then give values one by one, as with `--json`. */
export function createOutput(json: boolean, table?: { write(table: Table): void }): Output {
  let transient = false
  const clear = () => {
    if (transient) process.stderr.write('\r\x1b[K')
    transient = false
  }
  return {
    json: json || table !== undefined,
    paint: createPaint(process.stdout),
    rows: table && ((rows) => table.write(rows)),
    data(value, toLines, toTable) {
      clear()
      if (table !== undefined) {
        if (toTable === undefined)
          throw new UsageError('With these options the command lists no rows. Leave out -o and --format.')
        return table.write(toTable())
      }
      const lines = json ? [toJson(value)] : toLines().map((line) => toTerminalLine(line, process.stdout))
      process.stdout.write(lines.map((line) => `${line}\n`).join(''))
    },
    note(line) {
      clear()
      const safe = toTerminalLine(redactText(line), process.stderr)
      const lines = process.stderr.isTTY ? wrap(safe, getLineWidth(process.stderr)) : [safe]
      process.stderr.write(lines.map((one) => `${one}\n`).join(''))
    },
    progress(line) {
      clear()
      const safe = escapeControls(redactText(line))
      if (!process.stderr.isTTY) return void process.stderr.write(`${safe}\n`)
      process.stderr.write(safe.slice(0, (process.stderr.columns ?? 80) - 1))
      transient = true
    },
  }
}
