import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A page of the guide. */
export type Guide = { readonly name: string; readonly title: string; readonly text: string }

/** Next to the file of the bundled command, or in the repository. */
const places = ['./guide/', '../../../../docs/guide/']

let guides: readonly Guide[] | undefined

/** Returns the pages of the guide, read once: none if they are not installed. */
export function listGuides(): readonly Guide[] {
  guides ??= readGuides()
  return guides
}

function readGuides(): readonly Guide[] {
  const folder = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  if (folder === undefined) return []
  return readdirSync(fileURLToPath(folder))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      return { name: file.slice(0, -3), title: /^# (.+)$/m.exec(text)?.[1] ?? file, text }
    })
}
