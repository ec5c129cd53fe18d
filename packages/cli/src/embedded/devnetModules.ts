import { OutriggerError } from '@outrigger/core'

export class DevnetMissingError extends OutriggerError {
  readonly code = 'DEVNET_MISSING'
  constructor(cause: unknown) {
    super(
      'This is the published command, which does not include the embedded chain. Clone the repository and run `npm ci && npm start`, or set providers with --rpc.',
      { cause },
    )
  }
}

export type DevnetModules = typeof import('@outrigger/devnet') &
  typeof import('@outrigger/devnet/faults') &
  typeof import('@outrigger/devnet/beacon') &
  typeof import('@outrigger/devnet/markets') &
  typeof import('@outrigger/devnet/traffic')

/**
 * Loads the private package with chain, traffic and faults. The published command does not include it. @throws
 * {DevnetMissingError}
 */
export async function loadDevnet(): Promise<DevnetModules> {
  try {
    const [chain, faults, beacon, markets, traffic] = await Promise.all([
      import('@outrigger/devnet'),
      import('@outrigger/devnet/faults'),
      import('@outrigger/devnet/beacon'),
      import('@outrigger/devnet/markets'),
      import('@outrigger/devnet/traffic'),
    ])
    return { ...chain, ...faults, ...beacon, ...markets, ...traffic }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') throw new DevnetMissingError(error)
    throw error
  }
}
