export type { Held, IndexHit } from '../families/historyIndex.ts'
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
