import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OutriggerError } from '@outrigger/core'

/** bcoin is not installed and cannot be installed, because the network or npm is missing. */
export class BcoinMissingError extends OutriggerError {
  readonly code = 'BCOIN_MISSING'
}

const version = '1.0.2'
const cache = fileURLToPath(new URL('../../../../.cache/', import.meta.url))
// A file store that would have to be compiled. bcoin does not need it in memory.
const manifest = {
  private: true,
  dependencies: { bcoin: version },
  overrides: { leveldown: 'file:./leveldown' },
}

/**
 * Installs `bcoin` under `.cache/` if it is missing, and returns its folder. It is not a dependency, because npm would
 * compile unused parts of it. Here it is installed without scripts.
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
    // Another process may have installed it meanwhile.
    if (!existsSync(folder)) renameSync(staged, folder)
    return folder
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

async function install(folder: string): Promise<void> {
  const flags = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--no-package-lock']
  // npm's output goes to stderr as progress.
  const child = spawn('npm', ['install', ...flags], { cwd: folder, stdio: ['ignore', process.stderr, process.stderr] })
  const [code] = await once(child, 'exit').catch((cause: unknown) => {
    throw new BcoinMissingError('Cannot run npm to install bcoin.', { cause })
  })
  if (code !== 0) throw new BcoinMissingError(`Cannot install bcoin ${version}: npm exited with code ${code}.`)
}
