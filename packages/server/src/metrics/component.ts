/** State of one part of the node. */
export type Component = {
  readonly status: 'healthy' | 'degraded' | 'unavailable'
  readonly [figure: string]: number | string
}
