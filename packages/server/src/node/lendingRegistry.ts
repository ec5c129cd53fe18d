import { lendingIds } from '@outrigger/api/contract'
import { promisedProtocols } from '@outrigger/api/internal'
import type { Deployment } from '@outrigger/calldata'
import { type LendingProtocol, lendingProtocols } from '@outrigger/defi'
import type { LendingSettings } from './lendingSettings.ts'

/** Returns the deployments of a protocol that the specification lists. Used unless the settings name protocols. */
function toPromised({ id, deployments }: LendingProtocol): LendingProtocol['deployments'] {
  const isPromised = ([chain]: readonly [string, unknown]) =>
    promisedProtocols[chain as keyof typeof promisedProtocols]?.includes(id) ?? true
  return Object.fromEntries(Object.entries(deployments).filter(isPromised))
}

/**
 * Returns the lending protocols of a node: those chosen in the settings, with the additional deployments. Makes no request.
 *
 * @example
 * const registry = toLendingRegistry({ lendingProtocols: ['aave_v3'] })
 * registry.map(({ id }) => id) // ['aave_v3']
 */
export function toLendingRegistry(settings: LendingSettings): readonly LendingProtocol[] {
  const { lendingProtocols: wanted = lendingIds, lendingDeployments = {} } = settings
  const protocols = lendingProtocols.filter(({ id }) => wanted.includes(id))
  return protocols.map((protocol) => {
    const deployments = settings.lendingProtocols === undefined ? toPromised(protocol) : protocol.deployments
    const added = Object.entries(lendingDeployments[protocol.id] ?? {}).map(([chain, more]) => [
      chain,
      [
        ...(deployments[chain as keyof LendingProtocol['deployments']] ?? []),
        ...more.map(
          ({ address, fromBlock = 0, ...rest }): Deployment => ({
            ...rest,
            address: address.toLowerCase() as Deployment['address'],
            fromBlock: BigInt(fromBlock),
          }),
        ),
      ],
    ])
    return { ...protocol, deployments: { ...deployments, ...Object.fromEntries(added) } }
  })
}
