import { isPostgresInstalled, type PostgresCluster, startPostgres } from '../postgres/index.ts'
import { usePart } from './usePart.ts'

export { findProgram } from '../programs/findProgram.ts'
export { type PartOptions, usePart } from './usePart.ts'

/** Starts a PostgreSQL cluster for the tests of a file. @see usePart */
export const usePostgres = (): (() => PostgresCluster) =>
  usePart({ name: 'PostgreSQL', isInstalled: isPostgresInstalled, start: startPostgres })
