import { escapeControls, redactText } from '@outrigger/core/internal'
import { toJson } from './json.ts'
import { getLineWidth } from './lineWidth.ts'
import { createPaint, type Paint } from './paint.ts'
import { toTerminalLine } from './terminalLine.ts'
import { wrap } from './text.ts'

/** Data goes to stdout, everything else to stderr and through redaction. Text from outside cannot control the terminal. */
export type Output = {
  readonly json: boolean
  /** For text on stdout. */
  readonly paint: Paint
  /** `value` as one JSON line with `--json`, otherwise the lines made from it. */
  data(value: unknown, toLines: () => readonly string[]): void
  /** A line for the person. */
  note(line: string): void
  /** What is being waited for: one line that replaces itself on a terminal, gone at the next output. */
  progress(line: string): void
}

export function createOutput(json: boolean): Output {
  let transient = false
  const clear = () => {
    if (transient) process.stderr.write('\r\x1b[K')
    transient = false
  }
  return {
    json,
    paint: createPaint(process.stdout),
    data(value, toLines) {
      clear()
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
