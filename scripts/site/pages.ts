import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toCliPages } from './cli.ts'
import { toConfigurationPages } from './configuration.ts'
import type { Page } from './markdown.ts'
import { toRestPages } from './rest.ts'
import { fillInResults } from './results.ts'
import { resolvePages } from './stage.ts'
import { toStreamPages } from './streams.ts'

/** Returns every page of the site. */
export async function toPages(root: string): Promise<readonly Page[]> {
  const read = (source: string, path: string): Page => ({
    path,
    source,
    text: fillInResults(readFileSync(join(root, source), 'utf8')),
  })
  const guides = readdirSync(join(root, 'docs/guide')).sort()
  return [
    ...resolvePages(root, [
      read('README.md', 'index.md'),
      read('CHANGELOG.md', 'files/changelog.md'),
      ...guides.map((name) => read(`docs/guide/${name}`, `guide/${name}`)),
    ]),
    ...toRestPages(),
    ...toStreamPages(),
    ...(await toCliPages()),
    ...toConfigurationPages(),
    ...readPackages(root),
  ]
}

/** Reads TypeDoc's output, if it exists, under the import names of the packages. */
function readPackages(root: string): readonly Page[] {
  const folder = join(root, 'docs/reference')
  if (!existsSync(folder)) return []
  const names = listModules(root)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  return files.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('README.md', 'index.md')
    if (file === 'README.md')
      return {
        path: 'reference/packages/index.md',
        text: text
          .replace(/^# .*$/m, '# Packages')
          .replaceAll(/\[([\w/]+)\]\(([^)]+)\.md\)/g, (_, title, path) => `[${names.get(path) ?? title}](${path}.md)`),
      }
    const name = names.get(file.slice(0, -'.md'.length))
    return {
      path: `reference/packages/${file}`,
      text: name === undefined ? text : text.replace(/^# .*$/m, `# ${name}`),
    }
  })
}

/** Maps each exported source file to its import name: `oracle/src/prices` is `@outrigger/oracle/prices`. */
function listModules(root: string): ReadonlyMap<string, string> {
  const folders = readdirSync(join(root, 'packages'))
  return new Map(
    folders.flatMap((folder) => {
      const { name, exports } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
      const entries = Object.entries<Record<string, string>>(exports ?? {})
      return entries.flatMap(([path, { '@outrigger/source': source }]) =>
        source === undefined
          ? []
          : [[`${folder}/${source.slice(2).replace(/(?:\/index)?\.ts$/, '')}`, `${name}${path.slice(1)}`] as const],
      )
    }),
  )
}
