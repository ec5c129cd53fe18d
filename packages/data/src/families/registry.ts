import type { OtherFamily } from './familyData.ts'
import type { FamilyReader } from './familyReader.ts'

/** One reader per family, loaded by the first request for a chain of that family. */
export const familyReaders: { readonly [family in OtherFamily]?: () => Promise<FamilyReader> } = {
  solana: async () => (await import('./solana/reader.ts')).solanaReader,
  starknet: async () => (await import('./starknet/reader.ts')).starknetReader,
  bitcoin: async () => ({
    ...(await import('./bitcoin/reader.ts')).bitcoinReader,
    reconcile: (await import('./bitcoin/reconcile.ts')).reconcile,
  }),
  cosmos: async () => (await import('./cosmos/reader.ts')).cosmosReader,
}
