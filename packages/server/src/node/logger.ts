import type { Writable } from 'node:stream'
import { escapeControls, redactText } from '@outrigger/core/internal'
import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino'
import type { LogLevel } from './config.ts'

/**
 * Writes one JSON object per line to stderr, with the name of its level and an ISO time. On a terminal it writes readable lines
 * instead. Every line is redacted just before it is written.
 */
export function createLogger(
  level: LogLevel,
  logTo: Writable | DestinationStream = openLog(2),
  isTerminal = process.stderr.isTTY === true,
): Logger {
  const options = {
    level,
    formatters: { level: (name: string) => ({ level: name }) },
    timestamp: stdTimeFunctions.isoTime,
  }
  const streamWrite = (line: string) => redactLine(isTerminal ? toReadableLine(line) : line)
  return pino({ ...options, hooks: { streamWrite } }, logTo)
}

/** Maximum bytes that wait in memory while the disk is full. Further lines are dropped. */
const maxWaitingBytes = 1024 * 1024

/** Opens the log. A full disk must not fail the logging code. Without the error listener each line would throw. */
export function openLog(file: number): ReturnType<typeof destination> {
  return destination({ fd: file, sync: true, maxLength: maxWaitingBytes }).on('error', () => {})
}

// Provider URLs are reduced to their origin, keys to their public part. Tokens are removed.
function redactLine(line: string): string {
  return `${escapeControls(redactText(line.trimEnd()))}\n`
    .replace(/\bor_([0-9a-f]{12})_[\w-]{43}/g, 'or_$1_…')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
}

/** Formats a line for a terminal: `12:00:00.123 error relay failed chain=base err="Error: closed"`. */
function toReadableLine(line: string): string {
  const { time, level, msg, pid: _, hostname: __, err, ...fields } = JSON.parse(line) as Record<string, unknown>
  const error = err as { readonly type?: string; readonly message?: string } | undefined
  const shown = { ...fields, ...(error && { err: `${error.type}: ${error.message}` }) }
  const pairs = Object.entries(shown).map(
    ([name, value]) =>
      `${name}=${typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)}`,
  )
  return [String(time).slice(11, 23), String(level).padEnd(5), msg, ...pairs].join(' ')
}
