import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { listBundledPackages, toLicenseReport } from '../../../scripts/release/thirdPartyLicenses.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Builds the dashboard into a folder: `index.html`, and `assets/` with content hashes in the file names.
 *
 * @param directory is emptied first
 */
export async function buildDashboard(directory: string): Promise<void> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [{ in: 'src/main.tsx', out: 'dashboard' }],
    outdir: join(directory, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    conditions: ['@outrigger/source', 'browser', 'module'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Only Node loads this package.
    external: ['ws'],
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  })
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(join(directory, 'assets'), { recursive: true })
  for (const { path, contents } of outputFiles) writeFileSync(path, contents)
  const nameOf = (end: string) => {
    const file = outputFiles.find(({ path }) => new RegExp(`dashboard-\\w+\\.${end}$`).test(path))
    return file?.path.split(/[\\/]/).at(-1) ?? ''
  }
  const template = readFileSync(join(root, 'src/index.html'), 'utf8')
  writeFileSync(
    join(directory, 'index.html'),
    template.replace('{script}', nameOf('js')).replace('{style}', nameOf('css')),
  )
  writeFileSync(join(directory, 'icon.svg'), readFileSync(join(root, 'src/icon.svg')))
  const packages = listBundledPackages(root, Object.keys(metafile.inputs))
  writeFileSync(join(directory, 'THIRD_PARTY_LICENSES.txt'), toLicenseReport(packages))
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildDashboard(fileURLToPath(new URL('../../server/dist/dashboard', import.meta.url)))
