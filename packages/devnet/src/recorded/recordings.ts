import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { OutriggerError } from '@outrigger/core'

/** What may be distributed is part of the repository; `recorded/README.md` names sources and licences. */
const distributed = new URL('../../recorded/', import.meta.url)
/** What may not be is in a folder beside the repository. */
const local = new URL('../../../../../shared/data/', import.meta.url)

export class LeftOutError extends OutriggerError {
  readonly code = 'LEFT_OUT'
}

/** The text of a recording of the repository, unzipped where its name ends in `.gz`. */
export const readRecording = (path: string): string => read(new URL(path, distributed))

/** The rows of a recording of JSON lines. */
export function readRecordingLines<row>(path: string): readonly row[] {
  return toRows(readRecording(path))
}

/** The names of the recordings in a folder of the repository's, sorted. */
export const listRecordings = (folder: string): readonly string[] => readdirSync(new URL(folder, distributed)).sort()

type Skippable = { skip(note: string): never }

/** Ends a test that lacks something: skipped with the reason, which the run says at its end, and failed in CI. */
export function leaveOut(test: Skippable, reason: string, isCi = Boolean(process.env['CI'])): never {
  if (isCi) throw new LeftOutError(`${reason}, and CI leaves no test out.`)
  return test.skip(reason)
}

/** The text of a recording that may not be distributed, for the test that asks; it is left out where that is absent. */
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
