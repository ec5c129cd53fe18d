import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A third-party package whose code is part of a bundle. */
export type BundledPackage = {
  readonly name: string
  readonly version: string
  /** SPDX identifier. */
  readonly license: string
  /** License and notice files. Empty if the package has none. */
  readonly text: string
}

/** Licenses that allow redistribution in a bundle if their text is included. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0']

/** A bundled package has no license, or one that is not known to allow redistribution. */
export class LicenseError extends Error {
  constructor({ name, version, license }: BundledPackage) {
    const found = license === '' ? 'no license' : `the license ${license}`
    super(`${name} ${version} has ${found}. Check its terms, then add it to scripts/release/thirdPartyLicenses.ts.`)
    this.name = 'LicenseError'
  }
}

/**
 * Lists the third-party packages of a bundle, by name and version.
 *
 * @param root folder to which the inputs are relative
 * @param inputs source files of the bundle: the keys of `inputs` in esbuild's metafile
 * @throws {LicenseError} if a license is missing or not allowed
 */
export function listBundledPackages(root: string, inputs: readonly string[]): readonly BundledPackage[] {
  // The last `node_modules` of a path counts, for packages inside others. A plugin's namespace is before a colon.
  const folders = inputs.map((path) => /^[^:]*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0])
  const found = [...new Set(folders)].flatMap((folder) => (folder === undefined ? [] : [read(resolve(root, folder))]))
  const unique = new Map(found.map((one) => [`${one.name} ${one.version}`, one]))
  const packages = [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  for (const one of packages) if (!allowed.includes(one.license)) throw new LicenseError(one)
  return packages
}

function read(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|notice)\b/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
  return { name, version, license: typeof license === 'string' ? license : '', text: texts.join('\n\n') }
}

/** Returns the report that is published beside a bundle: a list of packages and licenses, then the texts. */
export function toLicenseReport(packages: readonly BundledPackage[]): string {
  const rows = packages.map(({ name, version, license }) => `${name} ${version}, ${license}`)
  const texts = packages.map(
    ({ text }, index) => `${'='.repeat(80)}\n${rows[index]}\n\n${text || 'The package contains no license file.'}\n`,
  )
  return `These files contain code of ${packages.length} third-party packages:\n\n${rows.join('\n')}\n\n${texts.join('\n')}`
}
