import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { LicenseError, listBundledPackages, toLicenseReport } from '../scripts/release/thirdPartyLicenses.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'outrigger-licenses-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a package of `node_modules` and returns the path of its source. */
function writePackage(path: string, manifest: object, files: Readonly<Record<string, string>> = {}): string {
  mkdirSync(join(folder, 'node_modules', path), { recursive: true })
  const all = { 'package.json': JSON.stringify({ version: '1.0.0', ...manifest }), ...files }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, 'node_modules', path, name), text)
  return `node_modules/${path}/index.js`
}

describe('the licenses of bundled packages', () => {
  it('lists every package of a bundle with its license and text', async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      stdin: { contents: "export * from 'commander'; export * from 'viem/utils'", resolveDir: root },
      bundle: true,
      platform: 'node',
      metafile: true,
      write: false,
    })
    const packages = listBundledPackages(root, Object.keys(metafile.inputs))
    const names = packages.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['commander', 'viem', '@noble/hashes']))
    expect(names).toEqual([...names].sort())
    const report = toLicenseReport(packages)
    for (const { name, version, license } of packages) expect(report).toContain(`${name} ${version}, ${license}`)
    expect(report).toContain('Permission is hereby granted, free of charge')
  })

  it('includes notices, packages inside others and packages of two versions, each once', () => {
    const inputs = [
      writePackage('@a/one', { name: '@a/one', license: 'Apache-2.0' }, { LICENSE: 'terms', NOTICE: 'a notice' }),
      writePackage('two', { name: 'two', license: 'MIT' }),
      writePackage('two/node_modules/@a/one', { name: '@a/one', version: '2.0.0', license: 'Apache-2.0' }),
      writePackage('three/node_modules/@a/one', { name: '@a/one', license: 'Apache-2.0' }, { LICENSE: 'terms' }),
    ]
    const packages = listBundledPackages(folder, [...inputs, 'src/own.ts', `common-js:${inputs[1]}`])
    expect(packages.map(({ name, version }) => `${name} ${version}`)).toEqual([
      '@a/one 1.0.0',
      '@a/one 2.0.0',
      'two 1.0.0',
    ])
    const report = toLicenseReport(packages)
    expect(report).toContain('3 third-party packages')
    expect(report).toContain('The package contains no license file.')
  })

  it('rejects packages without a license, and licenses that were not checked', () => {
    for (const license of [undefined, 'GPL-3.0-only', { type: 'MIT' }]) {
      const input = writePackage('four', { name: 'four', ...(license !== undefined && { license }) })
      expect(() => listBundledPackages(folder, [input])).toThrow(LicenseError)
    }
  })
})
