import type { Writable } from 'node:stream'
import { escapeControls, redactText } from '@outrigger/core/internal'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** JSON lines to stderr. Every line is redacted just before it is written. */
export function createLogger(level: LogLevel, logTo: Writable | DestinationStream = openLog(2)): Logger {
  return pino({ level, hooks: { streamWrite: redactLine } }, logTo)
}

/** So much waits in memory for a disk that is full; what comes beyond is dropped. */
const maxWaitingBytes = 1024 * 1024

/** Where lines go. A disk that takes none is no reason to fail what is logged: without a listener each line would throw. */
export function openLog(file: number): ReturnType<typeof destination> {
  return destination({ fd: file, sync: true, maxLength: maxWaitingBytes }).on('error', () => {})
}

// Provider URLs lose everything but their origin; keys keep their public part; tokens lose everything.
function redactLine(line: string): string {
  return `${escapeControls(redactText(line.trimEnd()))}\n`
    .replace(/\bor_([0-9a-f]{12})_[\w-]{43}/g, 'or_$1_…')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
}
