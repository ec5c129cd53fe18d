import { createRandom } from '../random.ts'
import { computeFillerGas, gasBurner, gasBurnerCode, planBaseFee, splitFillerGas } from './demand.ts'
import { planTip } from './plan.ts'
import type { TrafficWorld } from './worldTypes.ts'

/**
 * Keeps the base fee wandering around an anchor: for each new head, sends what burns the gas the next block lacks.
 * Without it a devnet's nearly empty blocks take the base fee to nothing within minutes.
 *
 * Blocks must not overflow: anvil 1.7.1 drops a transaction that would fit when an earlier one of the same account does
 * not, and leaves a gap in the nonces. So nothing is sent while filler is still pending.
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
