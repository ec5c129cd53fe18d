import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findFolderCircles, findImportCircles } from './fixtures/importCircles.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isData = (path: string) => /(?:abi|abis|addresses|fixtures)(?:\.ts|\/)/i.test(path)
const isTest = (path: string) => /\.(?:test|bench)\.ts$|\/fixtures\//.test(path)

type Source = { readonly path: string; readonly package: string; readonly text: string }

const packages = readdirSync(join(root, 'packages'))
const sources: readonly Source[] = packages.flatMap((name) =>
  readdirSync(join(root, 'packages', name, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return { path: relative(root, file), package: name, text: readFileSync(file, 'utf8') }
    }),
)
/** Programs of the repository itself. */
const scripts = readdirSync(join(root, 'scripts'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ path: join('scripts', name), text: readFileSync(join(root, 'scripts', name), 'utf8') }))
const code = sources.filter(({ path }) => !isTest(path))
const lines = (text: string) => text.split('\n').length - 1
/** Lines of a file that match, as `path:line text`. */
const hits = (files: readonly Source[], pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )

type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Manifest['dependencies']
}

/** The packages of this repository that a package names in its manifest. The cli is bundled, so that its are for development. */
function readDependencies(name: string): readonly string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  const named = name === 'cli' ? manifest.devDependencies : manifest.dependencies
  return Object.keys(named ?? {}).flatMap((one) =>
    one.startsWith('@outrigger/') ? one.slice('@outrigger/'.length) : [],
  )
}
const ladder = Object.fromEntries(packages.map((name) => [name, readDependencies(name)]))

