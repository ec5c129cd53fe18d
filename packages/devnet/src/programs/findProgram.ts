import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of a program in `PATH`, or undefined. */
export const findProgram = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find(existsSync)
