import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract, streamMessages } from '@outrigger/api/contract'
import { tiers } from '@outrigger/server'
import { afterAll, describe, expect, it } from 'vitest'
import { formatFigure, readRun, type SavedRun } from '../scripts/bench/savedRun.ts'
import { listNotebooks, toNotebook } from '../scripts/notebooks.ts'
import { checkSite } from '../scripts/site/checkSite.ts'
import { toLlmsFull, toLlmsIndex } from '../scripts/site/llms.ts'
import { toPages } from '../scripts/site/pages.ts'
import { toComparison } from '../scripts/site/results.ts'
import { toSidebar, UnlistedPageError } from '../scripts/site/sidebar.ts'
import { createSiteServer } from '../scripts/site/siteServer.ts'
import { DeadLinkError, resolvePages } from '../scripts/site/stage.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = await toPages(root)
const textOf = (path: string) => pages.find((page) => page.path === path)?.text ?? ''

describe('pages of the site', () => {
  it('have every endpoint of the contract and every message of the streams', () => {
    for (const { area, method, path } of Object.values(contract))
      expect(textOf(`reference/rest/${area}.md`)).toContain(`\n## \`${method} ${path}\`\n`)
    for (const { client, server } of Object.values(streamMessages))
      for (const name of [...Object.keys(client), ...Object.keys(server)]) {
        const [, section = ''] = textOf('reference/streams.md').split(`\n#### ${name}\n`)
        expect(section.split('\n#')[0], name).toContain('| Field |')
      }
  })

  it('describe every command with its options', () => {
    const up = textOf('reference/cli/up.md')
    expect(up).toContain('# outrigger up\n')
    expect(up).toContain('| `--gateway-port <port>` | port of the gateway (default: 8788) |')
    expect(textOf('reference/cli/gas.md')).toContain('## outrigger gas backtest\n')
  })

  it('have every setting with its variable and default', () => {
    const settings = textOf('reference/configuration.md')
    expect(settings).toContain('| `gatewayPort` | integer ≥ 0 ≤ 65535 | `OUTRIGGER_GATEWAY_PORT` | `8788` |')
    expect(settings).toContain('| `chains.<name>.timeoutMs` | integer ≥ 1 |  | `5000` |')
  })

  it('have the limits of every tier as the code has them', () => {
    const inWords = (limit: number) => {
      if (!Number.isFinite(limit)) return 'no limit'
      return limit >= 1e6 ? `${(limit / 1e6).toLocaleString('en-US')} M` : limit.toLocaleString('en-US')
    }
    const { unlimited, ...limited } = tiers
    const rows = textOf('guide/access.md').split('\n')
    expect(rows).toContain(`| limit | of | ${Object.keys(limited).join(' | ')} |`)
    for (const [name, none] of Object.entries(unlimited)) {
      const figures = Object.values(limited).map((limits) => inWords(limits[name as keyof typeof limits]))
      expect(rows.find((row) => row.startsWith(`| \`${name}\` |`))).toContain(` | ${figures.join(' | ')} |`)
      expect(inWords(none)).toBe('no limit')
    }
  })

  it('are all in the sidebar, and in llms.txt', () => {
    const sidebar = toSidebar(pages)
    expect(() => toSidebar([...pages, { path: 'guide/lost.md', text: '# Lost' }])).toThrow(UnlistedPageError)
    const index = toLlmsIndex(sidebar)
    expect(index).toMatch(/^# Outrigger\n\n> .+\n\n## Start here\n\n- \[Start\]\(\/guide\/start\.md\)\n/)
    expect(index).toContain('- [REST: gas](/reference/rest/gas.md)')
    expect(toLlmsFull(sidebar, pages)).toContain(textOf('guide/failover.md').trim())
  })

  it('show the figures of kept runs as they were measured, and no others', () => {
    const names = [...pages.flatMap(({ source }) => (source ? [source] : []))].filter((path) => path.endsWith('.md'))
    const wanted = names.flatMap((path) =>
      [...read(path).matchAll(/^<!-- results: (.+?)(?:, by: .+)? -->$/gm)].map(([, one]) => one),
    )
    const benches = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.bench.ts') && !path.includes('node_modules'))
      .map((path) => read(`packages/${path}`))
      .join('\n')
    for (const suite of wanted) expect(benches, suite).toContain(`name: '${suite}'`)
    const runs = readdirSync(join(root, 'docs/results')).map((name) => {
      const { suite } = JSON.parse(read(`docs/results/${name}`)) as SavedRun
      return readRun(suite) as SavedRun
    })
    const all = pages.map(({ text }) => text).join('\n')
    for (const { suite, commit, rows } of runs) {
      expect(wanted, suite).toContain(suite)
      expect(all).toContain(`at commit \`${commit}\``)
      if (!names.some((path) => read(path).includes(`<!-- results: ${suite}, by: `)))
        for (const { value } of rows) expect(all).toContain(`| ${formatFigure(value)} |`)
    }
  })
})

it('figures of several contenders become a table', () => {
  const row = (name: string, value: number) => ({ name, value, unit: '' })
  const rows = [
    row('hung: ours, right', 1),
    row('hung: ours, p99', 7),
    row('hung: nginx, right', 0.5),
    row('reset: ours, right', 0.75),
    row('healthy', 3),
  ]
  expect(toComparison(rows, 'right')).toBe(
    '| right | ours | nginx |\n|---|---|---|\n| hung | 1.00 | 0.500 |\n| reset | 0.750 | none |',
  )
})

it('TypeDoc reads every module that a package exports', () => {
  const manifests = readdirSync(join(root, 'packages')).map((folder) => ({
    folder,
    manifest: JSON.parse(read(`packages/${folder}/package.json`)),
  }))
  const sources = manifests
    .filter(({ manifest }) => !manifest.private)
    .flatMap(({ folder, manifest }) =>
      Object.entries<Record<string, string>>(manifest.exports)
        .filter(([path]) => !/internal|package\.json/.test(path))
        .map(([, { '@outrigger/source': source = '' }]) => `packages/${folder}/${source.slice(2)}`),
    )
  expect(JSON.parse(read('typedoc.json')).entryPoints.sort()).toEqual(sources.sort())
})

it('every notebook is what its script says; else run npm run notebooks', () => {
  expect(listNotebooks().length).toBeGreaterThan(0)
  for (const name of listNotebooks()) expect(read(`examples/${name}.ipynb`), name).toBe(toNotebook(name))
})

describe('the check of the built site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-site-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  it('finds links and anchors that lead nowhere, and what is fetched from elsewhere', () => {
    write('llms.txt', '- [One](/guide/one.md)\n- [Two](/guide/two.md)\n')
    write('guide/one.md', '# One')
    write('index.html', '<h1 id="top"></h1><a class="x" href="/guide/one.html#part">1</a><a href="#top">2</a>')
    write(
      'guide/one.html',
      '<h2 id="part"></h2><a href="../index.html#gone">3</a><a href="./two.html">4</a><a href="https://viem.sh">5</a><script src="https://cdn.example/a.js"></script>',
    )
    write('style.css', "@font-face { src: url('https://fonts.example/a.woff2') } body { background: url(/own.png) }")
    const { faults, pages } = checkSite(folder)
    expect(pages).toBe(2)
    expect(faults.toSorted()).toEqual([
      'guide/one.html fetches https://cdn.example/a.js from elsewhere',
      'guide/one.html: ../index.html#gone has no such anchor',
      'guide/one.html: ./two.html is not there',
      'llms.txt: /guide/two.md is not there',
      'style.css fetches https://fonts.example/a.woff2 from elsewhere',
    ])
  })

  it('is followed by a server, which cannot leave the folder', async () => {
    write('404.html', 'missing')
    const server = createSiteServer(join(folder, 'guide')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      return `${response.status} ${response.headers.get('content-type')}`
    }
    expect(await get('/one.html')).toBe('200 text/html; charset=utf-8')
    expect(await get('/one')).toBe('200 text/html; charset=utf-8')
    expect(await get('/one.md')).toBe('200 text/markdown; charset=utf-8')
    expect(await get('/gone')).toMatch(/^404 /)
    expect(await get('/%2e%2e%2findex.html')).toMatch(/^404 /)
    expect(await get('/%')).toMatch(/^404 /)
    server.close()
  })

  it('is preceded by one of the sources: a link to no file is refused, one to a file gets its page', () => {
    const page = (text: string) => [{ path: 'guide/a.md', source: 'docs/guide/a.md', text }]
    expect(() => resolvePages(root, page('[x](../../examples/gone.ts)'))).toThrow(DeadLinkError)
    const [own, file] = resolvePages(root, page('[x](../../examples/sidecar.sh) `[y](none.md)`'))
    expect(own?.text).toBe('[x](/files/examples/sidecar-sh.md) `[y](none.md)`')
    expect(file?.text).toContain('```sh\n')
  })
})
