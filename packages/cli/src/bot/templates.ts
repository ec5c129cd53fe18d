import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../exitCodes.ts'

export const templateNames = ['swap-sender', 'gas-aware-sender', 'swap-watcher', 'liquidator', 'alert-relay'] as const
export type TemplateName = (typeof templateNames)[number]

type Manifest = { readonly dependencies: Readonly<Record<string, string>> }

/** Folder of the templates, one level above the bundled command. */
const templates = fileURLToPath(new URL('../templates/', import.meta.url))

/**
 * Copies a template to a folder that is empty or does not exist, and names the project after the folder.
 *
 * @param tarballs folder of packed packages to use instead of the npm registry
 * @returns the files, relative to the folder
 * @throws {UsageError} the folder is not empty or is a file, or a tarball is missing
 */
export function createBot(template: TemplateName, folder: string, tarballs?: string): readonly string[] {
  const target = resolve(folder)
  if (existsSync(target)) {
    if (!statSync(target).isDirectory()) throw new UsageError(`${folder} is a file; name a folder.`)
    if (readdirSync(target).length > 0) throw new UsageError(`${folder} is not empty; name another folder.`)
  }
  const source = JSON.parse(readFileSync(join(templates, template, 'package.json'), 'utf8')) as Manifest
  const manifest = {
    ...source,
    name: toPackageName(basename(target), template),
    ...(tarballs !== undefined && useTarballs(source, tarballs, target)),
  }
  mkdirSync(target, { recursive: true })
  for (const part of ['common', template]) cpSync(join(templates, part), target, { recursive: true })
  // npm excludes files named .gitignore from packages.
  renameSync(join(target, 'gitignore'), join(target, '.gitignore'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
    .sort()
}

/** Returns the fields of a manifest whose packages, and those they depend on, are installed from tarballs. */
function useTarballs({ dependencies }: Manifest, folder: string, target: string) {
  const files = new Map<string, string>(
    (existsSync(folder) ? readdirSync(folder) : []).flatMap((file) => {
      const [, name] = /^outrigger-([a-z]+)-\d.*\.tgz$/.exec(file) ?? []
      return name === undefined
        ? []
        : [[`@outrigger/${name}`, `file:${relative(target, resolve(folder, file))}`] as const]
    }),
  )
  const isDirect = (name: string) => Object.hasOwn(dependencies, name)
  for (const name of Object.keys(dependencies))
    if (name.startsWith('@outrigger/') && !files.has(name))
      throw new UsageError(`${folder} has no tarball of ${name}. Run \`npm run pack:all\` in a clone of Outrigger.`)
  return {
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [name, files.get(name) ?? range]),
    ),
    overrides: Object.fromEntries([...files].filter(([name]) => !isDirect(name))),
  }
}

/** Returns the folder's name without the characters that npm does not allow. */
function toPackageName(folder: string, template: TemplateName): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
  return name === '' ? template : name
}
