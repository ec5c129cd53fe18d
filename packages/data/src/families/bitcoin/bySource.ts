import type { FamilyPool } from '@outrigger/core'
import { byInterface } from '../interfaces.ts'
import { toNetwork } from './networks.ts'
import { createBlockbookSource } from './sources/blockbook.ts'
import { createCoreSource } from './sources/core.ts'
import { createEsploraSource } from './sources/esplora.ts'
import type { BitcoinSource } from './sources/source.ts'

const sources = { core: createCoreSource, esplora: createEsploraSource, blockbook: createBlockbookSource } as const

/** Queries the providers' interfaces, the most capable first, until one answers. */
export const bySource = <result>(
  pool: FamilyPool,
  read: (source: BitcoinSource, name: string, providers: ReadonlySet<string>) => Promise<result>,
): Promise<result> =>
  byInterface(pool, (link, { name, providers }) => {
    const network = toNetwork(pool.chain, pool.network())
    return read(sources[name as keyof typeof sources](pool.chain.name, { ...link, network }), name, providers)
  })
