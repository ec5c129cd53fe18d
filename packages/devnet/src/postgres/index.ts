export {
  isPostgresInstalled,
  type PostgresCluster,
  type PostgresOptions,
  PostgresStartError,
  startPostgres,
} from './cluster.ts'
export { type Link, startLink } from './link.ts'
