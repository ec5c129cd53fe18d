// Folders that are made once for all clones and processes of a user. The name of a folder has the hash of its inputs. A
// folder that exists is complete.
import { cp, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const pollMs = 200
/** Longer than any compilation takes. The owner of an older lock was on another machine and has ended. */
const maxLockMs = 15 * 60_000

/** Creates `folder` with `make(draft)` unless it exists. Waits while another process creates it. */
export async function makeOnce(folder, make, onWait = () => {}) {
  await mkdir(dirname(folder), { recursive: true })
  const lock = `${folder}.lock`
  let hasWaited = false
  while (!(await exists(folder))) {
    if (await take(lock)) {
      try {
        if (await exists(folder)) return
        await removeDrafts(folder)
        await makeFolder(folder, make)
      } finally {
        await rm(lock, { force: true })
      }
    } else {
      if (!hasWaited) onWait()
      hasWaited = true
      await setTimeout(pollMs)
      await breakStale(lock)
    }
  }
}

/** The draft is renamed at the end, so readers see the complete folder or none. */
export async function makeFolder(folder, make) {
  const draft = `${folder}.${process.pid}.tmp`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  try {
    await make(draft)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process was faster and has made the same folder.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code) || !(await exists(folder))) throw error
  }
}

/** Removes the drafts of processes that were killed before they completed the folder. */
async function removeDrafts(folder) {
  const isDraft = (name) => name.startsWith(`${basename(folder)}.`) && name.endsWith('.tmp')
  const drafts = (await readdir(dirname(folder))).filter(isDraft)
  await Promise.all(drafts.map((name) => rm(join(dirname(folder), name), { recursive: true, force: true })))
}

/** Prints a line on stderr. It overwrites a line that the starting process left unfinished. */
export const say = (line) => process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}${line}\n`)

export function exitWith(error) {
  say(error.message)
  process.exit(1)
}

export const copyTo = (folder) => (draft) => cp(folder, draft, { recursive: true })

const exists = (path) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Tries to take the lock. Returns false if another process has it. */
async function take(lock) {
  try {
    const file = await open(lock, 'wx')
    await file.writeFile(String(process.pid))
    await file.close()
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a process that has died. */
async function breakStale(lock) {
  const [held, { mtimeMs }] = await Promise.all([
    readFile(lock, 'utf8').catch(() => ''),
    stat(lock).catch(() => ({ mtimeMs: Date.now() })),
  ])
  const ageMs = Date.now() - mtimeMs
  // An empty lock file is still being written. If it stays empty, its writer has ended.
  const isDead = held === '' ? ageMs > 10 * pollMs : ageMs > maxLockMs || !isRunning(Number(held))
  if (isDead) await rm(lock, { force: true })
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
