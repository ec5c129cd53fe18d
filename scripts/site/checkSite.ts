import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import MiniSearch from 'minisearch'

/** Problems of a built site, one per line, and the number of checked pages and links. */
export type SiteReport = { readonly faults: readonly string[]; readonly pages: number; readonly links: number }

type Built = { readonly path: string; readonly html: string; readonly ids: ReadonlySet<string> }

/** Checks every link and anchor of a built site, and finds resources that it loads from other sites. */
export function checkSite(folder: string): SiteReport {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  const known = new Set(files)
  const pages = files.filter((path) => path.endsWith('.html')).map((path) => readPage(folder, path))
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const faults: string[] = []
  let links = 0
  for (const { path, html } of pages)
    for (const target of listLinks(html)) {
      links += 1
      const fault = checkLink(path, target, known, byPath)
      if (fault !== null) faults.push(`${path}: ${target} ${fault}`)
    }
  for (const path of ['llms.txt'])
    for (const [, target = ''] of readFileSync(join(folder, path), 'utf8').matchAll(/\]\((\/[^)]+)\)/g)) {
      links += 1
      if (!known.has(target.slice(1))) faults.push(`${path}: ${target} is not there`)
    }
  for (const path of files.filter((one) => /\.(?:html|css)$/.test(one)))
    for (const address of listFetched(readFileSync(join(folder, path), 'utf8')))
      faults.push(`${path} fetches ${address} from elsewhere`)
  return { faults, pages: pages.length, links }
}

function readPage(folder: string, path: string): Built {
  const html = readFileSync(join(folder, path), 'utf8')
  return { path, html, ids: new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => decode(id))) }
}

const listLinks = (html: string) => [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) => decode(href))

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

/** Returns null for a valid or external link. */
function checkLink(
  from: string,
  target: string,
  known: ReadonlySet<string>,
  pages: ReadonlyMap<string, Built>,
): string | null {
  if (/^(?:https?|mailto):/.test(target)) return null
  const [path = '', hash] = target.split('#')
  const base = path.startsWith('/') ? path.slice(1) : path === '' ? from : posix.join(posix.dirname(from), path)
  const file = [base, `${base}index.html`, `${base}/index.html`].find((one) => known.has(one))
  if (file === undefined) return 'is not there'
  const page = pages.get(file)
  if (!hash || page === undefined) return null
  return page.ids.has(decodeURIComponent(hash)) ? null : 'has no such anchor'
}

/** Lists the external URLs that a browser loads without a click. */
function listFetched(text: string): readonly string[] {
  const tags = text.matchAll(/<(?:script|img|iframe|source)\b[^>]*?\ssrc="((?:https?:)?\/\/[^"]+)"/g)
  const sheets = text.matchAll(/<link\b[^>]*?\shref="((?:https?:)?\/\/[^"]+)"/g)
  const styles = text.matchAll(/(?:url\(["']?|@import\s+["'])((?:https?:)?\/\/[^"')]+)/g)
  return [...tags, ...sheets, ...styles].map(([, address = '']) => address)
}

/**
 * Ranks guides above the pages of single names and types, and the title of a guide above sections with the same name. Its source
 * becomes part of the site.
 */
export const boostGuides = (id: string): number =>
  /\/guide\/([\w-]+)\.html#\1$/.test(id) ? 6 : id.includes('/guide/') ? 3 : 1

/**
 * Returns the pages that the search box of a built site finds for a text, best first. Uses the index in the site.
 */
export async function searchSite(folder: string, text: string): Promise<readonly string[]> {
  const chunks = join(folder, 'assets', 'chunks')
  const name = readdirSync(chunks).find((one) => one.startsWith('@localSearchIndex'))
  if (name === undefined) return []
  const { default: json } = (await import(join(chunks, name))) as { default: string }
  const index = MiniSearch.loadJSON(json, { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] })
  const boost = { title: 4, text: 2, titles: 1 }
  return index.search(text, { prefix: true, boost, boostDocument: boostGuides }).map(({ id }) => String(id))
}
