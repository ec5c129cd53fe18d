import { computeFillerGas, gasBurner, gasBurnerCode, planBaseFee, splitFillerGas } from './demand.ts'
import { planTip } from './plan.ts'
import { createRandom } from './random.ts'
import type { TrafficWorld } from './world.ts'

/**
 * Keeps the base fee wandering around an anchor: answers, for a new head, the transactions that burn what gas the next
 * block lacks. Without it a devnet's nearly empty blocks take the base fee to nothing within minutes.
 */
export const createFiller = async (world: TrafficWorld, seed: number, anchorFeePerGas: bigint) => {
  await world.client.setCode({ address: gasBurner, bytecode: gasBurnerCode })
  const random = createRandom(seed + 1)
  const baseFees = planBaseFee(seed)
  let filledGas = 0n
  return (): readonly Promise<number>[] => {
    const { head, accounts } = world
    const wantedFee = Number(anchorFeePerGas) * baseFees.next().value
    const otherGas = head.gasUsed > filledGas ? head.gasUsed - filledGas : 0n
    const parts = splitFillerGas(computeFillerGas(head, otherGas, wantedFee), random.next)
    filledGas = parts.reduce((sum, gas) => sum + gas, 0n)
    return parts.map((gas) => random.pick(accounts).send([{ to: gasBurner, gas }], planTip(random)))
  }
}
