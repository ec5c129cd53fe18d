import { afterAll, beforeAll, TestRunner } from 'vitest'
import { leaveOut } from '../recorded/recordings.ts'

type Part = { close(): Promise<unknown> }

export type PartOptions<part extends Part> = {
  /** Name in the reason of a skipped test, for example `PostgreSQL`. */
  readonly name: string
  readonly isInstalled: () => boolean
  readonly start: () => Promise<part>
}

/**
 * Starts a program of the system for the tests of a file and closes it after them. If the program is not installed, each
 * test that uses it is skipped with the reason, and fails in CI.
 *
 * @returns a function that returns the started part, for use inside a test or a `beforeEach` hook.
 * @example
 * const cluster = usePostgres()
 * it('keeps a document', async () => {
 *   await using store = await createPostgresStore({ url: cluster().createDatabase() })
 * })
 */
export function usePart<part extends Part>({ name, isInstalled, start }: PartOptions<part>): () => part {
  let part: part | undefined
  beforeAll(async () => {
    if (isInstalled()) part = await start()
  }, 60_000)
  afterAll(() => part?.close())
  return () => {
    if (part !== undefined) return part
    const test = TestRunner.getCurrentTest()
    if (test === undefined) throw new TypeError(`${name} is used outside of a test.`)
    return leaveOut(test.context, `${name} is not installed: sh scripts/debian.sh`)
  }
}
