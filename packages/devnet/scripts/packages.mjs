// npm packages that only some checks need are installed by the check: once for all clones of a user, in the cache folder.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cacheFolder } from './cacheFolder.mjs'
import { makeOnce } from './shared.mjs'

const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']

/**
 * Installs packages, without their scripts, and returns the folder whose `node_modules` has them. Throws if npm fails.
 *
 * @param manifest `dependencies` with exact versions, and `overrides`
 * @param files of the folder, by path: packages that the manifest names by `file:`
 */
export async function installPackages(manifest, files = {}) {
  const text = JSON.stringify({ private: true, ...manifest })
  const names = Object.entries(manifest.dependencies).map(([name, version]) => `${name}@${version}`)
  const hash = createHash('sha256')
    .update(JSON.stringify([text, files, process.platform, process.arch]))
    .digest('hex')
  const folder = join(cacheFolder(), 'packages', `${names[0].replaceAll('/', '+')}-${hash.slice(0, 12)}`)
  await makeOnce(folder, async (draft) => {
    process.stderr.write(`Installing ${names.join(', ')} into ${folder}, once for all clones …\n`)
    for (const [path, content] of Object.entries({ ...files, 'package.json': text })) {
      await mkdir(dirname(join(draft, path)), { recursive: true })
      await writeFile(join(draft, path), content)
    }
    // npm's own output goes to stderr, as progress.
    const child = spawn('npm', ['install', ...flags], { cwd: draft, stdio: ['ignore', 2, 2] })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`npm cannot install ${names.join(', ')}: it ended with ${code}.`)
  })
  return folder
}
