import type { BeaconStatus, LrtRates } from '@outrigger/oracle'
import type { OutriggerNode } from '@outrigger/server'
import type { Embedded } from '../embedded/embedded.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import { createPaint } from '../output/paint.ts'
import { createRedrawing } from '../output/redraw.ts'
import { version } from '../version.ts'
import { createFeeTrails } from './feeTrail.ts'
import { createOpportunityTrail } from './opportunityTrail.ts'
import { toScreenLines } from './screen.ts'

const redrawMs = 500
const slowReadMs = 5_000

export type Subject = {
  readonly node: OutriggerNode
  readonly embedded: Embedded | undefined
}

/**
 * Shows a node on the terminal and redraws it twice a second. Returns a function that stops it. The last picture stays
 * on the terminal.
 */
export function startLiveView({ node, embedded }: Subject): () => void {
  const startedAt = performance.now()
  const paint = createPaint(process.stdout)
  const drawing = createRedrawing(process.stdout)
  const fees = createFeeTrails()
  const opportunities = createOpportunityTrail(node)
  // On embedded chains the search is done within seconds; on real ones it reads logs for hours, and waits for a question.
  if (embedded?.chains.some(({ name }) => name === 'ethereum')) node.lending.get('ethereum')
  let lrt: LrtRates | null = null
  let beacon: BeaconStatus | null = null

  // Neither may delay the view. The state of the providers shows failures.
  const readSlowly = () => {
    node.lrt.get({ partial: true }).then(
      (rates) => (lrt = rates),
      () => {},
    )
    node.beacon.get().then(
      (status) => (beacon = status),
      () => {},
    )
  }
  const draw = () => {
    const gas = node.gas.chains.flatMap((chain) => node.gas.peek(chain) ?? [])
    fees.add(gas)
    const pools = [...Object.values(node.pools), ...(node.beaconPool ? [node.beaconPool] : [])]
    drawing.draw(
      toScreenLines(
        {
          version,
          upMs: performance.now() - startedAt,
          nowMs: Date.now(),
          gas,
          fees: fees.list(),
          opportunities: opportunities.look(),
          pools: pools.map((pool) => pool.report()),
          lrt,
          beacon,
          traffic: embedded ? embedded.getTraffic() : null,
        },
        paint,
        getLineWidth(),
      ),
    )
  }
  readSlowly()
  draw()
  const timers = [setInterval(draw, redrawMs), setInterval(readSlowly, slowReadMs)]
  return () => {
    for (const timer of timers) clearInterval(timer)
    draw()
    opportunities.close()
    drawing.end()
  }
}
