import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { OutriggerError } from '@outrigger/core'

/**
 * Folder of the recordings that may be distributed. They are part of the repository. `recorded/README.md` has sources
 * and licenses.
 */
const distributed = new URL('../../recorded/', import.meta.url)
/** Folder of the other recordings, next to the repository. */
const local = new URL('../../../../../shared/data/', import.meta.url)

export class LeftOutError extends OutriggerError {
  readonly code = 'LEFT_OUT'
}

/** Reads a recording of the repository. Unzips files that end in `.gz`. */
export const readRecording = (path: string): string => read(new URL(path, distributed))

/** Reads a recording of JSON lines. */
export function readRecordingLines<row>(path: string): readonly row[] {
  return toRows(readRecording(path))
}

/** Lists the recordings in a folder of the repository, sorted. */
export const listRecordings = (folder: string): readonly string[] => readdirSync(new URL(folder, distributed)).sort()

type Skippable = { skip(note: string): never }

/** Skips a test with a reason that is printed at the end of the run. Fails the test in CI. */
export function leaveOut(test: Skippable, reason: string, isCi = Boolean(process.env['CI'])): never {
  if (isCi) throw new LeftOutError(`${reason}, and CI must not skip tests.`)
  return test.skip(reason)
}

/** Reads a recording that may not be distributed. Skips the test if it is missing. */
export function readLocalRecording(
  test: Skippable,
  path: string,
  { folder = local, isCi = Boolean(process.env['CI']) }: { readonly folder?: URL; readonly isCi?: boolean } = {},
): string {
  const file = new URL(path, folder)
  if (existsSync(file)) return read(file)
  return leaveOut(test, `recording absent: ${path} (looked in ${fileURLToPath(folder)})`, isCi)
}

function read(file: URL): string {
  const bytes = readFileSync(file)
  return (file.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}

export function toRows<row>(lines: string): readonly row[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as row)
}
