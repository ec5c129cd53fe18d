import type { GasReading } from '../../outrigger/readings.ts'
import type { Reader } from './reader.ts'

export async function readGas(read: Reader, chain: string): Promise<GasReading> {
  const { slow, standard, fast, instant, ...gas } = await read('oracleGas', { chain })
  return { ...gas, nextBaseFeePerGas: slow.baseFeePerGas, tiers: { slow, standard, fast, instant } }
}