describe('the house', () => {
  it('finds the code it judges', () => {
    for (const name of Object.keys(ladder))
      expect(code.filter((file) => file.package === name).length).toBeGreaterThan(5)
  })

  it('is a ladder: no package stands on one that stands on it', () => {
    const standsOn = (name: string): readonly string[] =>
      (ladder[name] ?? []).flatMap((below) => [below, ...standsOn(below)])
    // Without an end, were there a circle.
    expect(packages.filter((name) => standsOn(name).includes(name))).toEqual([])
    expect(ladder['core']).toEqual([])
    expect(ladder['api']).toEqual([])
    expect(ladder['calldata']).toEqual(['core'])
    expect(ladder['alerts']).toEqual(['core'])
    expect(ladder['mempool']).not.toContain('defi')
    expect(ladder['defi']).not.toContain('mempool')
  })

  it.each(Object.entries(ladder))('%s imports only packages that its manifest names', (name, allowed) => {
    const imports = hits(
      code.filter((file) => file.package === name),
      /(?:from|import)\s+'@outrigger\//,
    ).filter((hit) => !allowed.some((other) => hit.includes(`'@outrigger/${other}`)))
    expect(imports).toEqual([])
  })

  it('keeps to its own package in relative imports', () => {
    expect(hits(code, /from '(?:\.\.\/)+(?:[a-z]+\/src|packages)\//)).toEqual([])
  })

  it('has no file that imports what imports it, types included', () => {
    expect(findImportCircles([...sources, ...scripts])).toEqual([])
    const circle = [
      { path: 'a/one.ts', text: "import type { Two } from './two.ts'" },
      { path: 'a/two.ts', text: "export * from '../b/three.ts'" },
      { path: 'b/three.ts', text: "const one = await import('../a/one.ts')" },
    ]
    expect(findImportCircles(circle)).toEqual([['a/one.ts', 'a/two.ts', 'b/three.ts', 'a/one.ts']])
    expect(findFolderCircles(circle, (path) => path.split('/')[0] ?? null)).toEqual([['a', 'b', 'a']])
  })

  it.each(packages)('layers the folders of %s: none imports a folder that imports it', (name) => {
    const own = code.filter((file) => file.package === name)
    expect(findFolderCircles(own, (path) => /\/src\/([^/]+)\//.exec(path)?.[1] ?? null)).toEqual([])
  })

  it('has files a reader can hold: none above 400 lines, median below 90', () => {
    const sizes = code.filter(({ path }) => !isData(path)).map(({ path, text }) => ({ path, size: lines(text) }))
    expect(sizes.filter(({ size }) => size > 400)).toEqual([])
    const sorted = sizes.map(({ size }) => size).sort((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(90)
  })

  it('is spread over its packages: none has more than a quarter of the code', () => {
    const sum = (files: readonly Source[]) => files.reduce((total, { text }) => total + lines(text), 0)
    const shares = packages.map(
      (name) => [name, sum(code.filter((file) => file.package === name)) / sum(code)] as const,
    )
    expect(shares.filter(([, share]) => share > 0.25)).toEqual([])
  })

  it('decodes, classifies and computes without I/O, a clock, chance or the process', () => {
    const pure = code.filter(
      ({ path, package: name }) =>
        (name === 'calldata' ||
          /\/(?:compute|math|gas\/model|classify|sizing|detect|mev\/src\/(?:search|view|confidence)|alerts\/src\/rules|dex\/(?:uniswapV[234]|solidly|curve|balancer))\//.test(
            path,
          )) &&
        !/\/(?:sources|read)(?:\b|[A-Z])/.test(path),
    )
    expect(pure.length).toBeGreaterThan(200)
    const impure =
      /\bawait\b|\basync\b|Date\.now|new Date\(\)|performance\.now|Math\.random|process\.|setTimeout|\bfetch\(|from 'node:|from '(?:ws|undici|pino)'/
    expect(hits(pure, impure)).toEqual([])
  })

  it('says words of HTTP where HTTP is spoken only', () => {
    const spoken =
      /^packages\/server\/src\/(?:api|http)\/|^packages\/alerts\/src\/delivery\/|^packages\/(?:api|cli|devnet)\/|^packages\/core\/src\/providers\/|\/sources\//
    const silent = code.filter(({ path }) => !spoken.test(path))
    expect(hits(silent, /\bstatusCode\b|\bsetHeader\b|\bwriteHead\b|from '(?:node:https?|fastify|undici)'/)).toEqual([])
  })

  it('has public faces of about fifty names', () => {
    const faces = code.filter(({ path }) => /^packages\/(?!cli|devnet)\w+\/src\/(?:\w+\/)?index\.ts$/.test(path))
    expect(faces.length).toBeGreaterThan(10)
    const sizes = faces.map(({ path, text }) => {
      const names = [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
        // The types of arguments and answers follow from the functions.
        list.split(',').filter((name) => name.trim() && !/(?:Parameters|Reading)\s*$/.test(name)),
      )
      return { path, names: names.length }
    })
    expect(sizes.filter(({ names }) => names > 55)).toEqual([])
  })

  it('throws no bare Error', () => {
    expect(hits(code, /\bnew Error\(/)).toEqual([])
  })

  it('exports by name and declares no enums', () => {
    expect(hits(code, /^export default|^(?:export )?(?:const )?enum /)).toEqual([])
  })

  it('chooses and retries endpoints in core/providers only', () => {
    const outside = code.filter(
      ({ path, package: name }) =>
        name !== 'devnet' && name !== 'cli' && !path.startsWith('packages/core/src/providers/'),
    )
    expect(hits(outside, /from 'viem'.*\bfallback\b|\bfallback\(\[/)).toEqual([])
  })

  it('says snake_case in the api, the server and the cli only', () => {
    // A source spells the foreign JSON it reads (the beacon API, say) as it comes.
    const inner = code.filter(
      ({ path, package: name }) =>
        /^(?:core|oracle|calldata|defi|mempool|alerts)$/.test(name) && !path.includes('/sources/'),
    )
    expect(hits(inner, /^\s*(?:readonly )?[a-z]+_[a-z_]+\??: (?:string|number|bigint|boolean)/)).toEqual([])
  })

  it('links in the documentation lead somewhere', () => {
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'SECURITY.md',
      'docs/recipes.md',
      ...readdirSync(join(root, 'docs/guide')).map((name) => `docs/guide/${name}`),
    ]
    const broken = [...pages, ...Object.keys(ladder).map((name) => `packages/${name}/README.md`)].flatMap((page) => {
      const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      return links.map(([, link = '']) => join(dirname(page), link)).filter((path) => !existsSync(join(root, path)))
    })
    expect(broken).toEqual([])
  })

  it('reads recordings through the one room that knows where they are and what to do without', () => {
    const elsewhere = sources.filter(({ path }) => !path.startsWith('packages/devnet/src/recorded/'))
    expect(hits(elsewhere, /shared\/data/)).toEqual([])
  })

  it('names no path, host or tool of the machine it was written on', () => {
    expect(hits(sources, /(?:^|[^\w.])\/(?:work|root|farm)\//)).toEqual([])
  })
})
