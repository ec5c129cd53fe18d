import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a directory and its parents. It does not use `mkdir` with `recursive`, which retries forever on file systems without
 * directories, such as /proc.
 *
 * @throws the error of the file system
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const missing: string[] = []
  for (let place = resolve(path); statSync(place, { throwIfNoEntry: false }) === undefined; place = dirname(place)) {
    missing.unshift(place)
    if (dirname(place) === place) break
  }
  for (const place of missing)
    try {
      mkdirSync(place, { mode })
    } catch (error) {
      // Another process created it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
}
