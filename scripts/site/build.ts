// Builds the documentation site in `docs/site` and checks it (`npm run docs:site`). With `--pages` it only writes Markdown.
// The pages are `docs/guide`, the files they link to, and pages generated from the contract, the commands, the
// configuration schema, the saved benchmarks and TypeDoc's output (`npm run docs`).
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installPackages } from '@outrigger/devnet/packages'
import { NodeConfigSchema } from '@outrigger/server'
import { boostGuides, checkSite, searchSite } from './checkSite.ts'
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

// Without a server, browsers load neither styles nor scripts of the site, so the page says how to start one.
const fileNotice = `if (location.protocol === 'file:') addEventListener('DOMContentLoaded', () => {
  const notice = document.createElement('p')
  notice.textContent = 'This site needs a web server. Run "npm run docs:serve" in the repository and open http://127.0.0.1:4173/.'
  notice.style.cssText = 'margin: 1em; padding: 1em; border: 2px solid #c60; font: 16px sans-serif'
  document.body.prepend(notice)
})`

/** Writes everything that VitePress reads to a separate folder. */
function stage(pages: readonly Page[], sidebar: readonly SidebarGroup[]): void {
  rmSync(staged, { recursive: true, force: true })
  for (const { path, text } of pages) write(staged, path, text)
  for (const name of ['spec', 'images'])
    cpSync(join(root, 'docs', name), join(staged, 'public', name), { recursive: true })
  write(staged, 'public/spec/configuration.json', `${JSON.stringify(NodeConfigSchema, null, 2)}\n`)
  // Also published as Markdown, for programs.
  for (const { path, text } of pages) write(join(staged, 'public'), path, text)
  write(staged, 'public/llms.txt', toLlmsIndex(sidebar))
  write(staged, 'public/llms-full.txt', toLlmsFull(sidebar, pages))
  const config = {
    title: 'Outrigger',
    description: 'A library and a local node for on-chain trading, over your own providers',
    lang: 'en',
    // Served unchanged, not as pages.
    srcExclude: ['public/**'],
    outDir: out,
    cacheDir: join(root, '.cache/vitepress'),
    base: process.env['DOCS_BASE'] ?? '/',
    head: [
      ['script', {}, fileNotice],
      ['style', {}, wideTables],
    ],
    themeConfig: {
      search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument: searchBoost } } } },
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
  const text = JSON.stringify(config, null, 2).replace(JSON.stringify(searchBoost), boostGuides.toString())
  write(staged, '.vitepress/config.mjs', `export default ${text}\n`)
}

/** Installs VitePress, which nothing else uses, and builds the site. */
async function build(): Promise<void> {
  const folder = await installPackages({ dependencies: { vitepress: '1.6.4' } })
  const entry = pathToFileURL(join(folder, 'node_modules/vitepress/dist/node/index.js')).href
  const vitepress = (await import(entry)) as { build(root: string): Promise<void> }
  await vitepress.build(staged)
}

/** Lets a table use the width of the page and wrap its cells, so that no column is cut. */
const wideTables = `
.VPDoc.has-aside .content-container { max-width: 880px !important; }
.vp-doc table { display: table; width: 100%; }
.vp-doc td, .vp-doc td code { overflow-wrap: anywhere; }
`

/** Placeholder of the function in the configuration, which is JSON otherwise. */
const searchBoost = 'boostGuides'

/** Search texts, and the page that each must find. */
const searches = {
  'hedged request': 'guide/failover',
  'health factor': 'guide/lending',
  sandwich: 'guide/mev',
  failover: 'guide/failover',
  alerts: 'guide/alerts',
  gasCurrent: 'reference/rest/gas',
}

async function check(): Promise<void> {
  const { faults, pages, links } = checkSite(out)
  const missed: string[] = []
  for (const [text, page] of Object.entries(searches))
    if (!(await searchSite(out, text)).slice(0, 3).some((found) => found.includes(page)))
      missed.push(`A search for ${text} does not begin with ${page}`)
  for (const fault of [...faults, ...missed]) process.stderr.write(`${fault}\n`)
  process.stdout.write(`${pages} pages, ${links} links followed, ${faults.length + missed.length} faults\n`)
  if (faults.length + missed.length > 0) process.exitCode = 1
}

const pages = await toPages(root)
stage(pages, toSidebar(pages))
if (!process.argv.includes('--pages')) {
  await build()
  await check()
}
