import { createRandom } from '../random.ts'
import { computeFillerGas, gasBurner, gasBurnerCode, planBaseFee, splitFillerGas } from './demand.ts'
import { planTip } from './plan.ts'
import type { TrafficWorld } from './worldTypes.ts'

/**
 * Keeps the base fee moving around an anchor. For each new head, it sends transactions that burn the missing gas of the
 * next block. Otherwise a devnet's nearly empty blocks would lower the base fee to almost zero within minutes.
 *
 * Blocks must not overflow: if a transaction does not fit, anvil 1.7.1 drops later ones of the same account that would fit,
 * which leaves a gap in the nonces. So nothing is sent while filler is pending.
 */
export const createFiller = async (world: TrafficWorld, seed: number, anchorFeePerGas: bigint) => {
  const { client, filler } = world
  await client.setCode({ address: gasBurner, bytecode: gasBurnerCode })
  const random = createRandom(seed + 1)
  const baseFees = planBaseFee(seed)
  const { address } = filler
  let filledGas = 0n
  return async (): Promise<void> => {
    const [mined, pending] = await Promise.all([
      client.getTransactionCount({ address }),
      client.getTransactionCount({ address, blockTag: 'pending' }),
    ])
    if (pending > mined) return
    const { head } = world
    const wantedFee = Number(anchorFeePerGas) * baseFees.next().value
    const otherGas = head.gasUsed > filledGas ? head.gasUsed - filledGas : 0n
    const parts = splitFillerGas(computeFillerGas(head, otherGas, wantedFee), random.next)
    filledGas = parts.reduce((sum, gas) => sum + gas, 0n)
    for (const gas of parts) await filler.send([{ to: gasBurner, gas }], planTip(random))
  }
}
