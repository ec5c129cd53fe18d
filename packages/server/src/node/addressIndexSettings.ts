import * as t from 'typebox'
import { evmChains } from './evmChains.ts'

const strict = { additionalProperties: false } as const

/** `addressIndex` of the configuration as JSON Schema. */
export const AddressIndexSettingsSchema = t.Object(
  Object.fromEntries(
    evmChains.map((chain) => [
      chain,
      t.Optional(
        t.Object(
          {
            fromBlock: t.Integer({ minimum: 0 }),
            addresses: t.Optional(t.Array(t.String({ pattern: '^0x[\\da-fA-F]{40}$' }), { minItems: 1 })),
          },
          strict,
        ),
      ),
    ]),
  ),
  strict,
)

/** Local indexes of addresses, by chain. */
export type AddressIndexSettings = {
  readonly [chain: string]: {
    /** How far back it goes. */
    readonly fromBlock: number
    /** @default the whole chain */
    readonly addresses?: readonly string[]
  }
}

type Parts = {
  readonly addressIndex?: AddressIndexSettings
  readonly chains?: { readonly [chain: string]: unknown }
  readonly dataDir?: string
}

/** What is wrong with the settings of indexes. */
export function findIndexFaults({ addressIndex = {}, chains = {}, dataDir }: Parts): string[] {
  const names = Object.keys(addressIndex)
  if (names.length > 0 && dataDir === undefined) return ['addressIndex: is kept in the data directory. Set dataDir']
  return names.flatMap((chain) =>
    chains[chain] === undefined
      ? [`addressIndex.${chain}: the chain has no provider. Set chains.${chain}.endpoints`]
      : [],
  )
}
