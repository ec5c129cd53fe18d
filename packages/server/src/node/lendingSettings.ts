import { lendingChains, lendingIds } from '@outrigger/api/contract'
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

/** What the configuration says of lending protocols, as JSON Schema. */
export const lendingSchemas = {
  lendingAgreement: t.Optional(t.Integer({ minimum: 1 })),
  lendingProtocols: t.Optional(t.Array(t.Enum([...lendingIds]), { minItems: 1 })),
  lendingDeployments: t.Optional(optionals(lendingIds, optionals(lendingChains, Deployments))),
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
