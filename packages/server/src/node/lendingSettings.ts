import { defiChains, promisedProtocols } from '@outrigger/api/contract'
import type { Deployment } from '@outrigger/calldata'
import { type LendingProtocol, lendingProtocols } from '@outrigger/defi'
import * as t from 'typebox'

const strict = { additionalProperties: false } as const

const Deployments = t.Array(
  t.Object(
    {
      address: t.String({ pattern: '^0x[\\da-fA-F]{40}$' }),
      fromBlock: t.Optional(t.Integer({ minimum: 0 })),
      name: t.Optional(t.String({ minLength: 1, maxLength: 40 })),
    },
    strict,
  ),
)

const optionals = <schema extends t.TSchema>(names: readonly string[], schema: schema) =>
  t.Object(Object.fromEntries(names.map((name) => [name, t.Optional(schema)])), strict)

const ids = lendingProtocols.map(({ id }) => id)

/** What the configuration says of lending protocols, as JSON Schema. */
export const lendingSchemas = {
  lendingAgreement: t.Optional(t.Integer({ minimum: 1 })),
  lendingProtocols: t.Optional(t.Array(t.Enum(ids), { minItems: 1 })),
  lendingDeployments: t.Optional(optionals(ids, optionals(defiChains, Deployments))),
}

/** The part of a node's settings that says which lending protocols and contracts it reads. */
export type LendingSettings = {
  /**
   * How many endpoints of a chain must say the same before positions and liquidations are computed from it; as many times
   * the calls.
   * @default 1
   */
  readonly lendingAgreement?: number
  /**
   * Those whose positions are read and whose books are kept, on every chain where they are known.
   * @default on each chain those that the specification lists
   */
  readonly lendingProtocols?: readonly string[]
  /** Pools, Comptrollers, Comets to watch beside those the registry knows: `{ aave_v3: { base: [{ address, fromBlock }] } }`. */
  readonly lendingDeployments?: {
    readonly [protocol: string]: {
      readonly [chain: string]: readonly {
        readonly address: string
        /** The block of its deployment. @default 0 */
        readonly fromBlock?: number
        readonly name?: string
      }[]
    }
  }
}

/** Deployments of a protocol that the settings do not name: those of the specification. */
function toPromised({ id, deployments }: LendingProtocol): LendingProtocol['deployments'] {
  const isPromised = ([chain]: readonly [string, unknown]) =>
    promisedProtocols[chain as keyof typeof promisedProtocols]?.includes(id) ?? true
  return Object.fromEntries(Object.entries(deployments).filter(isPromised))
}

/**
 * The lending protocols of a node: those the settings choose, with the deployments they add. Makes no request.
 *
 * @example
 * const registry = toLendingRegistry({ lendingProtocols: ['aave_v3'] })
 * registry.map(({ id }) => id) // ['aave_v3']
 */
export function toLendingRegistry(settings: LendingSettings): readonly LendingProtocol[] {
  const { lendingProtocols: wanted = ids, lendingDeployments = {} } = settings
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
