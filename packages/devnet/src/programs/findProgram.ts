import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The path of a program that is in `PATH`, or undefined. */
export const findProgram = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find(existsSync)
