import { version } from '../version.ts'
import type { Api } from './api.ts'

export function createHealthApi(): Pick<Api, 'health'> {
  return { health: () => ({ status: 'healthy', version }) }
}
