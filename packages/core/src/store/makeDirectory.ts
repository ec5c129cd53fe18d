import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a directory and those above it. Not `mkdir`'s own `recursive`: where a file system has no room for directories,
 * such as /proc, that one asks again without end.
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
      // Another process made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
}
