import type { PoolReport } from '@outrigger/core'
import type { OutriggerNode } from '@outrigger/server'

/**
 * Reports when no provider of a chain responds, and when one responds again. Returns a function that stops the reports.
 */
export function reportOutages(node: OutriggerNode, tell: (line: string) => void): () => void {
  const pools = [...Object.values(node.pools), ...(node.beaconPool ? [node.beaconPool] : [])]
  const unwatch = pools.map((pool) => {
    let out = false
    const check = () => {
      const report = pool.report()
      if (out === (report.status === 'unavailable')) return
      out = !out
      tell(
        out
          ? `${report.chain}: no provider responds. Retrying. ${toReasons(report)}`
          : `${report.chain}: a provider responds again`,
      )
    }
    check()
    return pool.on('status', check)
  })
  return () => {
    for (const stop of unwatch) stop()
  }
}

function toReasons({ endpoints }: PoolReport): string {
  return endpoints.map(({ name, url, reason }) => `${name} (${url}): ${reason}`).join('; ')
}
