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

/** JSON Schemas of the settings of lending protocols. */
export const lendingSchemas = {
  lendingAgreement: t.Optional(t.Integer({ minimum: 1 })),
  lendingProtocols: t.Optional(t.Array(t.Enum([...lendingIds]), { minItems: 1 })),
  lendingDeployments: t.Optional(optionals(lendingIds, optionals(lendingChains, Deployments))),
}

/** The settings that choose which lending protocols and contracts a node reads. */
export type LendingSettings = {
  /**
   * How many endpoints of a chain must agree before positions and liquidations are computed. Multiplies the number of calls.
   * @default 1
   */
  readonly lendingAgreement?: number
  /**
   * Protocols whose positions and books are read, on every chain where their contracts are known.
   * @default on each chain those that the specification lists
   */
  readonly lendingProtocols?: readonly string[]
  /** Additional Pools, Comptrollers and Comets to watch: `{ aave_v3: { base: [{ address, fromBlock }] } }`. */
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
