import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OutriggerError } from '@outrigger/core'

/** bcoin is not there and cannot be installed: no network, or no npm. */
export class BcoinMissingError extends OutriggerError {
  readonly code = 'BCOIN_MISSING'
}

const version = '1.0.2'
const cache = fileURLToPath(new URL('../../../../.cache/', import.meta.url))
// A store of files that it does not need in memory, and that would have to be compiled.
const manifest = {
  private: true,
  dependencies: { bcoin: version },
  overrides: { leveldown: 'file:./leveldown' },
}

/**
 * The folder in which `bcoin` is installed, under `.cache/` and kept from then on. It is no dependency: npm would compile
 * parts of it that are not used, so it is installed apart and without scripts.
 *
 * @throws {BcoinMissingError}
 */
export async function installBcoin(): Promise<string> {
  const folder = join(cache, `bcoin-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const staged = mkdtempSync(join(cache, 'bcoin-staged-'))
  try {
    mkdirSync(join(staged, 'leveldown'))
    writeFileSync(join(staged, 'leveldown', 'package.json'), '{"name":"leveldown","version":"0.0.0"}')
    writeFileSync(join(staged, 'leveldown', 'index.js'), '')
    writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest))
    process.stderr.write(`bcoin ${version} is installed into ${folder}, once\n`)
    await install(staged)
    // Another process may have done the same.
    if (!existsSync(folder)) renameSync(staged, folder)
    return folder
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

async function install(folder: string): Promise<void> {
  const flags = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--no-package-lock']
  // What npm says goes to stderr, as progress.
  const child = spawn('npm', ['install', ...flags], { cwd: folder, stdio: ['ignore', process.stderr, process.stderr] })
  const [code] = await once(child, 'exit').catch((cause: unknown) => {
    throw new BcoinMissingError('npm, which installs bcoin, does not run.', { cause })
  })
  if (code !== 0) throw new BcoinMissingError(`bcoin ${version} cannot be installed: npm ended with ${code}.`)
}
