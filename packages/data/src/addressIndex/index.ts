export {
  type AddressIndex,
  type AddressIndexOptions,
  createAddressIndex,
  getIndexStatus,
  type IndexBackfill,
  type IndexBackfillOptions,
  type IndexedScope,
  IndexOfAnotherChainError,
  NoIndexOfFamilyError,
  type RemovedIndex,
  removeFromIndex,
} from './addressIndex.ts'
export { ContradictoryBlockError } from './entries.ts'
export type { Held, IndexHit } from './indexStore.ts'
