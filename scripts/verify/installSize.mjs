import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, expectTrue, root, run } from './check.mjs'

/** Checks the install size of `@outrigger/core` in the README. It excludes viem, which the project installs itself. */
export function checkInstallSize(tarballs, work) {
  check('the install size of @outrigger/core is what the README says, within a tenth', () => {
    const project = join(work, 'size')
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{"private":true}')
    run('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', tarballs.core], {
      cwd: project,
    })
    const folder = join(project, 'node_modules')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    const said = Number(/installs ([\d.]+) MB/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1]) * 1e6
    expectTrue(Math.abs(bytes - said) <= said / 10, `it installs ${bytes} bytes, the README says ${said}`)
  })
}
