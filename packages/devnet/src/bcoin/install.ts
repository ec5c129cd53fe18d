import { OutriggerError } from '@outrigger/core'
import { installPackages } from '../../scripts/packages.mjs'

/** bcoin is not installed and cannot be installed, because the network or npm is missing. */
export class BcoinMissingError extends OutriggerError {
  readonly code = 'BCOIN_MISSING'
}

/**
 * Returns the folder in which `bcoin` is installed.
 *
 * @throws {BcoinMissingError}
 */
export async function installBcoin(): Promise<string> {
  // A store of files that a chain in memory does not need, and that would have to be compiled.
  const manifest = { dependencies: { bcoin: '1.0.2' }, overrides: { leveldown: 'file:./leveldown' } }
  const leveldown = { 'leveldown/package.json': '{"name":"leveldown","version":"0.0.0"}', 'leveldown/index.js': '' }
  try {
    return await installPackages(manifest, leveldown)
  } catch (cause) {
    throw new BcoinMissingError('bcoin cannot be installed. Check that npm and the network are available.', { cause })
  }
}
