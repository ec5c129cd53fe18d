import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../exitCodes.ts'

export const templateNames = ['gas-aware-sender', 'swap-watcher', 'liquidator', 'alert-relay'] as const
export type TemplateName = (typeof templateNames)[number]

/** One folder above the bundled command. */
const templates = fileURLToPath(new URL('../templates/', import.meta.url))

/**
 * Copies a template to a folder that is empty or not there yet, and names the project after the folder.
 *
 * @returns the files, relative to the folder
 * @throws {UsageError} there is something in the folder, or it is a file
 */
export function createBot(template: TemplateName, folder: string): readonly string[] {
  const target = resolve(folder)
  if (existsSync(target)) {
    if (!statSync(target).isDirectory()) throw new UsageError(`${folder} is a file; name a folder.`)
    if (readdirSync(target).length > 0) throw new UsageError(`${folder} is not empty; name another folder.`)
  }
  mkdirSync(target, { recursive: true })
  for (const part of ['common', template]) cpSync(join(templates, part), target, { recursive: true })
  // npm leaves files of the real name out of packages.
  renameSync(join(target, 'gitignore'), join(target, '.gitignore'))
  const file = join(target, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, `${JSON.stringify({ ...manifest, name: toPackageName(basename(target), template) }, null, 2)}\n`)
  return readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
    .sort()
}

/** A folder may have a name that npm takes for none. */
function toPackageName(folder: string, template: TemplateName): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
  return name === '' ? template : name
}
