import { type ChainProfile, chains } from '@outrigger/core'
import * as t from 'typebox'

const strict = { additionalProperties: false } as const

/** Patterns of addresses, for families that support a local index. */
const addressForms: { readonly [family in ChainProfile['family']]?: string } = {
  evm: '^0x[\\da-fA-F]{40}$',
  bitcoin: '^[\\da-zA-Z]{14,100}$',
}

/** Chains that support a local index of addresses. */
export const indexableChains = Object.values(chains).flatMap(({ family, name }) =>
  addressForms[family] === undefined ? [] : [name],
)

/** JSON Schema of the setting `addressIndex`. */
export const AddressIndexSettingsSchema = t.Object(
  Object.fromEntries(
    indexableChains.map((chain) => [
      chain,
      t.Optional(
        t.Object(
          {
            fromBlock: t.Integer({ minimum: 0 }),
            addresses: t.Optional(
              t.Array(t.String({ pattern: addressForms[chains[chain].family] ?? '' }), { minItems: 1 }),
            ),
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
    /** The first block of the index. */
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

/** Lists errors in the settings of indexes. */
export function findIndexFaults({ addressIndex = {}, chains = {}, dataDir }: Parts): string[] {
  const names = Object.keys(addressIndex)
  if (names.length > 0 && dataDir === undefined) return ['addressIndex: is kept in the data directory. Set dataDir']
  return names.flatMap((chain) =>
    chains[chain] === undefined
      ? [`addressIndex.${chain}: the chain has no provider. Set chains.${chain}.endpoints`]
      : [],
  )
}
