import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, posix } from 'node:path'
import { changeProse, type Page, toCode } from './markdown.ts'

/** A link to a missing file of the repository. */
export class DeadLinkError extends Error {}

/**
 * Rewrites links so that they stay within the site. A link to a file without a page gets a page that shows the file. A link
 * to `docs/spec` or `docs/images` leads to the file itself.
 * @throws {DeadLinkError} if a relative link leads to a missing file
 */
export function resolvePages(root: string, pages: readonly Page[]): readonly Page[] {
  const all = [...pages]
  const paths = new Map(pages.flatMap(({ source, path }) => (source === undefined ? [] : [[source, path] as const])))
  const toSitePath = (file: string): string => {
    const known = paths.get(file)
    if (known !== undefined) return known
    if (/^docs\/(?:spec|images)\//.test(file)) return file.slice('docs/'.length)
    const page = toFilePage(root, file)
    paths.set(file, page.path)
    all.push(page)
    return page.path
  }
  // Also visits pages that were added for links.
  for (let index = 0; index < all.length; index += 1) {
    const page = all[index] as Page
    if (page.source !== undefined) all[index] = { ...page, text: resolveLinks(root, page, toSitePath) }
  }
  return all
}

function resolveLinks(root: string, { text, source = '' }: Page, toSitePath: (file: string) => string): string {
  return changeProse(text, (prose) =>
    prose.replaceAll(/\]\(([^)\s]+)\)/g, (link, target: string) => {
      if (/^(?:[a-z]+:|#|\/)/.test(target)) return link
      const [file = '', hash] = target.split('#')
      const path = posix.join(posix.dirname(source), file)
      if (!existsSync(join(root, path))) throw new DeadLinkError(`${source} links to ${target}, which does not exist.`)
      return `](/${toSitePath(path)}${hash === undefined ? '' : `#${hash}`})`
    }),
  )
}

const languages: Readonly<Record<string, string>> = { '.yaml': 'yaml', '.conf': 'nginx', '.sh': 'sh', '.json': 'json' }

/** Creates a page for a file of the repository. */
function toFilePage(root: string, file: string): Page {
  const text = readFileSync(join(root, file), 'utf8')
  const extension = extname(file)
  if (extension === '.md') {
    const name = /^packages\/(\w+)\/README\.md$/.exec(file)?.[1] ?? file.toLowerCase().replace(/\.md$/, '')
    return { path: `files/${name}.md`, text, source: file }
  }
  // A page with a file extension in its name would be served as that file.
  const path = `files/${file.replaceAll('.', '-')}.md`
  if (extension === '.ipynb') return { path, text: toNotebookPage(file, text), source: file }
  return { path, text: `# ${file}\n\n${toCode(languages[extension] ?? extension.slice(1), text)}`, source: file }
}

type Notebook = { readonly cells: readonly { readonly cell_type: string; readonly source: readonly string[] }[] }

function toNotebookPage(file: string, text: string): string {
  const { cells } = JSON.parse(text) as Notebook
  const parts = cells.map(({ cell_type, source }) =>
    cell_type === 'code' ? toCode('ts', source.join('')) : source.join(''),
  )
  return [...parts, `The file is \`${file}\` of the repository, in ${dirname(file)}.`].join('\n\n')
}
