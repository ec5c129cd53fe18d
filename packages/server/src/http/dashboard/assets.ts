import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** A built file of the dashboard, in memory. */
export type Asset = {
  readonly type: string
  readonly content: Buffer
  readonly gzipped: Buffer
  /** The name of the file contains a hash of its content. */
  readonly isImmutable: boolean
}

/** Built files by path. `/` is the page itself. */
export type Assets = ReadonlyMap<string, Asset>

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}
/** Next to this folder in the package, next to the file of the single-file command, or the latest build of the sources. */
const places = ['../../dashboard/', './dashboard/', '../../../dist/dashboard/']

/** Reads the files of the dashboard once. Returns undefined if they are not built. */
export function readAssets(): Assets | undefined {
  const folder = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(new URL('index.html', url)))
  if (folder === undefined) return undefined
  const names = readdirSync(fileURLToPath(folder), { recursive: true }).map((name) =>
    String(name).replaceAll('\\', '/'),
  )
  const found = names.flatMap((name): readonly (readonly [string, Asset])[] => {
    const type = types[/\.(\w+)$/.exec(name)?.[1] ?? '']
    if (type === undefined) return []
    const content = readFileSync(new URL(name, folder))
    const asset = { type, content, gzipped: gzipSync(content), isImmutable: name.startsWith('assets/') }
    return [[name === 'index.html' ? '/' : `/${name}`, asset]]
  })
  return new Map(found)
}
