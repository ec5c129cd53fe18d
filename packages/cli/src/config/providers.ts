import { OutriggerError } from '@outrigger/core'

/** No provider is configured for a request. The message names the settings that add one. */
export class NoProviderError extends OutriggerError {
  readonly code = 'NO_PROVIDER'
}

/** @throws {NoProviderError} */
export function requireChain<value>(value: value | undefined, chain: string): value {
  return (
    value ?? refuse(chain, `--rpc ${chain}=<url>`, `OUTRIGGER_RPC_${chain.toUpperCase()}`, `chains.${chain}.endpoints`)
  )
}

/** @throws {NoProviderError} no provider at all is configured */
export function refuseWithoutProviders(): never {
  return refuse('RPC', '--rpc <chain>=<url>', 'OUTRIGGER_RPC_<CHAIN>', 'chains.<chain>.endpoints')
}

function refuse(what: string, flag: string, variable: string, setting: string): never {
  const empty =
    process.env[variable] === '' ? ` ${variable} is empty. If it refers to another variable, set that variable.` : ''
  throw new NoProviderError(
    `No ${what} provider is configured. Use ${flag}, the variable ${variable}, or ${setting} in a configuration file.${empty}`,
  )
}
