import type { Writable } from 'node:stream'
import { escapeControls, redactText } from '@outrigger/core/internal'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** Writes JSON lines to stderr. Every line is redacted just before it is written. */
export function createLogger(level: LogLevel, logTo: Writable | DestinationStream = openLog(2)): Logger {
  return pino({ level, hooks: { streamWrite: redactLine } }, logTo)
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
