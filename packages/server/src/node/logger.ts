import type { Writable } from 'node:stream'
import { redactText } from '@outrigger/core/internal'
import { destination, type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** JSON lines to stderr. Every line is redacted just before it is written. */
export function createLogger(level: LogLevel, logTo?: Writable): Logger {
  return pino({ level, hooks: { streamWrite: redactLine } }, logTo ?? destination({ fd: 2, sync: true }))
}

// Provider URLs lose everything but their origin; keys keep their public part; tokens lose everything.
function redactLine(line: string): string {
  return redactText(line)
    .replace(/\bor_([0-9a-f]{12})_[\w-]{43}/g, 'or_$1_…')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
}
