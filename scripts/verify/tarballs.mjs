import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '@outrigger/devnet/packages'
import { libraries } from '../pack.mjs'
import { bin, check, expectTrue, root, run } from './check.mjs'

const attwFolder = await installPackages({ dependencies: { '@arethetypeswrong/cli': '0.18.5' } })
const attwBin = join(attwFolder, 'node_modules/.bin/attw')
// `require` loads the ES module (Node from 20.19 on), and CommonJS has declarations for it. node10 has no `exports`.
const attw = ['--profile', 'node16', '--ignore-rules', 'false-cjs', 'cjs-resolves-to-esm']

/** Checks the contents of the published packages. */
export function checkTarballs(tarballs, work) {
  const license = readFileSync(join(root, 'LICENSE'), 'utf8')
  for (const [name, tarball] of Object.entries(tarballs)) {
    check(`publint ${name}`, () => run(bin('publint'), ['run', '--strict', tarball]))
    if (libraries.includes(name)) check(`attw ${name}`, () => run(attwBin, [tarball, ...attw]))
    check(`${name} carries its LICENSE`, () => {
      expectTrue(run('tar', ['-xzOf', tarball, 'package/LICENSE']) === license, 'another text than in the repository')
    })
  }
  check('the command alone, before anything it depends on is installed, and without the devnet', () => {
    const directory = join(work, 'command')
    mkdirSync(directory)
    run('tar', ['-xzf', tarballs.cli, '-C', directory])
    const command = (...args) => run(process.execPath, [join(directory, 'package/bin/outrigger.js'), ...args])
    expectTrue(command('--help').includes('liquidations'), 'the help lacks commands')
    expectTrue(!run('tar', ['-tzf', tarballs.cli]).includes('devnet'), 'the devnet is in the tarball')
    try {
      command('devnet')
    } catch ({ stderr }) {
      return expectTrue(stderr.includes('does not include the embedded chain'), `it says ${stderr}`)
    }
    throw new TypeError('a devnet was started')
  })
}
