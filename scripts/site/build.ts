// Builds the documentation site to `docs/site`, and checks it: `npm run docs:site`, or with `--pages` its Markdown alone.
// The pages are those of `docs/guide`, what they link to, and what is made from the contract, the commands, the schema of
// the configuration, the kept benchmarks and TypeDoc's output (`npm run docs`).
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeConfigSchema } from '@outrigger/server'
import { build } from 'vitepress'
import { checkSite, searchSite } from './checkSite.ts'
import { toLlmsFull, toLlmsIndex } from './llms.ts'
import type { Page, SidebarGroup } from './markdown.ts'
import { toPages } from './pages.ts'
import { toSidebar } from './sidebar.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const staged = join(root, '.cache/site')
const out = join(root, 'docs/site')

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Everything VitePress reads, in a folder of its own. */
function stage(pages: readonly Page[], sidebar: readonly SidebarGroup[]): void {
  rmSync(staged, { recursive: true, force: true })
  for (const { path, text } of pages) write(staged, path, text)
  for (const name of ['spec', 'images'])
    cpSync(join(root, 'docs', name), join(staged, 'public', name), { recursive: true })
  write(staged, 'public/spec/configuration.json', `${JSON.stringify(NodeConfigSchema, null, 2)}\n`)
  // Beside the pages, for programs that read Markdown.
  for (const { path, text } of pages) write(join(staged, 'public'), path, text)
  write(staged, 'public/llms.txt', toLlmsIndex(sidebar))
  write(staged, 'public/llms-full.txt', toLlmsFull(sidebar, pages))
  const config = {
    title: 'Outrigger',
    description: 'A library and a local node for on-chain trading, over your own providers',
    lang: 'en',
    // Served as they are, not as pages.
    srcExclude: ['public/**'],
    outDir: out,
    cacheDir: join(root, '.cache/vitepress'),
    base: process.env['DOCS_BASE'] ?? '/',
    themeConfig: {
      search: { provider: 'local' },
      outline: [2, 3],
      sidebar,
      nav: [
        { text: 'Start', link: '/guide/start' },
        { text: 'Bots', link: '/guide/tutorial-bot' },
        { text: 'Teams', link: '/guide/tutorial-sidecar' },
        { text: 'Researchers', link: '/guide/tutorial-researcher' },
      ],
    },
  }
  write(staged, '.vitepress/config.mjs', `export default ${JSON.stringify(config, null, 2)}\n`)
}

/** What a reader would search, and a page that must be found. */
const searches = {
  'hedged request': 'guide/failover',
  'health factor': 'guide/lending',
  gasCurrent: 'reference/rest/gas',
}

async function check(): Promise<void> {
  const { faults, pages, links } = checkSite(out)
  const missed: string[] = []
  for (const [text, page] of Object.entries(searches))
    if (!(await searchSite(out, text)).some((found) => found.includes(page)))
      missed.push(`A search for ${text} misses ${page}`)
  for (const fault of [...faults, ...missed]) process.stderr.write(`${fault}\n`)
  process.stdout.write(`${pages} pages, ${links} links followed, ${faults.length + missed.length} faults\n`)
  if (faults.length + missed.length > 0) process.exitCode = 1
}

const pages = await toPages(root)
stage(pages, toSidebar(pages))
if (!process.argv.includes('--pages')) {
  await build(staged)
  await check()
}
