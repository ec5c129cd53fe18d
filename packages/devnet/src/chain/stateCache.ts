import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Identifies a chain state. `chain` is its readable name, `key` the hash of everything it was built from. */
export type StateId = { readonly directory: string; readonly chain: string; readonly key: string }

/**
 * Older states are rebuilt, because their debts have grown and their blocks are far in the past. A chain starts an hour
 * before its state is saved, so all of it is within the last day.
 */
const maxAgeMs = 22 * 3_600_000

/**
 * Returns the path of a valid cached state, or undefined. The file name contains the hash of the content. Files that do not
 * match are damaged and removed.
 */
export async function getCachedState({ directory, chain, key }: StateId): Promise<string | undefined> {
  const files = await readdir(directory).catch(() => [])
  for (const file of files.filter((name) => name.startsWith(`${chain}-${key}-`) && name.endsWith('.json'))) {
    const path = join(directory, file)
    const content = await readFile(path).catch(() => undefined)
    if (content && file === toFileName(chain, key, content) && (await isFresh(path))) return path
    await rm(path, { force: true })
  }
  return undefined
}

/** Writes to a temporary file and renames it, so that a reader or a crash never sees an incomplete file. */
export async function saveState({ directory, chain, key }: StateId, content: Buffer): Promise<string> {
  await mkdir(directory, { recursive: true })
  const path = join(directory, toFileName(chain, key, content))
  const draft = join(directory, `${randomUUID()}.tmp`)
  await writeFile(draft, content)
  await rename(draft, path)
  for (const file of await readdir(directory)) {
    if (!(await isFresh(join(directory, file)))) await rm(join(directory, file), { force: true })
  }
  return path
}

function toFileName(chain: string, key: string, content: Buffer): string {
  return `${chain}-${key}-${createHash('sha256').update(content).digest('hex').slice(0, 32)}.json`
}

async function isFresh(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
  return Date.now() - mtimeMs < maxAgeMs
}
